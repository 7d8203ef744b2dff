// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// A table of text in columns.
struct TextTable {
  private var rows: [[String]]

  init(columns: [String]) {
    rows = [columns]
  }

  /// Adds a row.
  ///
  /// The last cell of a short row extends to the right.
  mutating func add(_ row: [String]) {
    // A file's name can contain a newline.
    rows.append(row.map(\.escapingControls))
  }

  private var widths: [Int] {
    rows[0].indices.map { column in
      rows.filter { column < $0.count - 1 || $0.count == rows[0].count }
        .map { $0[column].count }.max() ?? 0
    }
  }
}

extension TextTable: CustomStringConvertible {
  var description: String {
    let widths = widths
    return rows.map { row in
      let padded = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: max(0, width - cell.count))
      }
      let line = "  " + padded.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
