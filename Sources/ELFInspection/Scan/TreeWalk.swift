// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The files of paths; folders are walked in the order of their names' bytes.
///
/// In a folder only regular files are taken: nothing else is opened, so a FIFO
/// does not block and a device is not touched. Symbolic links are followed when
/// they are named, not when they are met.
public struct TreeWalk: Sendable {
  public private(set) var entries: [ScanEntry] = []
  public private(set) var problems: [Problem] = []
  private let excluded: [String]
  private let mergesLinks: Bool
  /// One path holds each name once.
  private let canRepeat: Bool
  private var seen: Set<Key> = []

  /// What makes two entries one.
  private enum Key: Hashable {
    case path(Path)
    case file(device: dev_t, inode: ino_t)
    case standardInput
  }

  /// - Parameters:
  ///   - excluded: shell patterns of paths, or of names, to leave out.
  ///   - mergesLinks: whether a file under several names is taken once, as a loader
  ///     takes it, under the first.
  public init(
    _ paths: [Path], excluding excluded: [String] = [], mergesLinks: Bool = false
  ) {
    self.excluded = excluded
    self.mergesLinks = mergesLinks
    canRepeat = mergesLinks || paths.count > 1
    for path in paths {
      let entry = ScanEntry(operand: path)
      if entry.kind == .named, Self.isFolder(path) { walk(path) } else { add(entry) }
    }
  }

  private static func isFolder(_ path: Path) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Named and met, a file is still one.
  private mutating func add(_ entry: ScanEntry) {
    if canRepeat, !seen.insert(key(entry)).inserted { return }
    entries.append(entry)
  }

  private func key(_ entry: ScanEntry) -> Key {
    if entry.kind == .standardInput { return .standardInput }
    var status = stat()
    guard mergesLinks, entry.path.withCString({ stat($0, &status) }) == 0 else {
      return .path(entry.path)
    }
    return .file(device: status.st_dev, inode: status.st_ino)
  }

  private mutating func walk(_ folder: Path) {
    guard let stream = folder.withCString({ opendir($0) }) else {
      problems.append(Problem(Origin(folder), .system("can't list the folder")))
      return
    }
    var found: [(name: [UInt8], type: UInt8)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          Array(UnsafeBufferPointer(start: start, count: strlen(start)))
        }
      }
      if name != [0x2e], name != [0x2e, 0x2e] { found.append((name, entry.pointee.d_type)) }
    }
    closedir(stream)
    found.sort { $0.name.lexicographicallyPrecedes($1.name) }
    for (name, type) in found { take(folder.appending(name), type) }
  }

  private mutating func take(_ path: Path, _ type: UInt8) {
    if excluded.contains(where: { path.matches($0) || path.lastComponent.matches($0) }) { return }
    switch Int(type) {
    case DT_REG: add(ScanEntry(path, .met))
    case DT_DIR: walk(path)
    case DT_UNKNOWN:
      var status = stat()
      guard path.withCString({ lstat($0, &status) }) == 0 else { return }
      switch status.st_mode & S_IFMT {
      case S_IFREG: add(ScanEntry(path, .met))
      case S_IFDIR: walk(path)
      default: break
      }
    default: break
    }
  }
}
