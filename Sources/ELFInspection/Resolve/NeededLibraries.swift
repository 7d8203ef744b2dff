// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Libraries that files need and that were not named, found beside the file or as by the dynamic
/// linker.
public struct NeededLibraries: Sendable {
  /// The libraries that can declare types or bring extensions, in the order in
  /// which they are needed.
  public private(set) var entries: [ScanEntry] = []
  /// A note for each library, with the file that needs it.
  public private(set) var notes: [Problem] = []

  /// Finds the needed libraries.
  ///
  /// - Parameter given: the files that were named.
  public init(of given: [ScanEntry]) {
    var known: Set<Path> = []
    var files: Set<InputFile.Identity> = []
    for entry in given {
      known.insert(entry.path.lastComponent)
      if let identity = try? entry.open().identity { files.insert(identity) }
      guard let file = try? ELFFile(entry) else { continue }
      if let name = file.imageFacts(problem: { _ in }).soname { known.insert(Path(name)) }
    }
    var searches = LibrarySearches()
    var rest = given.map { (entry: $0, loaders: [LibrarySearch.Image]()) }[...]
    while let (entry, loaders) = rest.popFirst() {
      guard let file = try? ELFFile(entry), file.header.isLinked, file.header.foreignClass == nil,
        let needed = try? file.neededLibraries(),
        let (kind, image) = try? file.searched(at: entry.path.asLoaded(file))
      else { continue }
      for name in needed.map({ Path($0) }) where !known.contains(name) && !name.isOfSystem {
        let beside = entry.path.asLoaded(file).folder.appending(name.bytes)
        let found =
          beside.exists
          ? beside : searches.path(of: name, for: kind, neededBy: [image] + loaders)
        guard let path = found?.withoutDotFolder, known.insert(name).inserted else { continue }
        let library = ScanEntry(path, .met)
        // A file can have a name that its soname does not tell, as by a link.
        if let identity = try? library.open().identity, !files.insert(identity).inserted {
          continue
        }
        guard (try? ELFFile(library))?.mayHaveSwiftSections == true else { continue }
        entries.append(library)
        rest.append((library, [image] + loaders))
        notes.append(
          Problem(
            Origin(path),
            InspectionError(
              .neededLibrary, "read too, since \(entry.origin.shortDisplay) needs it"
            )))
      }
    }
  }
}

extension Path {
  /// Whether it is a library of the toolchain, which is read only if one of its types
  /// is needed, or Graft's own.
  var isOfSystem: Bool {
    ["libswift", "libFoundation", "lib_Foundation", "libGraft-", "libGraftCourier"].contains {
      bytes.starts(with: Array($0.utf8))
    }
  }

  /// The path under which the dynamic linker knows a file: a program's has no symbolic links.
  fileprivate func asLoaded(_ file: ELFFile) -> Path {
    isSymbolicLink && file.imageFacts(problem: { _ in }).isExecutable ? resolved : self
  }

  /// The path without `./`.
  fileprivate var withoutDotFolder: Path {
    bytes.starts(with: [0x2e, 0x2f]) ? Path(bytes: Array(bytes.dropFirst(2))) : self
  }
}
