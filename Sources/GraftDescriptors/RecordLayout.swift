// SPDX-License-Identifier: Apache-2.0

/// The byte order of a record, which is that of its image.
public enum ByteOrder: String, Hashable, Sendable {
  /// The least significant byte first.
  case little
  /// The most significant byte first.
  case big

  /// The byte order of this process.
  public static var native: ByteOrder {
    1.littleEndian == 1 ? .little : .big
  }
}

/// Offsets of a version 1 record, in bytes from its start; see `docs/abi.md`.
package enum RecordLayout {
  /// The name of the section that holds records.
  package static let sectionName = "graft_descriptors"
  /// Its name in Mach-O, where names are shorter and have a segment.
  package static let machOSectionName = "__DATA,graft_records"
  /// The version of records that this code writes, and the newest that it
  /// reads.
  package static let currentVersion: UInt16 = 1
  /// The alignment of a record, in bytes.
  package static let alignment = 8
  /// The kind of a plug-in's manifest, next to those of `DescriptorKind`.
  package static let manifestKind: UInt8 = 4
  /// The kind of a protocol record, which only readers of files use.
  package static let protocolKind: UInt8 = 5
  /// The bytes before a record's text.
  package static let headerByteCount = 24

  static let version = 4
  static let kind = 6
  static let flags = 7
  /// The accessor's slot: the only part of a record with a relocation.
  package static let accessor = 8
  static let priority = 16
  static let constraintCount = 20
  static let requirementCount = 22

  package static let constrainedFlag: UInt8 = 1 << 0
  package static let predicateFlag: UInt8 = 1 << 1
}
