// SPDX-License-Identifier: Apache-2.0

/// The file, or member of an archive, that something was found in.
public struct Origin: Hashable, Sendable {
  /// The file's path, as given or as found in a folder.
  public var path: Path
  /// The names of nested archive members, the outermost first; empty for a file
  /// itself.
  public var members: [Path]

  /// Creates an origin.
  ///
  /// - Parameter members: the names of nested archive members, the outermost
  ///   first.
  public init(_ path: Path, members: [Path] = []) {
    self.path = path
    self.members = members
  }

  /// The origin of what concerns no file.
  public static let nowhere = Origin(Path(""))

  /// The name for people: `libtraditions.a(records.o)`.
  public var display: String {
    path.display + members.map { "(\($0.display))" }.joined()
  }

  /// The name for people, without folders.
  public var shortDisplay: String {
    path.lastComponent.display + members.map { "(\($0.display))" }.joined()
  }

  func member(_ name: Path) -> Origin { Origin(path, members: members + [name]) }
}
