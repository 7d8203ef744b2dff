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
    let kinds = try ["ExtensionSyntax", "GraftMacros"].flatMap(Self.kinds)
    #expect(kinds.count > 50)
    #expect(kinds.filter { kind in !found.contains { $0.contains("\"\(kind)\"") } } == [])
  }

  /// The members of `SyntaxProblem.Kind` that a target declares.
  private static func kinds(of target: String) throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/" + target).standardized.path()
    let files = try #require(FileManager.default.enumerator(atPath: folder))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    return try files.flatMap { file in
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      guard text.contains("extension SyntaxProblem.Kind {") else { return [] as [String] }
      return text.matches(of: /static (?:var|func) (?<name>\w+)/).map { String($0.name) }
    }
  }
}
