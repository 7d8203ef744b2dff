// SPDX-License-Identifier: Apache-2.0

package import GraftDescriptors

/// An image's account of a protocol with `@Extensible`, and where it lies.
public struct LocatedProtocol: Equatable, Sendable {
  /// The record, as it was read.
  package var record: ProtocolRecord
  /// The file, or member of an archive, that holds it.
  public var origin: Origin
  /// The machine, as a target triple names it.
  public var architecture: String
  /// The section's number in the table; nil for a file without one.
  public var sectionIndex: Int?
  /// The offset of the record, in bytes from the start of its section.
  public var offset: UInt64
  /// The bytes of the record, padding included.
  public var byteCount: Int

  /// The protocol's name with its module.
  public var name: String { record.name }
  /// `Module/File.swift:line`; may be empty.
  public var source: String { record.source }
  /// The requirements in the order of their declaration, as tables have them.
  public var requirementNames: [String] { record.requirements.map(\.name) }
}

extension DescriptorSection {
  /// The protocols of the image whose section it is.
  public func protocols(origin: Origin, architecture: String) -> [LocatedProtocol] {
    protocolRecords.map { found in
      LocatedProtocol(
        record: found.record, origin: origin, architecture: architecture,
        sectionIndex: section?.index, offset: UInt64(found.offset), byteCount: found.byteCount)
    }
  }
}
