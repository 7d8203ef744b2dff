// SPDX-License-Identifier: Apache-2.0

/// A file that was looked into, whether or not it brings anything.
public struct LocatedFile: Hashable, Sendable {
  /// The file itself, also of an archive.
  public var origin: Origin
  /// As a target triple names it; nil for an archive, and for what can't be read.
  public var architecture: String?
  /// What a linked file says of itself.
  public var image = ImageFacts()
  /// Nil if it can't be opened.
  public var byteCount: UInt64?
  /// Descriptors of all protocols, and of an archive's members.
  public var descriptorCount = 0
  /// False if something of it can't be read: then it may bring more.
  public var isComplete = true

  /// A file of which nothing is known yet.
  public init(_ origin: Origin) {
    self.origin = origin
  }
}
