// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A package of `Fixtures`, copied to a folder of its own and made to depend on Graft.
struct FixturePackage {
  enum Configuration: String, CaseIterable {
    case debug, release
  }

  let folder: URL

  /// - Parameters:
  ///   - path: in `Fixtures`.
  ///   - graft: a `.package(…)` of a manifest.
  init(_ path: String, in scratch: URL, graft: String) throws {
    folder = scratch.appending(path: path)
    let files = FileManager.default
    try files.createDirectory(
      at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
    try files.copyItem(at: Repository.fixtures.appending(path: path), to: folder)
    let manifest = folder.appending(path: "Package.swift")
    try String(contentsOf: manifest, encoding: .utf8)
      .replacing(#".package(path: "GRAFT")"#, with: graft)
      .write(to: manifest, atomically: true, encoding: .utf8)
  }

  /// Builds the package and returns the folder of its products.
  func build(_ configuration: Configuration) throws -> URL {
    let arguments = [
      "swift", "build", "--package-path", folder.path, "-c", configuration.rawValue,
      "--disable-dependency-cache",
    ]
    try Command.run(arguments + Self.cacheOptions)
    let path = try Command.run(arguments + ["--show-bin-path"])
    return URL(filePath: path.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Runs `swift package`, with SwiftPM's own options first.
  func command(_ arguments: [String], in scratch: ScratchFolder) throws -> Command.Outcome {
    try Command.outcome(of: words(arguments), in: scratch)
  }

  /// What `command` runs.
  func words(_ arguments: [String]) -> [String] {
    ["swift", "package", "--package-path", folder.path, "--disable-dependency-cache"]
      + Self.cacheOptions + arguments
  }

  private static let cacheOptions = ["-Xswiftc", "-Xbuild-tools-swiftc"].flatMap {
    [$0, "-module-cache-path", $0, Repository.moduleCache.path]
  }
}

/// Where this package is.
enum Repository {
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// One for all builds: the first compiles the interfaces of swift-syntax.
  static let moduleCache = root.appending(path: ".build/dependency-tests-modules")

  static let isGit = FileManager.default.fileExists(atPath: root.appending(path: ".git").path)
}
