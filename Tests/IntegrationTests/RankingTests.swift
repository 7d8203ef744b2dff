// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite struct RankingTests {
  @Test("Each rule orders, and conflicts are passed over and named", arguments: Mode.allCases)
  func rules(mode: Mode) async throws {
    let outcome = try await Program.runAlone("Ranking", mode)
    #expect(outcome.succeeded, "\(outcome)")
    try Golden(Folders.fixtures + "Ranking/expected.txt").check(outcome.output)
  }

  @Test("A requirement that nobody implements traps and says who was considered")
  func nobody() async throws {
    let outcome = try await Program.runAlone("Ranking", .optimised, ["nobody"])
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

  @Test("What the program orders, why orders by the same rule", arguments: Mode.allCases)
  func why(mode: Mode) async throws {
    let program = try await Program.alone("Ranking", mode)
    let outcome = try program.run("Ranking", ["order"])
    let lines = Set(outcome.output.split(separator: "\n").map(String.init))
    #expect(lines.count > 8, "\(outcome)")
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      let (first, second, rule) = (words[1], words[2], words[3])
      let report = try Command(
        Folders.products + "inspect-sections",
        ["why", "--format", "json", "Ranked." + words[0]]
          + ["Ranking", "libRankingAPI.so"].map { program.folder + $0 }
      ).run()
      let steps = try #require(WhyReport(report.output), "\(report)")
      let one = try #require(steps[first], "\(line): \(report)")
      let two = try #require(steps[second], "\(line): \(report)")
      // Without a subject, what no rule decides stands side by side.
      #expect(one.position <= two.position, "\(line)")
      if one.position + 1 == two.position, !["undecided", "conflict"].contains(one.rule) {
        #expect(one.rule == rule, "\(line)")
      }
    }
    #expect(Set(lines.map { $0.split(separator: " ").last }).count == 3, "each rule is there")
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

/// The steps of one chain, as `why` says them in JSON.
private struct WhyReport: Decodable {
  struct Step: Decodable {
    struct ExtensionDescriptor: Decodable { let `extension`: String }

    let by: String
    let position: Int
    let rule: String
    let descriptor: ExtensionDescriptor
  }

  private let results: [Step]

  /// Nil for what is no such report, or one by names only.
  init?(_ json: String) {
    guard let report = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)),
      report.results.allSatisfy({ $0.by == "type" })
    else { return nil }
    self = report
  }

  subscript(name: String) -> Step? { results.first { $0.descriptor.extension == name } }
}
