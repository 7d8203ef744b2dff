// SPDX-License-Identifier: Apache-2.0

package import GraftDescriptors

/// What a record's bytes consist of, whatever it describes.
package struct EncodedRecord: Equatable, Sendable {
  /// `DescriptorKind`, or `RecordLayout.manifestKind`.
  package let kind: UInt8
  /// Bits, as `docs/abi.md` has them.
  package let flags: UInt8
  /// Of an extension or advice; else 0.
  package let priority: Int32
  /// How many strings are counted as constraints.
  package let constraintCount: UInt16
  /// How many strings are counted as requirements.
  package let requirementCount: UInt16
  /// The strings with their terminators, zero-padded to a multiple of 8.
  package let text: [UInt8]

  /// Of the whole record.
  package var byteCount: Int { RecordLayout.headerByteCount + text.count }

  /// - Parameters:
  ///   - name: for the error.
  ///   - first: the two strings before the lists.
  ///   - constraints: the strings that are counted as constraints.
  ///   - requirements: those that are counted as requirements.
  ///   - source: the last of the strings, which alone may be empty.
  package init(
    _ name: String, kind: UInt8, flags: UInt8, priority: Int32, _ first: [String],
    constraints: [String], requirements: [String], source: String
  ) throws(DescriptorEncodingError) {
    guard constraints.count <= UInt16.max, requirements.count <= UInt16.max else {
      throw DescriptorEncodingError(
        description: "\(name): at most 65535 constraints and requirements fit a record")
    }
    var bytes: [UInt8] = []
    let names = first + constraints + requirements
    for string in names + [source] {
      bytes.append(contentsOf: string.utf8)
      bytes.append(0)
    }
    if names.contains("") || (names + [source]).contains(where: { $0.utf8.contains(0) }) {
      throw DescriptorEncodingError(
        description: "\(name): a name in a record is neither empty nor holds NUL")
    }
    bytes.append(contentsOf: repeatElement(0, count: (8 - bytes.count % 8) % 8))
    self.kind = kind
    self.flags = flags
    self.priority = priority
    constraintCount = UInt16(constraints.count)
    requirementCount = UInt16(requirements.count)
    text = bytes
  }

  /// The whole record.
  ///
  /// - Parameters:
  ///   - byteOrder: of the machine that the record is for.
  ///   - accessor: the 64-bit slot: an address, or 0 before relocation.
  package func bytes(byteOrder: ByteOrder = .native, accessor: UInt64 = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    func append(_ value: some FixedWidthInteger & UnsignedInteger) {
      for position in 0..<value.bitWidth / 8 {
        let shift = byteOrder == .little ? 8 * position : value.bitWidth - 8 - 8 * position
        bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    append(UInt32(byteCount))
    append(RecordLayout.currentVersion)
    append(kind)
    append(flags)
    append(accessor)
    append(UInt32(bitPattern: priority))
    append(constraintCount)
    append(requirementCount)
    return bytes + text
  }
}
