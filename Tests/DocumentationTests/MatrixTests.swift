// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The parts of the matrix of linkers and modes that need no builds;
/// `Tests/commands/matrix` tests the rest.
@Suite("The matrix of linkers and modes")
struct MatrixTests {
  private static let command = Folders.package + "Tests/commands/matrix"

  private static func page() throws -> [String] {
    let page = try #require(Page.all.first { $0.path == "docs/installing.md" })
    return Array(page.lines.drop { $0 != "### What does not hold" })
  }

  /// The rows by name, and whether they are known not to hold.
  private static func rows() throws -> [(name: String, isKnown: Bool)] {
    let list = try Command.outcome(command, ["--list"])
    try #require(list.succeeded, "\(list)")
    return list.output.split(separator: "\n").map { line in
      (String(line.prefix { $0 != " " }), line.contains(" (known: "))
    }
  }

  @Test("lists each row once")
  func list() throws {
    let names = try Self.rows().map(\.name)
    #expect(names.count > 70 && Set(names).count == names.count, "\(names)")
    let only = try Command.outcome(Self.command, ["--list", "--only", "gold-icf,audit"])
    #expect(
      only.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == ["gold-icf", "audit"])
    let unknown = try Command.outcome(Self.command, ["--list", "--only", "icf-gold"])
    #expect(!unknown.succeeded && unknown.errors.contains("no row 'icf-gold'"), "\(unknown)")
  }

  @Test("says on the page what to do about each row that does not hold")
  func known() throws {
    let known = try Self.rows().filter { $0.isKnown }.map(\.name)
    #expect(!known.isEmpty)
    let shown = try Self.page().compactMap { line in
      line.wholeMatch(of: #/\| `([\w-]+)` \| .+ \| .+ \|/#).map { String($0.1) }
    }
    #expect(shown.sorted() == known.sorted())
  }
}
