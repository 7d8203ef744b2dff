// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The files of paths, one after the other; folders are walked in the order of their
/// names' bytes. It holds the names of a folder and of those above it, whatever else
/// there is.
///
/// In a folder only regular files are taken: nothing else is opened, so a FIFO
/// does not block and a device is not touched. Symbolic links are followed when
/// they are named, not when they are met.
public struct TreeWalk: Sendable {
  /// What the walk comes upon.
  public enum Step: Sendable {
    case file(ScanEntry)
    /// A folder that can't be listed.
    case problem(Problem)
  }

  /// Which entries are one.
  public enum Merging: Sendable {
    /// What the words of a command line name twice. Names of a list are only compared with
    /// these words, so that a list of any length takes no memory.
    case words
    /// The entries of one path, as a link takes its inputs: files that symbolic links in a
    /// folder lead to are among them.
    case paths
    /// A file under several names, as a loader takes it: under the first.
    case links
  }

  private let excluded: [String]
  private let merging: Merging
  /// The folder that is walked now, and those above it.
  private var folders: [Folder] = []
  /// Named, and not looked at yet.
  private var named: ArraySlice<Path>
  private var namesAreListed = false
  private let words: Set<Path>
  private var remembers: Bool
  private var seen: Set<Key> = []

  private struct Folder {
    let path: Path
    /// What is left in it, the last name first.
    var names: [(name: [UInt8], type: UInt8)]
  }

  /// What makes two entries one.
  private enum Key: Hashable {
    case path(Path)
    case file(device: dev_t, inode: ino_t)
    case standardInput
  }

  /// - Parameter excluded: shell patterns of paths, or of names, to leave out.
  public init(_ paths: [Path], excluding excluded: [String] = [], merging: Merging = .words) {
    self.excluded = excluded
    self.merging = merging
    named = paths[...]
    let words = Set(paths.map(\.withoutEndingSlashes))
    self.words = words
    remembers =
      switch merging {
      // A folder has each name once, and so have folders of which none is in another.
      case .words: words.count < paths.count || words.contains { $0.isInside(words) }
      case .paths, .links: true
      }
  }

  /// Goes on with the names of a list.
  public mutating func append(listed paths: [Path]) {
    named += paths
    namesAreListed = true
    if case .words = merging { remembers = false }
  }

  /// Nil where no more is named.
  public mutating func next() -> Step? {
    while !folders.isEmpty || !named.isEmpty {
      if let step = folders.isEmpty ? nextNamed() : nextInFolder() { return step }
    }
    return nil
  }
}

extension TreeWalk {
  /// Nil for what was taken already, or is a folder.
  private mutating func nextNamed() -> Step? {
    guard let path = named.popFirst() else { return nil }
    let entry = ScanEntry(operand: path)
    if entry.kind == .named, Self.isFolder(path) { return enter(path) }
    if namesAreListed, words.contains(path.withoutEndingSlashes) { return nil }
    return isNew(entry) ? .file(entry) : nil
  }

  private static func isFolder(_ path: Path) -> Bool { type(of: path) == S_IFDIR }
  private static func isRegularFile(_ path: Path) -> Bool { type(of: path) == S_IFREG }

  /// The type of what links lead to; nil where nothing is there.
  private static func type(of path: Path) -> mode_t? {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Nil at its end too, and for what is passed over.
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
      guard case .paths = merging, Self.isRegularFile(path) else { return nil }
      return taken(path)
    case DT_UNKNOWN:
      var status = stat()
      guard path.withCString({ lstat($0, &status) }) == 0 else { return nil }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return taken(path)
      case S_IFDIR: return enter(path)
      default: return nil
      }
    default: return nil
    }
  }

  private mutating func taken(_ path: Path) -> Step? {
    let entry = ScanEntry(path, .met)
    return isNew(entry) ? .file(entry) : nil
  }

  /// Nil, unless it can't be listed.
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

  /// Named and met, a file is still one.
  private mutating func isNew(_ entry: ScanEntry) -> Bool {
    !remembers || seen.insert(key(entry)).inserted
  }

  private func key(_ entry: ScanEntry) -> Key {
    if entry.kind == .standardInput { return .standardInput }
    var status = stat()
    guard case .links = merging, entry.path.withCString({ stat($0, &status) }) == 0 else {
      return .path(entry.path)
    }
    return .file(device: status.st_dev, inode: status.st_ino)
  }
}

extension Path {
  fileprivate var withoutEndingSlashes: Path {
    let last = bytes.lastIndex { $0 != 0x2f } ?? bytes.startIndex
    return Path(bytes: Array(bytes.prefix(last + 1)))
  }

  /// Whether a folder above it is one of these, by their names.
  fileprivate func isInside(_ folders: Set<Path>) -> Bool {
    bytes.indices.dropFirst().contains { index in
      bytes[index] == 0x2f && folders.contains(Path(bytes: Array(bytes[..<index])))
    }
  }
}
