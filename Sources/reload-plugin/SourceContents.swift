// SPDX-License-Identifier: Apache-2.0

import Foundation
import CLibrary

extension String {
  /// Whether a path is one of some roots, or inside of one.
  func isIn(_ roots: [String]) -> Bool { roots.contains { self == $0 || hasPrefix($0 + "/") } }
}

/// The contents of source files by path; nil for a removed file.
struct SourceContents {
  typealias Files = [String: Data?]

  /// The contents at the last build.
  private var files: Files = [:]

  var paths: some Sequence<String> { files.keys }

  func knows(_ path: String) -> Bool { files[path] != nil }

  mutating func note(_ newer: Files) { files.merge(newer) { $1 } }

  /// The files whose contents have changed.
  func changes(of paths: Set<String>) -> Files {
    Self.read(paths).filter { files[$0.key] != $0.value }
  }

  static func read(_ paths: some Sequence<String>) -> Files {
    Files(uniqueKeysWithValues: paths.map { ($0, FileManager.default.contents(atPath: $0)) })
  }

  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  /// The time when the newest of some files was saved, in nanoseconds; nil if
  /// it can't be right, since some tools copy files with their old times.
  static func newest(_ paths: some Sequence<String>) -> Int? {
    let times = paths.compactMap { path -> Int? in
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let present = now.tv_sec * 1_000_000_000 + now.tv_nsec
    return times.max().flatMap { (0...3_000_000_000).contains(present - $0) ? $0 : nil }
  }
}
