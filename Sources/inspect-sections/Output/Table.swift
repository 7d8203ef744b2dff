// SPDX-License-Identifier: Apache-2.0

/// Rows of text under headings, as wide as they have to be and no wider than the
/// terminal.
struct Table {
  private let headings: [String]
  private var rows: [[String]] = []
  /// A column is not made narrower than this to fit.
  private static let narrowest = 8
  /// A wider cell stands out of its column, which would be as wide in every row.
  private static let widest = 1024

  init(_ headings: [String]) {
    self.headings = headings
  }

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  /// - Parameters:
  ///   - columns: of the terminal; nil for no limit.
  func lines(columns: Int?, color: Bool) -> [String] {
    let widths = fitted(to: columns)
    let heading = line(headings, widths, cuts: columns != nil)
    return [color ? "\u{1b}[1m\(heading)\u{1b}[0m" : heading]
      + rows.map { line($0, widths, cuts: columns != nil) }
  }

  /// Takes from the widest column until the row fits.
  private func fitted(to columns: Int?) -> [Int] {
    var widths = headings.indices.map { column in
      rows.reduce(headings[column].count) { widest, row in
        let count = row[column].count
        return count > Self.widest ? widest : max(widest, count)
      }
    }
    guard let columns else { return widths }
    let room = columns - 2 * (widths.count - 1)
    while widths.reduce(0, +) > room,
      let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.narrowest
    {
      let second = widths.indices.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
      let surplus = widths.reduce(0, +) - room
      let step = min(surplus, max(1, widths[widest] - max(second, Self.narrowest)))
      widths[widest] -= step
    }
    return widths
  }

  private func line(_ cells: [String], _ widths: [Int], cuts: Bool) -> String {
    var line = ""
    for (index, (cell, width)) in zip(cells, widths).enumerated() {
      if index > 0 { line += "  " }
      let isCut = cuts && cell.count > width
      let fitted = isCut ? cell.prefix(width - 1) + "…" : cell[...]
      line += fitted
      // Nothing behind the last cell.
      if index < cells.count - 1 {
        line += String(repeating: " ", count: max(0, width - fitted.count))
      }
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
