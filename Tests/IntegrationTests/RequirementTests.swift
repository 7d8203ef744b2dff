// SPDX-License-Identifier: Apache-2.0

import Testing

extension Fixture {
  /// Two modules without a plug-in: an API with its extensions, and a program.
  init(program name: String) {
    self.init(
      name: name,
      modules: [
        Module("\(name)API", of: name), Module("\(name)Extensions", of: name),
        Module(name.lowercased(), of: name, "main.swift"),
      ])
  }
}

@Suite struct RequirementTests {
  @Test("Requirements of every kind reach the extension and super", arguments: Mode.allCases)
  func kinds(mode: Mode) async throws {
    let outcome = try await Program.runAlone("Requirements", mode)
    try Golden.expect(outcome, prints: "Requirements/expected.txt")
  }
}
