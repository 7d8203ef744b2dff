// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A plug-in's manifest, and where it lies.
public struct LocatedManifest: Equatable, Sendable {
  /// The record, as it was read.
  public var manifest: PluginManifest
  /// The file, or member of an archive, that holds it.
  public var origin: Origin
  /// As a target triple names it.
  public var architecture: String
  /// What the file says of itself otherwise.
  public var image: ImageFacts
  /// In the section table; nil for a file without one.
  public var sectionIndex: Int?
  /// The offset of the record, in bytes from the start of its section.
  public var offset: UInt64
  /// The bytes of the record, padding included.
  public var byteCount: Int
  /// Nil if nobody is told when the plug-in comes and goes, or if that can't be read.
  public var accessor: LocatedDescriptor.Accessor?
}

extension DescriptorSection {
  /// The manifests of plug-ins, of which a linked file should have one at most.
  public func manifests(origin: Origin, architecture: String) -> [LocatedManifest] {
    elements.compactMap { element in
      guard case .manifest(let manifest, let recordOffset, let byteCount, _) = element else {
        return nil
      }
      return LocatedManifest(
        manifest: manifest, origin: origin, architecture: architecture, image: image,
        sectionIndex: section?.index, offset: UInt64(recordOffset), byteCount: byteCount,
        accessor: accessors[recordOffset])
    }
  }
}
