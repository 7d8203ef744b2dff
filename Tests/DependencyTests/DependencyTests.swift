// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Packages that SwiftPM builds, one after the other: they share folders.
@Suite("Packages", .serialized, .inWholeRuns(because: "SwiftPM builds Graft for it"))
struct PackageTests {}

extension PackageTests {
  /// Other packages use this one, by its public API only and offline.
  @Suite("As a dependency", .serialized)
  struct DependencyTests {
    private let scratch: ScratchFolder

    init() throws {
      scratch = try ScratchFolder()
    }

    @Test(
      """
      By path, with all upcoming features and warnings as errors, every declaration of the fixture \
      is compiled and answered
      """,
      arguments: FixturePackage.Configuration.allCases)
    func byPath(_ configuration: FixturePackage.Configuration) throws {
      let package = try FixturePackage("Strict", in: scratch.url)
      let products = try package.build(configuration)
      #expect(try Command.run(products.appending(path: "strict").path) == "done\n")
      let dynamic = products.appending(path: "strict-dynamic").path
      #expect(try Command.run(dynamic) == "Hello, Ann!\nHello, Ann\n")
      #expect(try needsGraft(dynamic) && !needsGraft(products.appending(path: "strict").path))
    }

    @Test(
      "By a tagged URL, a host, its API and a plug-in of three packages share one Graft",
      .enabled(if: Repository.isGit, "the sources are no git working tree"))
    func byURL() throws { try share(.debug, graft: taggedURL()) }

    @Test("By path, in release, they do so too")
    func released() throws { try share(.release, graft: nil) }

    private func share(_ configuration: FixturePackage.Configuration, graft: String?) throws {
      let api = try FixturePackage("Plugins/API", in: scratch.url, graft: graft)
      let host = try FixturePackage("Plugins/Host", in: scratch.url, graft: graft)
      let plugin = try FixturePackage("Plugins/Plugin", in: scratch.url, graft: graft)
      let products = try host.build(configuration)
      let program = products.appending(path: "host").path
      let image = try plugin.build(configuration).appending(path: "libCodecs.so")
      let lines = """
        ["a b"]
        ["a", "b"]
        2

        """
      let built = try plugin.alone(image).path
      #expect(try Command.run(program, [built]) == lines)
      let single = products.appending(path: "host-without-plugins").path
      #expect(try Command.run(single) == "[\"a b\"]\n")
      #expect(try needsGraft(program) && !needsGraft(single))
      let reloading = Reloading(
        host: products.appending(path: "serving").path, image: image.path, of: plugin,
        configuration,
        in: scratch.url)
      try reloading.check()
      try add("func name() -> String", to: api)
      _ = try host.build(configuration)
      #expect(try Command.run(program, [built]) == lines, "a plug-in that was built before")
    }

    /// Adds a requirement at the end of the API's protocol.
    private func add(_ requirement: String, to api: FixturePackage) throws {
      let file = api.folder.appending(path: "Sources/API/Codec.swift")
      let text = try String(contentsOf: file, encoding: .utf8)
      let end = "throws -> [String]\n"
      try #require(text.contains(end))
      try text.replacing(end, with: "\(end)  \(requirement)\n")
        .write(to: file, atomically: true, encoding: .utf8)
    }

    /// Whether the program is linked with the library that images share.
    private func needsGraft(_ program: String) throws -> Bool {
      try Command.run("readelf", ["-d", program]).contains("[libGraft-dynamic.so]")
    }

    /// The working tree's commit, cloned and tagged.
    private func taggedURL() throws -> String {
      let clone = scratch.url.appending(path: "Graft")
      try Command.run("git", ["clone", "--quiet", Folders.package, clone.path])
      try Command.run("git", ["-C", clone.path, "tag", "1.0.0"])
      return #".package(url: "\#(clone.absoluteString)", exact: "1.0.0")"#
    }
  }
}
