// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Modules of random protocols, with and without Graft: the compiler is the oracle.
@Suite("Generated protocols", .inWholeRuns(because: "they need Graft in debug and in release"))
struct GeneratedProtocolTests {
  @Test("Do the same with `@Extensible`, advice and extensions as without")
  func same() throws {
    let outcome = try Command(
      Folders.package + "Tests/commands/protocols", ["40", "--seed", "7000", "--shrink", "60"]
    ).run()
    #expect(outcome.succeeded && outcome.output.contains(" 0 differences"), "\(outcome)")
  }
}
