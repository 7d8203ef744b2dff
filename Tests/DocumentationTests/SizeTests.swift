// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The table of lines on the page for contributors;
/// `Tests/commands/size built` measures the rest.
@Suite("The size of things")
struct SizeTests {
  private static let command = Folders.package + "Tests/commands/size"

  /// The rows of a table of lines, by what they count.
  private static func rows(_ lines: some Sequence<some StringProtocol>) throws -> [String: Int] {
    let table = lines.drop { $0 != "| target | lines |" }.dropFirst(2).prefix { !$0.isEmpty }
    let rows = try table.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count == 2, "\(line)")
      return try (cells[0], #require(Int(cells[1]), "\(line)"))
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  @Test("is on the page for each target")
  func lines() throws {
    let page = try #require(Page.all.first { $0.path == "docs/contributing.md" })
    let shown = try Self.rows(page.lines)
    let outcome = try Command.outcome(Self.command)
    try #require(outcome.succeeded, "\(outcome)")
    let counted = try Self.rows(
      outcome.output.split(separator: "\n", omittingEmptySubsequences: false))
    #expect(counted.count > 15)
    #expect(Set(shown.keys) == Set(counted.keys))
    for (target, lines) in shown {
      let difference = abs(lines - (counted[target] ?? 0))
      #expect(
        difference <= max(50, lines / 20),
        "\(target): Tests/commands/size counts \(counted[target] ?? 0), the page says \(lines)")
    }
    let unknown = try Command.outcome(Self.command, ["small"])
    #expect(unknown.status == 2 && unknown.errors.contains("usage: "), "\(unknown)")
  }
}
