// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Modules of random protocols and constraints: the compiler is the oracle.
@Suite(
  "Generated protocols", .inWholeRuns(because: "they need Graft in debug and in release"),
  .onThisMachine(because: "their command builds for this machine"))
struct GeneratedProtocolTests {
  @Test("Do the same with `@Extensible`, advice and extensions as without")
  func same() throws {
    try expectNoDifference("40", "--seed", "7000", "--shrink", "60")
  }

  @Test("Choose extensions as the compiler chooses functions with the same constraints")
  func constraints() throws {
    try expectNoDifference("60", "--constraints", "--seed", "7137", "--batch", "20")
  }

  private func expectNoDifference(_ arguments: String...) throws {
    let command = Folders.package + "Tests/commands/protocols"
    let outcome = try Command(command, arguments).run()
    #expect(outcome.succeeded && outcome.output.contains(" 0 differences"), "\(outcome)")
  }
}
