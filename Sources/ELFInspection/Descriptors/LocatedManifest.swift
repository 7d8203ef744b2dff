// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A plug-in's manifest and its location.
public struct LocatedManifest: Equatable, Sendable {
  /// The record's contents.
  public var manifest: PluginManifest
  /// The file, or member of an archive, that holds it.
  public var origin: Origin
  /// The architecture, as a target triple spells it.
  public var architecture: String
  /// Other facts about the image.
  public var image: ImageFacts
  /// The section's index; nil for a file without section table.
  public var sectionIndex: Int?
  /// The section's offset, in bytes from the start of the file or archive member.
  public var sectionOffset: UInt64 = 0
  /// The record's offset, in bytes from the start of its section.
  public var offset: UInt64
  /// The record's size in bytes, padding included.
  public var byteCount: Int
  /// The accessor of the plug-in's class; nil if it has none or the slot can't
  /// be read.
  public var accessor: LocatedDescriptor.Accessor?

  /// The record's offset, in bytes from the start of the file or archive member.
  var offsetInFile: UInt64 { sectionOffset &+ offset }
}

extension DescriptorSection {
  /// The manifests in the section; a linked file should have at most one.
  public func manifests(origin: Origin, architecture: String) -> [LocatedManifest] {
    var found: [LocatedManifest] = []
    eachManifest { manifest, recordOffset, byteCount in
      found.append(
        LocatedManifest(
          manifest: manifest, origin: origin, architecture: architecture, image: image,
          sectionIndex: section?.index, sectionOffset: offset, offset: UInt64(recordOffset),
          byteCount: byteCount, accessor: accessor(at: recordOffset)))
    }
    return found
  }
}
