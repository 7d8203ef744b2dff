// SPDX-License-Identifier: Apache-2.0

import Glibc
import GraftDescriptors

/// What an ELF header says a file is for.
struct ELFKind: Equatable, CustomStringConvertible {
  let elfClass: UInt8
  let byteOrder: UInt8
  let machine: UInt16

  /// - Parameter header: the first 20 bytes of a file.
  init(_ header: [UInt8]) {
    elfClass = header[Int(EI_CLASS)]
    byteOrder = header[Int(EI_DATA)]
    let (low, high) = byteOrder == UInt8(ELFDATA2MSB) ? (19, 18) : (18, 19)
    machine = UInt16(header[low]) | UInt16(header[high]) << 8
  }

  /// That of the executable, which the kernel has run. Nil where there is no `/proc`.
  static let ofProcess: ELFKind? = {
    var header = [UInt8](repeating: 0, count: 20)
    let file = Glibc.open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    return read(file, &header, header.count) == header.count ? ELFKind(header) : nil
  }()

  var description: String {
    let isLittle = byteOrder != UInt8(ELFDATA2MSB)
    let is64Bit = elfClass == UInt8(ELFCLASS64)
    let name = Architecture.name(machine: machine, is64Bit: is64Bit, isLittleEndian: isLittle)
    return "\(name), \(is64Bit ? 64 : 32)-bit, \(isLittle ? "little" : "big")-endian"
  }
}
