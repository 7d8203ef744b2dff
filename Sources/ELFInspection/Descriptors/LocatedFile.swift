// SPDX-License-Identifier: Apache-2.0

/// A file that was read, whether or not it has descriptors.
public struct LocatedFile: Hashable, Sendable {
  /// The file itself, or the archive.
  public var origin: Origin
  /// The architecture, as a target triple spells it; nil for an archive and for
  /// a file that can't be read.
  public var architecture: String?
  /// Facts about the image, if the file is linked.
  public var image = ImageFacts()
  /// The file's size in bytes; nil if it can't be opened.
  public var byteCount: UInt64?
  /// The number of descriptors of all protocols, members of an archive
  /// included.
  public var descriptorCount = 0
  /// The static probes of Graft's code, such as `graft:image_arrived`, members of an
  /// archive included.
  public var probes: [String] = []
  /// The notes for those who package the file, members of an archive included.
  public var packaging = PackagingNotes()
  /// Whether everything could be read.
  ///
  /// If not, the file may hold more descriptors.
  public var isComplete = true

  /// Creates an entry for a file that was not read yet.
  public init(_ origin: Origin) {
    self.origin = origin
  }
}

/// The static probes of Graft's code in a file, which debuggers and the kernel's tracers
/// find.
public struct LocatedProbes: Hashable, Sendable {
  /// The file, or member of an archive, that holds them.
  public var origin: Origin
  /// The probes as tracers name them, such as `graft:image_arrived`, in the order of
  /// their notes.
  public var names: [String]
}
