// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the tests read from and write to.
enum Folders {
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path()

  static let sources = package + "Sources/"
  static let fixtures = package + "Tests/IntegrationTests/Fixtures/"

  /// Where SwiftPM put the tests, and the executable of the macros beside them.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path()

  /// One for all fixtures, and kept: the interfaces of swift-syntax and Foundation
  /// take long to compile.
  static let moduleCache = products + "FixtureModuleCache"

  /// For what this run builds; removed when it ends.
  static let scratch: String = {
    let path = FileManager.default.temporaryDirectory.path() + "graft-\(getpid())/"
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    if ProcessInfo.processInfo.environment["GRAFT_KEEP_FIXTURES"] == nil {
      atexit { try? FileManager.default.removeItem(atPath: Folders.scratch) }
    } else {
      print("Fixtures are kept in \(path)")
    }
    return path
  }()

  /// A new folder of this name in the scratch folder.
  static func make(_ name: String) throws -> String {
    let path = scratch + name + "/"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }
}
