// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `GraftTests` and `CourierTests` in the modes that SwiftPM's own bundle is not: that one is
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

  @Test("hold in each mode, with Graft linked either way", arguments: runs)
  func hold(run: Run) async throws {
    let bundle = try await Self.bundle(run)
    let skipped = run.mode == .release ? Self.notInRelease.keys.sorted() : []
    let listed = try Command.run(bundle, ["--testing-library", "swift-testing", "--list-tests"])
    for name in skipped {
      #expect(listed.contains("\(name)("), "\(name) is no test, and need not be passed over")
    }
    let outcome = try Command(
      bundle,
      ["--testing-library", "swift-testing"] + skipped.flatMap { ["--skip", "\($0)\\("] }
    ).run()
    let output = outcome.output + outcome.errors
    let failed = output.split(separator: "\n").filter { $0.hasPrefix("✘ ") }
    #expect(
      outcome.succeeded,
      """
      \(failed.joined(separator: "\n"))
      \(failed.isEmpty ? String(output.suffix(2000)) : "")
      Keep the program with GRAFT_KEEP_FIXTURES=1, and run one of its tests by
      \(bundle) --testing-library swift-testing --filter 'SUITE/TEST'
      """)
    let count = output.matches(of: #/Test run with (\d+) tests?/#).last.flatMap { Int($0.1) } ?? 0
    #expect(count >= 190, "there are more tests than \(count)")
  }
}
