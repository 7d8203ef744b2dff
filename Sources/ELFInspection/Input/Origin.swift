// SPDX-License-Identifier: Apache-2.0

/// Where something was found: a file, or a member of an archive.
public struct Origin: Hashable, Sendable {
  /// As it was given, or found in a folder.
  public var path: Path
  /// From the outermost archive's member on; empty for a file itself.
  public var members: [Path]

  /// - Parameter members: from the outermost archive's member on.
  public init(_ path: Path, members: [Path] = []) {
    self.path = path
    self.members = members
  }

  /// `libtraditions.a(records.o)`.
  public var display: String {
    path.display + members.map { "(\($0.display))" }.joined()
  }

  /// The file and its members for people, without folders.
  public var shortDisplay: String {
    path.lastComponent.display + members.map { "(\($0.display))" }.joined()
  }

  func member(_ name: Path) -> Origin { Origin(path, members: members + [name]) }
}
