// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folders that tests read and write.
///
/// Each path ends in "/".
public enum Folders {
  public static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path()

  public static let sources = package + "Sources/"

  /// The folder of SwiftPM's products: the tests, the modules, the commands and
  /// the macros' executable.
  public static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path()

  /// The cache for all modules that tests compile.
  ///
  /// It is kept, since the interfaces of swift-syntax and Foundation take long to
  /// compile.
  public static let moduleCache = products + "FixtureModuleCache"

  /// The folder for this run's builds; removed when it ends, unless
  /// GRAFT_KEEP_FIXTURES is set.
  public static let scratch: String = {
    let path = FileManager.default.temporaryDirectory.path() + "graft-\(getpid())/"
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    if ProcessInfo.processInfo.environment["GRAFT_KEEP_FIXTURES"] == nil {
      atexit { try? FileManager.default.removeItem(atPath: Folders.scratch) }
    } else {
      print("Fixtures are kept in \(path)")
    }
    return path
  }()

  /// A folder in the scratch folder, with this name or a unique one.
  public static func make(_ name: String? = nil) throws -> String {
    let path = scratch + (name ?? UUID().uuidString) + "/"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }
}
