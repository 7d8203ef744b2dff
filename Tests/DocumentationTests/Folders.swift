// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the tests read from and write to.
enum Folders {
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path()

  /// Where SwiftPM put the tests, the modules, and the macros' executable.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path()

  /// For what this run writes; removed when it ends.
  private static let scratch: String = {
    let path = FileManager.default.temporaryDirectory.path() + "graft-documentation-\(getpid())/"
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: Folders.scratch) }
    return path
  }()

  /// A new, empty folder.
  static func make() throws -> String {
    let path = scratch + UUID().uuidString + "/"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }
}
