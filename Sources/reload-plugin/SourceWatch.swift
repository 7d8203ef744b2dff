// SPDX-License-Identifier: Apache-2.0

import Foundation
import CLibrary

/// Watches folders for files that are written, moved or removed.
final class SourceWatch {
  /// The descriptor to poll for events.
  let descriptor: Int32
  private var folders: [Int32: String] = [:]
  private let roots: [String]

  /// The milliseconds without an event after which files count as written.
  ///
  /// Editors write another file, remove the old one, and rename.
  private static let pause: Int32 = 30
  /// The most pauses to wait for.
  private static let patience = 20

  private static let changes =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB

  /// Watches roots.
  ///
  /// - Parameter roots: folders, watched recursively, and single files.
  init(_ roots: [String]) throws(Problem) {
    self.roots = roots
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { throw Self.problem("inotify") }
    for root in roots {
      if Self.isFolder(root) {
        try watch(root)
      } else {
        // Watch the folder, since a file that replaces another one isn't
        // watched itself.
        try add((root as NSString).deletingLastPathComponent)
      }
    }
  }

  private func watch(_ folder: String) throws(Problem) {
    try add(folder)
    let content = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in content.sorted() where !name.hasPrefix(".") {
      let path = folder + "/" + name
      if Self.isFolder(path) { try watch(path) }
    }
  }

  private func add(_ folder: String) throws(Problem) {
    let number = inotify_add_watch(descriptor, folder, UInt32(Self.changes | IN_ONLYDIR))
    guard number >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return }
      throw Self.problem(folder)
    }
    folders[number] = folder
  }

  private static func problem(_ what: String) -> Problem {
    let advice =
      errno == ENOSPC ? "; raise /proc/sys/fs/inotify/max_user_watches" : ""
    return Problem("\(what) can't be watched: \(String(cString: strerror(errno)))\(advice)")
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Waits until events pause, and returns what changed since the last call.
  ///
  /// - Returns: the paths of files in the roots; nil if the system lost events.
  func take() throws(Problem) -> Set<String>? {
    var paths: Set<String>? = []
    for _ in 0..<Self.patience {
      while let events = nextEvents() {
        for event in events {
          guard event.mask & UInt32(IN_Q_OVERFLOW) == 0 else {
            paths = nil
            continue
          }
          guard let folder = folders[event.number], !event.name.isEmpty else { continue }
          let path = folder + "/" + event.name
          if event.mask & UInt32(IN_ISDIR) != 0 {
            guard !event.name.hasPrefix("."), isRoot(folder) else { continue }
            try watch(path)
            // A folder can come with files, and go with them.
            paths?.formUnion(files(in: path))
          }
          if isWanted(path, event.name) { paths?.insert(path) }
        }
      }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, Self.pause) == 0 { break }
    }
    return paths
  }

  /// The files of a folder and of those in it.
  private func files(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.map { folder + "/" + $0 }.filter { path in
      !Self.isFolder(path) && isWanted(path, (path as NSString).lastPathComponent)
    }
  }

  private func isRoot(_ folder: String) -> Bool {
    roots.contains { folder == $0 || folder.hasPrefix($0 + "/") }
  }

  /// Whether a file matters.
  ///
  /// Files that editors keep next to an open file do not.
  private func isWanted(_ path: String, _ name: String) -> Bool {
    let isLeftover = name.hasPrefix(".") || name.hasPrefix("#") || name.hasSuffix("~")
    return !isLeftover && path.isIn(roots)
  }

  private struct Event {
    let number: Int32
    let mask: UInt32
    let name: String
  }

  private func nextEvents() -> [Event]? {
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      let byteCount = read(descriptor, buffer.baseAddress!, buffer.count)
      guard byteCount > 0 else { return nil }
      var events: [Event] = []
      var offset = 0
      while offset < byteCount {
        let head = (buffer.baseAddress! + offset).loadUnaligned(as: inotify_event.self)
        let name = buffer.baseAddress! + offset + MemoryLayout<inotify_event>.size
        events.append(
          Event(
            number: head.wd, mask: head.mask,
            name: head.len == 0
              ? "" : String(cString: name.assumingMemoryBound(to: CChar.self))))
        offset += MemoryLayout<inotify_event>.size + Int(head.len)
      }
      return events
    }
  }
}
