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

  @Test("Each message has a case")
  func messages() throws {
    let found = try ExpandedFile.all(in: "Misuses").flatMap {
      try $0.expanded().diagnostics.map(\.message)
    }
    let messages = try Self.messages()
    #expect(messages.count > 50)
    #expect(messages.filter { !Self.has($0, in: found) } == [])
  }

  /// The messages of the macros, of which each has a kind of its own; not those of emit-shim.
  private static func messages() throws -> [Substring] {
    let list = try String(contentsOfFile: Folders.sources + "messages.txt", encoding: .utf8)
    return list.split(separator: "\n\n").flatMap { file in
      let lines = file.split(separator: "\n")
      let isOfMacros =
        ["ExtensionSyntax/", "GraftMacros/"].contains(where: file.hasPrefix)
        && !file.hasPrefix("ExtensionSyntax/ExtensionFile.swift")
      return isOfMacros ? lines.dropFirst().map { $0.dropFirst(2) } : []
    }
  }

  /// Whether one of some texts is a message, with values for `\(value)`.
  private static func has(_ message: Substring, in texts: [String]) -> Bool {
    let parts = message.split(separator: /\\\([^)]*\)/)
    return texts.contains { text in
      var rest = text[...]
      return parts.allSatisfy { part in
        guard let range = rest.firstRange(of: part) else { return false }
        rest = rest[range.upperBound...]
        return true
      }
    }
  }
}
