// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// The tables of what an API may change; `Tests/commands/growth rows` runs each row.
@Suite("The tables of changes")
struct GrowthTests {
  @Test("have the rows that the command tests, each in the right table")
  func rows() throws {
    let list = try Command.outcome(Folders.package + "Tests/commands/growth", ["list"])
    try #require(list.succeeded, "\(list)")
    let tested = list.output.split(separator: "\n").map(String.init)
    let page = try #require(Page.all.first { $0.path == "docs/growing.md" })
    var (shown, table): ([String], Int) = ([], 0)
    for line in page.lines.drop(while: { $0 != "## What may change" }).dropFirst()
      .prefix(while: { !$0.hasPrefix("## ") })
    {
      if line == "| change | |" { table += 1 }
      guard let row = line.wholeMatch(of: #/\| (.+?) \|.*\|/#)?.1, row != "change" else { continue }
      shown.append("\(table == 1 ? "runs" : "refused") \(row)")
    }
    #expect(shown.count > 20 && shown == tested)
  }
}
