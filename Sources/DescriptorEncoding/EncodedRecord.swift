// SPDX-License-Identifier: Apache-2.0

package import GraftDescriptors

/// The contents of a record of any kind, encoded.
package struct EncodedRecord: Equatable, Sendable {
  /// The kind: a `DescriptorKind`, or `RecordLayout.manifestKind` or
  /// `protocolKind`.
  package let kind: UInt8
  /// The flags, as in `docs/abi.md`.
  package let flags: UInt8
  /// The priority of an extension or advice; else 0.
  package let priority: Int32
  /// The number of strings that count as constraints.
  package let constraintCount: UInt16
  /// The number of strings that count as requirements.
  package let requirementCount: UInt16
  /// The strings with their terminators, zero-padded to a multiple of 8.
  package let text: [UInt8]

  /// The size of the whole record, in bytes.
  package var byteCount: Int { RecordLayout.headerByteCount + text.count }

  /// Encodes a record.
  ///
  /// - Parameters:
  ///   - name: the name to use in an error.
  ///   - first: the two strings before the lists.
  ///   - constraints: the strings that count as constraints.
  ///   - requirements: the strings that count as requirements.
  ///   - source: the last string, the only one that may be empty.
  package init(
    _ name: String, kind: UInt8, flags: UInt8, priority: Int32, _ first: [String],
    constraints: [String], requirements: [String], source: String
  ) throws(DescriptorEncodingError) {
    guard constraints.count <= UInt16.max, requirements.count <= UInt16.max else {
      throw DescriptorEncodingError(
        description: "\(name): a record holds at most 65535 constraints and requirements")
    }
    var bytes: [UInt8] = []
    let names = first + constraints + requirements
    for string in names + [source] {
      bytes.append(contentsOf: string.utf8)
      bytes.append(0)
    }
    if names.contains("") || (names + [source]).contains(where: { $0.utf8.contains(0) }) {
      throw DescriptorEncodingError(
        description: "\(name): a name must not be empty or contain NUL")
    }
    bytes.append(contentsOf: repeatElement(0, count: (8 - bytes.count % 8) % 8))
    self.kind = kind
    self.flags = flags
    self.priority = priority
    constraintCount = UInt16(constraints.count)
    requirementCount = UInt16(requirements.count)
    text = bytes
  }

  /// The bytes of the whole record.
  ///
  /// - Parameters:
  ///   - byteOrder: the byte order of the machine that reads it.
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
