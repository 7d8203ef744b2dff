// SPDX-License-Identifier: Apache-2.0

/// The class, byte order and machine in an ELF header.
package struct MachineKind: Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes of a header that have them.
  package static let byteCount = 20

  private let elfClass: UInt8
  private let byteOrder: UInt8
  private let machine: UInt16

  /// - Parameter header: the first bytes of a file, at least `byteCount`.
  package init(_ header: [UInt8]) {
    (elfClass, byteOrder) = (header[4], header[5])
    let (low, high) = byteOrder == 2 ? (19, 18) : (18, 19)
    machine = UInt16(header[low]) | UInt16(header[high]) << 8
  }

  /// - Parameter file: the first bytes of a file; nil if they are not ELF, or too few.
  init?(file: [UInt8]) {
    guard file.count >= Self.byteCount, file.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else {
      return nil
    }
    self.init(file)
  }

  private var isLittleEndian: Bool { byteOrder != 2 }

  /// The architecture's name.
  var name: String {
    Architecture.name(machine: machine, is64Bit: elfClass == 2, isLittleEndian: isLittleEndian)
  }

  package var description: String {
    Architecture.text(machine: machine, is64Bit: elfClass == 2, isLittleEndian: isLittleEndian)
  }
}
