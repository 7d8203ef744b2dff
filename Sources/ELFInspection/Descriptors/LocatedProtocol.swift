// SPDX-License-Identifier: Apache-2.0

package import GraftDescriptors

/// An image's record of an `@Extensible` protocol and its location.
public struct LocatedProtocol: Equatable, Sendable {
  /// The record's contents.
  package var record: ProtocolRecord
  /// The file, or member of an archive, that holds it.
  public var origin: Origin
  /// The architecture, as a target triple spells it.
  public var architecture: String
  /// The section's index; nil for a file without section table.
  public var sectionIndex: Int?
  /// The record's offset, in bytes from the start of its section.
  public var offset: UInt64
  /// The record's size in bytes, padding included.
  public var byteCount: Int
  /// Whether its library was built with library evolution; nil if no symbol tells, or none was read.
  public var hasEvolution: Bool?
  /// The types of its file that requirements name; nil if none could be read.
  public var types: [DeclaredType]?

  /// The protocol's name with its module.
  public var name: String { record.name }
  /// The source location as `Module/File.swift:line`; may be empty.
  public var source: String { record.source }
  /// The requirements' names in the order of declaration, spelled as in the
  /// registry's tables.
  public var requirementNames: [String] { record.requirements.map(\.name) }
}

extension DescriptorSection {
  /// The protocols that the section declares.
  public func protocols(origin: Origin, architecture: String) -> [LocatedProtocol] {
    protocolRecords.map { found in
      LocatedProtocol(
        record: found.record, origin: origin, architecture: architecture,
        sectionIndex: section?.index, offset: UInt64(found.offset), byteCount: found.byteCount)
    }
  }
}
