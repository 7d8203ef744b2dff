// SPDX-License-Identifier: Apache-2.0

/// Why a descriptor can't be written as a record.
public struct DescriptorEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String
}

extension Descriptor {
  /// The text of the record with its terminators, zero-padded to a multiple of 8.
  public func encodedText() throws(DescriptorEncodingError) -> [UInt8] {
    let strings =
      [protocolName, extensionName] + writtenConstraints + requirements.map(\.text) + [source]
    guard writtenConstraints.count <= UInt16.max, requirements.count <= UInt16.max else {
      throw DescriptorEncodingError(
        description: "\(extensionName): at most 65535 constraints and requirements fit a record")
    }
    var bytes: [UInt8] = []
    for (index, string) in strings.enumerated() {
      if string.utf8.contains(0) || (string.isEmpty && index != strings.count - 1) {
        throw DescriptorEncodingError(
          description: "\(extensionName): a name in a record is neither empty nor holds NUL")
      }
      bytes.append(contentsOf: string.utf8)
      bytes.append(0)
    }
    bytes.append(contentsOf: repeatElement(0, count: (8 - bytes.count % 8) % 8))
    return bytes
  }

  /// The flags byte of the record.
  public var encodedFlags: UInt8 {
    (writtenConstraints.isEmpty ? 0 : RecordLayout.constrainedFlag)
      | (hasPredicate ? RecordLayout.predicateFlag : 0)
  }

  /// The whole record.
  ///
  /// - Parameters:
  ///   - byteOrder: that of the machine that reads it.
  ///   - accessor: the 64-bit slot: an address, or 0 before relocation.
  public func encoded(
    byteOrder: ByteOrder = .native, accessor: UInt64 = 0
  ) throws(DescriptorEncodingError) -> [UInt8] {
    let text = try encodedText()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(RecordLayout.headerByteCount + text.count)
    func append(_ value: some FixedWidthInteger & UnsignedInteger) {
      for position in 0..<value.bitWidth / 8 {
        let shift = byteOrder == .little ? 8 * position : value.bitWidth - 8 - 8 * position
        bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    append(UInt32(RecordLayout.headerByteCount + text.count))
    append(RecordLayout.currentVersion)
    append(kind.rawValue)
    append(encodedFlags)
    append(accessor)
    append(UInt32(bitPattern: priority))
    append(UInt16(writtenConstraints.count))
    append(UInt16(requirements.count))
    return bytes + text
  }
}
