// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import GraftDescriptors

/// The files and the environment of this machine, for the search for libraries.
struct LibrarySystem: SearchedSystem {
  var libraryPath: [UInt8] {
    getenv("LD_LIBRARY_PATH").map { Array(String(cString: $0).utf8) } ?? []
  }

  func start(of path: [UInt8], byteCount: Int) -> [UInt8]? {
    do throws(InspectionError) {
      let input = try InputFile(opening: Path(bytes: path))
      // The files of `/proc` have no size.
      return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, filled in
        filled = (try? input.read(at: 0, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
      }
    } catch {
      return error.code == .notRegularFile ? [] : nil
    }
  }

  func paths(matching pattern: String) -> [String] {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard glob(pattern, 0, nil, &matches) == 0 else { return [] }
    return (0..<Int(matches.gl_pathc)).compactMap { index in
      matches.gl_pathv[index].map { String(cString: $0) }
    }
  }
}

/// The searches for libraries on this machine, each made on first use.
struct LibrarySearches {
  private var searches: [MachineKind: LibrarySearch] = [:]

  /// Finds a library; nil if no folder has it.
  ///
  /// - Parameter images: as for `LibrarySearch`; they are built for `kind`.
  mutating func path(
    of name: Path, for kind: MachineKind, neededBy images: [LibrarySearch.Image]
  ) -> Path? {
    let search = searches[kind] ?? LibrarySearch(for: kind, in: LibrarySystem())
    searches[kind] = search
    let name = search.expanded(name.bytes, for: images[0])
    return search.path(of: name, neededBy: images).map { Path(bytes: $0) }
  }
}

extension Path {
  var isSymbolicLink: Bool {
    var status = stat()
    return withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The path without symbolic links; itself if nothing is there.
  var resolved: Path {
    guard let resolved = withCString({ realpath($0, nil) }) else { return self }
    defer { free(resolved) }
    return Path(String(cString: resolved))
  }
}
