// SPDX-License-Identifier: Apache-2.0

package import GraftDescriptors

/// An error that keeps a descriptor or manifest from being encoded.
package struct DescriptorEncodingError: Error, Equatable, Sendable, CustomStringConvertible {
  package var description: String
}

extension ExtensionDescriptor {
  /// The record without its accessor.
  package func record() throws(DescriptorEncodingError) -> EncodedRecord {
    try EncodedRecord(
      extensionName, kind: kind.rawValue, flags: encodedFlags, priority: priority,
      [protocolName, extensionName], constraints: writtenConstraints,
      requirements: requirements.map(\.text), source: source)
  }

  private var encodedFlags: UInt8 {
    (writtenConstraints.isEmpty ? 0 : RecordLayout.constrainedFlag)
      | (hasPredicate ? RecordLayout.predicateFlag : 0)
  }

  /// The bytes of the whole record.
  ///
  /// - Parameters:
  ///   - byteOrder: the byte order of the machine that reads it.
  ///   - accessor: the 64-bit slot: an address, or 0 before relocation.
  package func encoded(
    byteOrder: ByteOrder = .native, accessor: UInt64 = 0
  ) throws(DescriptorEncodingError) -> [UInt8] {
    try record().bytes(byteOrder: byteOrder, accessor: accessor)
  }
}

extension PluginManifest {
  /// The record without its accessor.
  package func record() throws(DescriptorEncodingError) -> EncodedRecord {
    guard needs.allSatisfy({ Need(written: $0.description) == $0 }) else {
      throw DescriptorEncodingError(
        description: "\(name): the name of a need must not be empty or contain spaces")
    }
    return try EncodedRecord(
      name, kind: RecordLayout.manifestKind, flags: 0, priority: 0, [name, version.text],
      constraints: [], requirements: needs.map(\.description), source: source)
  }
}

extension ProtocolRecord {
  /// The record, which has no accessor.
  package func record() throws(DescriptorEncodingError) -> EncodedRecord {
    try EncodedRecord(
      name, kind: RecordLayout.protocolKind, flags: 0, priority: 0, [name, baseClass],
      constraints: [Self.shapeFact + "0x" + String(shape, radix: 16)]
        + (foundation.map { [Self.foundationFact + "0x" + String($0, radix: 16)] } ?? [])
        + (compiler.isEmpty ? [] : [Self.compilerFact + compiler]),
      requirements: requirements.map(\.written), source: source)
  }
}
