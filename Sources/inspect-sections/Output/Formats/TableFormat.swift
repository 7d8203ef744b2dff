// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// Prints tables and lines for people.
struct TableFormat: ReportFormat {
  static var isStream: Bool { false }

  private let settings: ReportSettings
  private var table: Table?

  init(_ settings: ReportSettings) {
    self.settings = settings
  }

  mutating func add<Item: Reportable>(_ item: Item, _ output: inout OutputFile) {
    if Item.headings.isEmpty {
      endTable(&output)
      item.writeBlock { output.write($0) }
    } else {
      if table == nil { table = Table(Item.headings, Item.shortenings) }
      for row in item.rows { self.row(row) }
    }
  }

  mutating func text(_ text: String, _ output: inout OutputFile) {
    endTable(&output)
    output.write(text.utf8)
    output.write([0x0a])
  }

  mutating func row(_ cells: [String]) { table?.add(cells.map(\.escapingControls)) }

  mutating func endTable(_ output: inout OutputFile) {
    guard let table else { return }
    for line in table.lines(columns: settings.columns, color: settings.usesColor) {
      output.write(line.utf8)
      output.write([0x0a])
    }
    self.table = nil
  }

  mutating func end(exit code: Int32, _ output: inout OutputFile) { endTable(&output) }
}
