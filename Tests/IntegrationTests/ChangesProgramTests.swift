// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

extension Fixture {
  fileprivate static let builds = ["Ash", "Birch", "Cedar", "Dell"].flatMap { plugin in
    (1...3).map { "\(plugin)\($0)" }
  }

  fileprivate static let changes = Fixture(
    name: "ChangesProgram",
    modules: [
      Module("ChangesAPI", of: "ChangesProgram", inTests: "ChangesProgram/API/Sources/ChangesAPI"),
      Module(
        "changes_program", of: "ChangesProgram", inTests: "ChangesProgram/Sources/changes-program"),
    ]
      + builds.map { build in
        var module = Module(
          build, of: "ChangesProgram", inTests: "ChangesProgram/Sources/Plugin")
        module.flags = ["-D", build]
        return module
      })
}

extension Program {
  private static let changes = Once<String, Program>()

  /// The program of changes and its plug-ins, for release.
  fileprivate static func changes() async throws -> Program {
    try await changes.value(for: "") {
      let program = try await Program(.changes, .release)
      let (objects, libraries) = (program.objects, ["Graft-dynamic", "ChangesAPI"])
      try program.link("libChangesAPI.so", objects["ChangesAPI"])
      for build in Fixture.builds {
        try program.link("lib\(build).so", objects[build], libraries: libraries)
      }
      try program.link("changes-program", objects["changes_program"], libraries: libraries)
      return program
    }
  }
}

/// Changes in release builds, and a model that explains their results.
@Suite(
  "Random changes",
  .inWholeRuns(because: "they need Graft in release"),
  .onThisMachine(because: "they need Foundation's interface"))
struct ChangesProgramTests {
  @Test("Changes have the results of the model", arguments: 1...6, [1, 3])
  func changes(seed: Int, threads: Int) async throws {
    let program = try await Program.changes()
    let outcome = try program.run(
      "changes-program", [program.folder, "--threads", "\(threads)", "--seed", "\(seed)"])
    #expect(outcome.succeeded && outcome.output.contains("all as expected"), "\(outcome)")
  }
}
