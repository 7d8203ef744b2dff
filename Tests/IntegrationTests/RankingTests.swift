// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct RankingTests {
  @Test("Each rule orders, and conflicts are passed over and named", arguments: Mode.allCases)
  func rules(mode: Mode) async throws {
    let outcome = try await Program.runAlone("Ranking", mode)
    try Golden.expect(outcome, prints: "Ranking/expected.txt")
  }

  @Test("A requirement that nobody implements traps and says who was considered")
  func nobody() async throws {
    let outcome = try await Program.runAlone("Ranking", .release, ["nobody"])
    #expect(outcome.wasKilled)
    #expect(outcome.output == "")
    #expect(
      outcome.errors.contains(
        """
        Graft: nothing implements Ranked.nobody(_:) for Brick.
        Considered:
          RankingExtensions.Careless: Ranked where Round (RankingExtensions/RankingExtensions.swift:59) in Ranking: the subject does not meet Round
        Implement it in Brick, or load an image with an extension that applies to it.
        """), "\(outcome)")
  }

  @Test("super with nothing below traps and names the extension", arguments: Mode.allCases)
  func nothingBelow(mode: Mode) async throws {
    let outcome = try await Program.runAlone("Ranking", mode, ["nothing-below"])
    #expect(outcome.wasKilled)
    #expect(outcome.errors.contains("nothing implements Ranked.nothingBelow() for Apple"))
    #expect(outcome.errors.contains("Careless"))
    #expect(outcome.errors.contains("called super with nothing below"))
  }

  @Test("GRAFT_STRICT=1 makes a conflict fatal at the first call", arguments: Mode.allCases)
  func strict(mode: Mode) async throws {
    let lenient = try await Program.runAlone("Ranking", mode, ["conflict"])
    #expect(lenient.output == "default\n", "\(lenient)")
    let strict = try await Program.runAlone(
      "Ranking", mode, ["conflict"], environment: ["GRAFT_STRICT": "1"])
    #expect(strict.wasKilled)
    #expect(strict.errors.contains("GRAFT_STRICT=1: "))
    for name in ["OfRed:", "OfRound:"] { #expect(strict.errors.contains(name), "\(strict)") }
  }
}
