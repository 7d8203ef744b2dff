// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDiagnostics
import Testing

@Suite("Misuses")
struct MisuseTests {
  @Test(
    "Each is an error or a warning on the very node, with its fix",
    arguments: Golden.cases(in: "Misuses"))
  func diagnostics(_ golden: Golden) throws {
    try golden.check(ExpandedSource(golden.source()).report)
  }

  @Test("Each kind of problem has a case")
  func kinds() throws {
    let found = try Golden.cases(in: "Misuses").flatMap {
      try ExpandedSource($0.source()).diagnostics.map { "\($0.diagnosticID)" }
    }
    let declarations = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/ExtensionSyntax/SyntaxProblem+Kind.swift")
    let kinds = try String(contentsOf: declarations, encoding: .utf8)
      .matches(of: /case (?<name>\w+)/).map { String($0.name) }
    #expect(!kinds.isEmpty)
    #expect(kinds.filter { kind in !found.contains { $0.contains("\"\(kind)\"") } } == [])
  }
}
