// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A package of `Fixtures`, copied to a folder of its own and made to depend on Graft.
struct FixturePackage {
  enum Configuration: String, CaseIterable {
    case debug, release
  }

  let folder: URL
  /// The folder of SwiftPM's builds; nil for one that all packages with Graft
  /// by path share, so that Graft is compiled once for them.
  private let ownBuilds: URL?

  /// - Parameters:
  ///   - path: in `Fixtures`.
  ///   - graft: a `.package(…)` of a manifest, by default the working tree.
  init(_ path: String, in scratch: URL, graft: String? = nil) throws {
    ownBuilds = graft == nil ? nil : scratch.appending(path: "builds")
    let graft = graft ?? #".package(name: "Graft", path: "\#(Repository.root.path)")"#
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
    let shared = configuration == .release ? Repository.exampleBuilds : Repository.packageBuilds
    let arguments = [
      "build", "--package-path", folder.path, "-c", configuration.rawValue,
      "--scratch-path", (ownBuilds ?? shared).path, "--disable-dependency-cache",
      // The plan in that folder is often another package's.
      "--disable-build-manifest-caching",
    ]
    try Command.run("swift", arguments + Self.cacheOptions)
    let path = try Command.run("swift", arguments + ["--show-bin-path"])
    return URL(filePath: path.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Builds and runs the package's tests.
  func test() throws -> Command.Outcome {
    var words = words([])
    words[1] = "test"
    return try Command.outcome(words[0], Array(words.dropFirst()))
  }

  /// Runs `swift package`, with SwiftPM's own options first.
  ///
  /// SwiftPM itself was seen to crash after it had printed all of a plug-in's answer. A plug-in
  /// that crashes is an exit status of SwiftPM's, so a signal is never ours, unless it ends a
  /// command that hangs: it is told, and the command is run once more.
  func command(_ arguments: [String]) throws -> Command.Outcome {
    let words = words(arguments)
    let outcome = try Command.outcome(words[0], Array(words.dropFirst()))
    guard outcome.wasKilled, outcome.status != SIGKILL else { return outcome }
    FileHandle.standardError.write(Data("SwiftPM crashed, and is run again: \(outcome)\n".utf8))
    return try Command.outcome(words[0], Array(words.dropFirst()))
  }

  /// The words to run for `command`.
  func words(_ arguments: [String]) -> [String] {
    [
      "swift", "package", "--package-path", folder.path,
      "--scratch-path", (ownBuilds ?? Repository.packageBuilds).path,
      "--disable-dependency-cache", "--disable-build-manifest-caching",
    ] + Self.cacheOptions + arguments
  }

  /// The words to run `swift package reload`, and what it makes, in a shell.
  func reloadWords(_ arguments: [String]) -> [String] {
    let scratch = (ownBuilds ?? Repository.packageBuilds).path
    return words(["reload"] + Self.cacheOptions + arguments) + ["&&", "exec", scratch + "/reload"]
  }

  /// Puts the product into a folder of its own with all that it loads, as each package has it
  /// that is built by itself.
  func alone(_ product: URL) throws -> URL {
    let place = folder.appending(path: "alone")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for name in [product.lastPathComponent, "libAPI.so", "libGraft-dynamic.so"] {
      let file = product.deletingLastPathComponent().appending(path: name)
      let copy = place.appending(path: name)
      try? FileManager.default.removeItem(at: copy)
      try FileManager.default.copyItem(at: file, to: copy)
    }
    return place.appending(path: product.lastPathComponent)
  }

  private static let cacheOptions = ["-Xswiftc", "-Xbuild-tools-swiftc"].flatMap {
    [$0, "-module-cache-path", $0, Repository.moduleCache.path]
  }
}

/// The paths of this package.
enum Repository {
  static let root = URL(filePath: Folders.package)

  static let fixtures = root.appending(path: "Tests/DependencyTests/Fixtures")

  /// The folder for debug builds, and for what plug-ins build: those use the
  /// macros of debug builds, also in release.
  static let packageBuilds = root.appending(path: ".build/dependency-packages")

  /// The folder for release builds, shared with the examples.
  static let exampleBuilds = root.appending(path: "docs/examples/.build")

  /// One for all builds: the first compiles the interfaces of swift-syntax. Graft is compiled
  /// anew for other options, so it is the one of `docs/examples/setup`.
  static let moduleCache = exampleBuilds.appending(path: "modules")

  static let isGit = FileManager.default.fileExists(atPath: root.appending(path: ".git").path)
}
