// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite struct ConstraintTests {
  @Test("Constraints of every kind choose and order extensions", arguments: Mode.allCases)
  func kinds(mode: Mode) async throws {
    let outcome = try await Program.runAlone("Constraints", mode)
    #expect(outcome.succeeded, "\(outcome)")
    try Golden(Folders.fixtures + "Constraints/expected.txt").check(outcome.output)
  }
}
