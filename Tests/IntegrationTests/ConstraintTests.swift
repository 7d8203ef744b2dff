// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct ConstraintTests {
  @Test("Constraints of every kind choose and order extensions", arguments: Mode.allCases)
  func kinds(mode: Mode) async throws {
    let outcome = try await Program.runAlone("Constraints", mode)
    try Golden.expect(outcome, prints: "Constraints/expected.txt")
  }
}
