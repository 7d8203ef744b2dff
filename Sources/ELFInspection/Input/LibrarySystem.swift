// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import GraftDescriptors

/// The files and the environment of a machine, for the search for libraries.
struct LibrarySystem: SearchedSystem {
  /// The folder that is the machine's root, without links in its path; nil for this machine.
  private let root: Path?
  /// The path of the root that was given, which can have links.
  private let written: Path?

  /// - Parameter root: the folder that is the machine's root; nil for this machine.
  init(root: Path? = nil) {
    (self.root, written) = (root?.resolved, root)
  }

  /// The value of LD_LIBRARY_PATH; empty for another machine, whose environment is unknown.
  var libraryPath: [UInt8] {
    guard root == nil else { return [] }
    return getenv("LD_LIBRARY_PATH").map { Path(cString: $0).bytes } ?? []
  }

  func start(of path: [UInt8], byteCount: Int) -> [UInt8]? {
    do throws(InspectionError) {
      let input = try InputFile(opening: located(Path(bytes: path)))
      // The files of `/proc` have no size.
      return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, filled in
        filled = (try? input.read(at: 0, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
      }
    } catch {
      return error.code == .notRegularFile ? [] : nil
    }
  }

  func paths(matching pattern: String) -> [String] {
    guard root != nil else { return Self.files(matching: Path(pattern)) }
    let parts = Path(pattern).bytes.split(separator: Self.slash)
    // The links of folders before the first wildcard are the machine's, and are followed.
    let names = parts.prefix { !$0.contains(where: Self.isOfPatterns) }
    let folder = names.reduce(Path("/")) { $0.appending($1) }
    let located = located(folder)
    let escaped = Path(
      bytes: located.bytes.flatMap {
        Self.isOfPatterns($0) ? [UInt8(ascii: "\\"), $0] : [$0]
      })
    let wildcards = parts.dropFirst(names.count)
    return Self.files(matching: wildcards.reduce(escaped) { $0.appending($1) }).map { file in
      let rest = file.utf8.dropFirst(located.bytes.count).split(separator: Self.slash)
      let path = rest.reduce(folder) { $0.appending($1) }
      return String(decoding: path.bytes, as: UTF8.self)
    }
  }

  private static func files(matching pattern: Path) -> [String] {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard pattern.withCString({ glob($0, 0, nil, &matches) }) == 0 else { return [] }
    return (0..<Int(matches.gl_pathc)).compactMap { index in
      matches.gl_pathv[index].map { String(cString: $0) }
    }
  }

  /// Whether `glob` takes a byte for more than itself.
  private static func isOfPatterns(_ byte: UInt8) -> Bool { "*?[\\".utf8.contains(byte) }
}

/// Paths of the machine and of its root.
extension LibrarySystem {
  /// The path here of a file of the machine.
  ///
  /// Links are followed as the machine does it: absolute ones begin at its root, and none
  /// leads out of it.
  func located(_ path: Path) -> Path {
    guard let root, path.bytes.first == Self.slash else { return path }
    var rest = Array(path.bytes.split(separator: Self.slash).reversed())
    var found: [ArraySlice<UInt8>] = []
    var linkCount = 0
    while let name = rest.popLast() {
      if name.elementsEqual(".".utf8) { continue }
      if name.elementsEqual("..".utf8) {
        _ = found.popLast()
        continue
      }
      found.append(name)
      guard linkCount < Self.linkLimit, let target = root.appending(parts: found).linkTarget else {
        continue
      }
      linkCount += 1
      if target.bytes.first == Self.slash { found = [] } else { found.removeLast() }
      rest += target.bytes.split(separator: Self.slash).reversed()
    }
    return root.appending(parts: found)
  }

  /// The file here that a path leads to.
  ///
  /// Links in the folder of the root lead where they lead on the machine.
  func file(at path: Path) -> Path {
    guard let root, let written else { return path }
    let name = path.lastComponent.bytes
    let folder = path.folder.bytes.isEmpty ? Path(".") : path.folder
    for (start, whole) in [
      (written.absoluteParts, path.absoluteParts),
      (root.absoluteParts, folder.resolved.appending(name).absoluteParts),
    ] where whole.starts(with: start) {
      return located(Path("/").appending(parts: Array(whole.dropFirst(start.count))))
    }
    return path
  }

  /// The path on the machine of a file here; itself if it is outside the root.
  func path(of located: Path) -> Path {
    guard let root else { return located }
    let start = root.bytes.last == Self.slash ? root.bytes : root.bytes + [Self.slash]
    let resolved = located.resolved
    guard resolved.bytes.starts(with: start) else { return resolved }
    return Path(bytes: Array(resolved.bytes[(start.count - 1)...]))
  }

  /// The path here of a folder of the machine, for people.
  func display(ofFolder path: [UInt8]) -> String {
    guard let root, path.first == Self.slash else { return Path(bytes: path).display }
    return root.appending(path.dropFirst()).display
  }

  private static let slash = UInt8(ascii: "/")
  /// The most links of a path, as in Linux.
  fileprivate static let linkLimit = 40
}

/// The searches for libraries on this machine, each made on first use.
struct LibrarySearches {
  private var searches: [MachineKind: LibrarySearch] = [:]
  /// The limit for the libraries of all files of a run.
  private var limit = SearchLimit()

  /// Finds a library; nil if no folder has it.
  ///
  /// - Parameter images: as for `LibrarySearch`; they are built for `kind`.
  mutating func path(
    of name: Path, for kind: MachineKind, neededBy images: [LibrarySearch.Image]
  ) throws(InspectionError) -> Path? {
    let search = searches[kind] ?? LibrarySearch(for: kind, in: LibrarySystem())
    searches[kind] = search
    let name = search.expanded(name.bytes, for: images[0])
    let result = try limit.result(of: search, for: name, neededBy: images)
    return result.path.map { Path(bytes: $0) }
  }
}

/// Limits the searches for libraries, each of which looks into each folder.
struct SearchLimit {
  /// The folders that may still be searched; those of some thousand libraries are far fewer.
  private var rest = 1 << 18

  mutating func result(
    of search: LibrarySearch, for name: [UInt8], neededBy images: [LibrarySearch.Image]
  ) throws(InspectionError) -> LibrarySearch.Result {
    let result = search.result(for: name, neededBy: images, upTo: rest)
    guard result.folders.count <= rest else {
      throw InspectionError(.tooLarge, "the search for its libraries looks into too many folders")
    }
    rest -= result.folders.count
    return result
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
    return Path(cString: resolved)
  }

  /// The path at the end of symbolic links, whether anything is there or not; nil, with
  /// `errno`, if they have no end.
  public var destination: Path? {
    var path = self
    for _ in 0...LibrarySystem.linkLimit {
      guard let target = path.linkTarget else { return path }
      let isAbsolute = target.bytes.first == UInt8(ascii: "/")
      path = isAbsolute ? target : path.folder.appending(target.bytes)
    }
    errno = ELOOP
    return nil
  }

  /// The target of a symbolic link; nil for anything else.
  fileprivate var linkTarget: Path? {
    let limit = Int(PATH_MAX)
    let target = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      let count = withCString { path in
        buffer.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, limit) }
      }
      filled = max(0, count)
    }
    return target.isEmpty ? nil : Path(bytes: target)
  }

  /// The names of folders from this machine's root on.
  fileprivate var absoluteParts: [ArraySlice<UInt8>] {
    let isAbsolute = bytes.first == UInt8(ascii: "/")
    let whole = isAbsolute ? bytes : Path(".").resolved.appending(bytes).bytes
    return whole.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
  }

  fileprivate func appending(parts: [ArraySlice<UInt8>]) -> Path {
    parts.reduce(self) { $0.appending($1) }
  }
}
