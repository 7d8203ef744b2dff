// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import Testing

@Suite struct ImageStateTableTests {
  /// The cells of the rows of `docs/images.md` that begin with a state, under the
  /// row that begins with `state` and names the transitions.
  private func documentedTable() throws -> (transitions: [String], rows: [[String]]) {
    let page = try DocumentationPage.text("images.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.filter { $0 != "`" && $0 != " " } }
    }
    let head = try #require(rows.first { $0[0] == "state" && $0.count > 2 })
    return (Array(head.dropFirst()), rows.filter { $0.count == head.count && $0 != head })
  }

  @Test("The documented states follow each other as in the code")
  func table() throws {
    let (transitions, rows) = try documentedTable()
    #expect(transitions == ImageState.Transition.allCases.map(\.rawValue))
    let states = rows.filter { !$0[0].hasPrefix("-") }
    #expect(states.map { $0[0] } == ImageState.allCases.map(\.rawValue))
    for (row, state) in zip(states, ImageState.allCases) {
      for (cell, transition) in zip(row.dropFirst(), ImageState.Transition.allCases) {
        let after = state.after(transition)?.rawValue ?? "—"
        #expect(cell == after, "\(state) after \(transition)")
      }
    }
  }
}
