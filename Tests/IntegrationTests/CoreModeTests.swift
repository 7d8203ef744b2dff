// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `GraftTests`, `GraftTestingTests` and `CourierTests` in the modes that SwiftPM's own bundle is not: that one is
/// a debug build with Graft in it.
@Suite(
  "The core's tests",
  .inWholeRuns(because: "it needs other builds of Graft"),
  .onThisMachine(because: "Tests/commands/aarch64 runs them there as a bundle of their own"))
struct CoreModeTests {
  /// How a bundle has Graft: its objects, or a shared object that it needs.
  enum Linkage: String { case inside, shared }

  struct Run: CustomTestStringConvertible, Sendable {
    let mode: Mode
    let linkage: Linkage

    var testDescription: String {
      "\(mode), Graft \(linkage == .inside ? "in the program" : "as a shared object")"
    }
  }

  private static let runs = [
    Run(mode: .release, linkage: .inside), Run(mode: .release, linkage: .shared),
    Run(mode: .debug, linkage: .shared),
  ]

  /// Tests that do not run in release, each with the reason.
  private static let notInRelease: [String: String] = [:]

  private static let fixture = Fixture(
    name: "Core",
    modules: ["Protocols", "Extensions", "Checks"].map {
      Module("Requirement\($0)", of: "Core", inTests: "RequirementKinds/\($0)")
    } + [
      Module("CourierProtocols", of: "Core", inTests: "CourierTests/Protocols"),
      Module("GraftTests", of: "Core", inTests: "GraftTests"),
      Module("CourierTests", of: "Core", inTests: "CourierTests", excluding: "Protocols"),
      Module(ofGraft: "GraftTesting", in: "Core"),
      Module("GraftTestingTests", of: "Core", inTests: "GraftTestingTests"),
      Module("CoreRunner", of: "Core", "Runner.swift"),
    ])

  private static let names = fixture.modules.map(\.name)

  /// In debug SwiftPM's own objects, which it compiled as tools if a macro is among the tests.
  private static func objects(_ mode: Mode) async throws -> (tests: [String], graft: [String]) {
    if mode == .release {
      let compiled = try await fixture.compiled(mode)
      return (names.map { compiled.modules[$0]! }, compiled.graft)
    }
    let lists = ["GraftPackageTests", "GraftPackageTests-tool"].map {
      URL(filePath: Folders.products + "\($0).product/Objects.LinkFileList")
    }.filter { FileManager.default.fileExists(atPath: $0.path()) }
    let newest = try #require(
      lists.max {
        try $0.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate!
          < $1.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate!
      })
    let all = try String(contentsOf: newest, encoding: .utf8).split(separator: "\n")
      .map { $0.trimmingCharacters(in: ["'"]) }
    let folders = names.flatMap { ["/\($0).build/", "/\($0)-tool.build/"] }
    let runner = try #require(fixture.modules.last).compile(mode)
    return (
      all.filter { path in folders.contains(where: path.contains) } + [runner],
      try await Fixture.graft.compiled(mode).graft
    )
  }

  private static func bundle(_ run: Run) async throws -> String {
    let (tests, graft) = try await objects(run.mode)
    let folder = try Folders.make("Core/\(run.mode)-\(run.linkage)")
    var link = Link(output: folder + "core", objects: tests)
    switch run.linkage {
    case .inside: link.objects += graft
    case .shared:
      try Link(output: folder + "libGraft-dynamic.so", objects: graft).run(run.mode)
      link.libraries = ["Graft-dynamic"]
    }
    try link.run(run.mode)
    return link.output
  }

  private static func run(_ bundle: String, _ options: [String]) throws -> Command.Outcome {
    var command = try Command(bundle, ["--testing-library", "swift-testing"] + options)
    command.environment = ["NO_COLOR": "1"]
    return try command.run()
  }

  /// Runs each test in a process of its own, since a crash ends all of them, and returns what
  /// failed, with the first lines that say how.
  private static func failing(
    _ tests: [String], of bundle: String, without skipped: [String]
  ) throws -> String {
    let names = Set(tests.map { $0.drop { $0 != "." }.dropFirst().prefix { $0 != "(" } })
    return try names.sorted().filter { name in !skipped.contains { name.hasSuffix($0) } }
      .compactMap { name in
        let outcome = try run(bundle, ["--filter", "\\.\(name)\\("])
        if outcome.succeeded { return nil }
        let said = (outcome.output + outcome.errors).split(separator: "\n")
          .first { $0.contains(" recorded an issue") || $0.contains("Fatal error") }
        let end = outcome.wasKilled ? "signal \(outcome.status)" : ""
        return "\(name): \(end) \(String((said ?? "").prefix(160)))"
      }.joined(separator: "\n")
  }

  /// The lines of an output that tell of issues, each with what follows it.
  private static func issues(in output: String) -> String {
    let lines = output.split(separator: "\n")
    let found = lines.indices.filter { lines[$0].hasPrefix("✘") }
      .flatMap { lines[$0..<min($0 + 3, lines.count)] }
    return found.joined(separator: "\n")
  }

  @Test("hold in each mode, with Graft linked either way", arguments: runs)
  func hold(run: Run) async throws {
    let bundle = try await Self.bundle(run)
    let skipped = run.mode == .release ? Self.notInRelease.keys.sorted() : []
    let listed = try Self.run(bundle, ["--list-tests"]).output.split(separator: "\n")
      .filter { line in
        ["GraftTests.", "GraftTestingTests.", "CourierTests."].contains { line.hasPrefix($0) }
      }
    for name in skipped {
      let isThere = listed.contains { $0.contains("\(name)(") }
      #expect(isThere, "\(name) is no test, and need not be passed over")
    }
    let outcome = try Self.run(bundle, skipped.flatMap { ["--skip", "\($0)\\("] })
    let output = outcome.output + outcome.errors
    if !outcome.succeeded {
      // A run that has ended says what failed.
      var failed = outcome.wasKilled ? "" : Self.issues(in: output)
      if failed.isEmpty {
        failed = try Self.failing(listed.map(String.init), of: bundle, without: skipped)
      }
      Issue.record(
        """
        \(failed.isEmpty ? "none fails alone:\n\(output.suffix(2000))" : failed)
        To see one alone: GRAFT_KEEP_FIXTURES=1 Tests/run IntegrationTests/CoreModeTests; then
        \(bundle) --testing-library swift-testing --filter 'SUITE/TEST'
        """)
      return
    }
    let count = output.matches(of: #/Test run with (\d+) tests?/#).last.flatMap { Int($0.1) } ?? 0
    #expect(count >= 190, "there are more tests than \(count)")
  }
}
