// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Versions of a library, and plug-ins and programs that were compiled against others.
@Suite(
  "Growing protocols", .inWholeRuns(because: "they need Graft in debug and in release"),
  .onThisMachine(because: "their command builds for this machine"))
struct GrowthTests {
  @Test(
    "Each change of the page, and random histories, do what the rules say",
    arguments: [["rows"], ["4", "--seed", "9000"]])
  func histories(arguments: [String]) throws {
    let outcome = try Command(Folders.package + "Tests/commands/growth", arguments).run()
    #expect(outcome.succeeded && outcome.output.contains(" 0 differences"), "\(outcome)")
  }
}
