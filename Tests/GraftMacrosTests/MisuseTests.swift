// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDiagnostics
import TestSupport
import Testing

@Suite("Misuses")
struct MisuseTests {
  @Test(
    "Each is an error or a warning on the very node, with its fix",
    arguments: ExpandedFile.all(in: "Misuses"))
  func diagnostics(_ file: ExpandedFile) throws {
    try file.golden.check(file.expanded().report)
  }

  @Test("Each kind of problem has a case")
  func kinds() throws {
    let found = try ExpandedFile.all(in: "Misuses").flatMap {
      try $0.expanded().diagnostics.map { "\($0.diagnosticID)" }
    }
    let kinds = try ["ExtensionSyntax", "GraftMacros"].flatMap(Self.kinds)
    #expect(kinds.count > 50)
    #expect(kinds.filter { kind in !found.contains { $0.contains("\"\(kind)\"") } } == [])
  }

  /// The members of `SyntaxProblem.Kind` that a target declares.
  private static func kinds(of target: String) throws -> [String] {
    let folder = Folders.sources + target
    let files = try #require(FileManager.default.enumerator(atPath: folder))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    return try files.flatMap { file in
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      guard text.contains("extension SyntaxProblem.Kind {") else { return [] as [String] }
      return text.matches(of: /static (?:var|func) (?<name>\w+)/).map { String($0.name) }
    }
  }
}
