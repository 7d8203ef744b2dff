// SPDX-License-Identifier: Apache-2.0

/// The files that the thin archives of one entry name.
///
/// It stops cycles: with 60 bytes for each member, an archive could name itself
/// or others that name others, and ask for more files than can ever be read.
final class NamedFiles {
  private let entry: InputFile
  private var taken: Set<InputFile.Identity> = []
  /// The archives from the entry to the current one.
  private var path: [InputFile.Identity] = []
  private var archiveCount = 0

  /// The most archives that thin archives may name.
  ///
  /// Librarians add an archive's members to a thin archive, not the archive itself.
  static let archiveLimit = 256

  init(_ entry: InputFile) {
    self.entry = entry
  }

  /// Calls `body` with a file, unless it was visited before.
  ///
  /// - Throws: if the file is an archive that is being visited.
  func visit(
    _ file: InputFile, _ name: Path, _ body: () throws(InspectionError) -> Void
  ) throws(InspectionError) {
    if path.isEmpty {
      path = [try entry.identity]
      taken.insert(path[0])
    }
    let identity = try file.identity
    guard !path.contains(identity) else {
      throw InspectionError(
        .malformedArchive, "the thin archive \(name.display) is a member of itself")
    }
    guard taken.insert(identity).inserted else { return }
    path.append(identity)
    defer { path.removeLast() }
    try body()
  }

  /// Counts an archive that a thin archive names.
  func countArchive() throws(InspectionError) {
    archiveCount += 1
    guard archiveCount <= Self.archiveLimit else {
      throw InspectionError(
        .tooLarge, "thin archives that name more than \(Self.archiveLimit) archives are not read",
        value: UInt64(archiveCount))
    }
  }
}
