// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import Testing

@Suite("Expansions")
struct ExpansionTests {
  @Test("Declarations become what is written down", arguments: Golden.cases(in: "Expansions"))
  func expansions(_ golden: Golden) throws {
    let expanded = try ExpandedSource(golden.source())
    #expect(expanded.diagnostics.map(\.message) == [])
    try golden.check(expanded.text)
  }
}
