// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// Walks the files of paths in order, and folders in the byte order of their names.
///
/// It keeps in memory the names of the current folder and of those above.
///
/// Only regular files are opened in folders, so a FIFO does not block and no
/// device is touched. Symbolic links are followed if they are named, not if
/// they are found.
public struct TreeWalk: Sendable {
  /// A result of the walk.
  public enum Step: Sendable {
    case file(ScanEntry)
    /// A folder that can't be listed.
    case problem(Problem)
  }

  /// The rule by which entries count as one.
  public enum Merging: Sendable {
    /// Merge equal arguments. The names of a list are compared only with the
    /// arguments, so that a list of any length fits in memory.
    case words
    /// Merge equal paths, as a link does with its inputs. Symbolic links to
    /// files are followed in folders too.
    case paths
    /// Merge the names of one file, as a loader does; the first name counts.
    case links
  }

  private let excluded: [String]
  private let merging: Merging
  /// The current folder and those above it.
  private var folders: [Folder] = []
  /// Paths that were named and are not visited yet.
  private var named: ArraySlice<Path>
  private var namesAreListed = false
  private let words: Set<Path>
  private var remembers: Bool
  private var seen: Set<Key> = []

  private struct Folder {
    let path: Path
    /// The remaining names, in reverse order.
    var names: [(name: [UInt8], type: UInt8)]
  }

  /// The identity of an entry for merging.
  private enum Key: Hashable {
    case path(Path)
    case file(device: dev_t, inode: ino_t)
    case standardInput
  }

  /// Starts a walk.
  ///
  /// - Parameter excluded: shell patterns of paths or names to leave out.
  public init(_ paths: [Path], excluding excluded: [String] = [], merging: Merging = .words) {
    self.excluded = excluded
    self.merging = merging
    named = paths[...]
    let words = Set(paths.map(\.withoutEndingSlashes))
    self.words = words
    remembers =
      switch merging {
      // Names in a folder are unique, so repetitions need nested arguments.
      case .words: words.count < paths.count || words.contains { $0.isInside(words) }
      case .paths, .links: true
      }
  }

  /// Adds the names of a list.
  public mutating func append(listed paths: [Path]) {
    named += paths
    namesAreListed = true
    if case .words = merging { remembers = false }
  }

  /// Leaves out the files of entries that are read otherwise, where a file counts under any of its
  /// names.
  public mutating func skip(_ entries: [ScanEntry]) {
    guard case .links = merging else { return }
    for entry in entries { seen.insert(key(entry)) }
  }

  /// The next result; nil at the end.
  public mutating func next() -> Step? {
    while !folders.isEmpty || !named.isEmpty {
      if let step = folders.isEmpty ? nextNamed() : nextInFolder() { return step }
    }
    return nil
  }
}

extension TreeWalk {
  /// The next named path's result; nil if it was visited or is a folder.
  private mutating func nextNamed() -> Step? {
    guard let path = named.popFirst() else { return nil }
    let entry = ScanEntry(operand: path)
    if entry.kind == .named, path.status?.isFolder == true { return enter(path) }
    if namesAreListed, words.contains(path.withoutEndingSlashes) { return nil }
    return isNew(entry) ? .file(entry) : nil
  }

  /// The next result in the current folder; nil at its end, and for a name that
  /// is skipped.
  private mutating func nextInFolder() -> Step? {
    let last = folders.count - 1
    guard let (name, type) = folders[last].names.popLast() else {
      folders.removeLast()
      return nil
    }
    let path = folders[last].path.appending(name)
    if excluded.contains(where: { path.matches($0) || path.lastComponent.matches($0) }) {
      return nil
    }
    switch Int(type) {
    case DT_REG: return taken(path)
    case DT_DIR: return enter(path)
    case DT_LNK:
      guard case .paths = merging, path.status?.isRegularFile == true else { return nil }
      return taken(path)
    case DT_UNKNOWN:
      var status = stat()
      guard path.withCString({ lstat($0, &status) }) == 0 else { return nil }
      if status.isFolder { return enter(path) }
      return status.isRegularFile ? taken(path) : nil
    default: return nil
    }
  }

  private mutating func taken(_ path: Path) -> Step? {
    let entry = ScanEntry(path, .met)
    return isNew(entry) ? .file(entry) : nil
  }

  /// Lists a folder; its problem if that fails.
  private mutating func enter(_ folder: Path) -> Step? {
    guard let stream = folder.withCString({ opendir($0) }) else {
      return .problem(Problem(Origin(folder), .system("can't list the folder")))
    }
    defer { closedir(stream) }
    var found: [(name: [UInt8], type: UInt8)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          Array(UnsafeBufferPointer(start: start, count: strlen(start)))
        }
      }
      if name != [0x2e], name != [0x2e, 0x2e] { found.append((name, entry.pointee.d_type)) }
    }
    found.sort { $1.name.lexicographicallyPrecedes($0.name) }
    folders.append(Folder(path: folder, names: found))
    return nil
  }

  /// Whether the entry was not visited yet, by any way.
  private mutating func isNew(_ entry: ScanEntry) -> Bool {
    !remembers || seen.insert(key(entry)).inserted
  }

  private func key(_ entry: ScanEntry) -> Key {
    if entry.kind == .standardInput { return .standardInput }
    let path = if case .mapped(let opened) = entry.kind { opened } else { entry.path }
    guard case .links = merging, let status = path.status else { return .path(entry.path) }
    return .file(device: status.st_dev, inode: status.st_ino)
  }
}

extension Path {
  fileprivate var withoutEndingSlashes: Path {
    let last = bytes.lastIndex { $0 != 0x2f } ?? bytes.startIndex
    return Path(bytes: Array(bytes.prefix(last + 1)))
  }

  /// Whether it is inside one of these folders, by name.
  fileprivate func isInside(_ folders: Set<Path>) -> Bool {
    bytes.indices.dropFirst().contains { index in
      bytes[index] == 0x2f && folders.contains(Path(bytes: Array(bytes[..<index])))
    }
  }
}
