// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

extension Fixture {
  fileprivate static let random = Fixture(
    name: "RandomProgram",
    modules: ["RandomProtocols", "RandomExtensions", "RandomSubjects", "random-program"]
      .map(Module.init(ofRandomProgram:)))
}

extension Program {
  private static let random = Once<Bool, Program>()

  /// The random program, for release.
  static func random(isDynamic: Bool) async throws -> Program {
    try await random.value(for: isDynamic) {
      let program = try await Program(
        .random, .release, folder: "RandomProgram/\(isDynamic ? "dynamic" : "static")")
      let objects = program.objects
      let own = ["RandomProtocols", "RandomExtensions", "RandomSubjects", "random_program"]
        .flatMap { objects[$0] }
      let folder = Folders.package + "Tests/RandomProgram/Sources/CRandom/"
      let c = try CGraft.compile(
        folder + "crandom.c", into: program.folder, .release, ["-I", folder + "include"])
      try program.link(
        "random-program", own + [c] + (isDynamic ? [] : objects.graft),
        libraries: isDynamic ? ["Graft-dynamic"] : [])
      return program
    }
  }
}

/// Thousands of calls and changes in release builds, and an oracle that knows the results.
@Suite(
  "Random programs",
  .inWholeRuns(because: "they need Graft in release"))
struct RandomProgramTests {
  @Test(
    "Random calls have the results that the rules give", arguments: [1, 2, 3, 4] as [Int],
    [false, true])
  func calls(seed: Int, isDynamic: Bool) async throws {
    try await expect("--seed", "\(seed)", "--steps", "20000", isDynamic: isDynamic)
  }

  @Test("So they have while threads change what is theirs", arguments: [false, true])
  func threads(isDynamic: Bool) async throws {
    try await expect("--threads", "4", "--steps", "20000", isDynamic: isDynamic)
  }

  @Test("So they have in child processes", arguments: [false, true])
  func forks(isDynamic: Bool) async throws {
    try await expect("--fork", "--steps", "2000", isDynamic: isDynamic)
  }

  private func expect(_ arguments: String..., isDynamic: Bool) async throws {
    let outcome = try await Program.random(isDynamic: isDynamic)
      .run("random-program", arguments)
    #expect(outcome.succeeded && outcome.output.contains("all as expected"), "\(outcome)")
  }
}
