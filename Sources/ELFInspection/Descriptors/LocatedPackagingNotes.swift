// SPDX-License-Identifier: Apache-2.0

/// Packaging notes and their location.
public struct LocatedPackagingNotes: Hashable, Sendable {
  /// The file, or member of an archive, that holds them.
  public var origin: Origin
  /// The notes' contents.
  public var notes: PackagingNotes
}
