// SPDX-License-Identifier: Apache-2.0

/// Rows of text under headings, as wide as needed but not wider than the
/// terminal.
struct Table {
  private let headings: [String]
  /// The columns to shorten where the terminal is too narrow.
  private let shortenings: [Int: Shortening]
  private var rows: [[String]] = []
  /// The greatest width of a column.
  ///
  /// A wider cell sticks out instead of widening every row.
  private static let widest = 1024
  /// The indentation of columns that move below the others.
  private static let indent = 4

  /// The part of a cell that is dropped.
  enum Shortening {
    /// The module: `M.` of `M.Dog`.
    case name
    /// The module: `M.` of `M.Greeter.greet(_:)`.
    case requirement
    /// The module: `M/` of `M/Dogs.swift:3`.
    case source
  }

  init(_ headings: [String], _ shortenings: [Int: Shortening] = [:]) {
    self.headings = headings
    self.shortenings = shortenings
  }

  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  /// The table's lines.
  ///
  /// Names are shortened if the terminal is too narrow; then the last columns move below
  /// the others.
  ///
  /// - Parameters:
  ///   - columns: the terminal's width; nil for no limit.
  func lines(columns: Int?, color: Bool) -> [String] {
    let widths = widths(rows)
    guard let columns, Self.width(widths) > columns else {
      return colored([line(headings, widths)], color) + rows.map { line($0, widths) }
    }
    let rows = shortened(rows)
    let narrower = self.widths(rows)
    let count = Self.fittingCount(narrower, columns)
    return colored(stacked(headings, narrower, count, columns), color)
      + rows.flatMap { stacked($0, narrower, count, columns) }
  }

  private func colored(_ lines: [String], _ color: Bool) -> [String] {
    color ? lines.map { "\u{1b}[1m\($0)\u{1b}[0m" } : lines
  }

  private func widths(_ rows: [[String]]) -> [Int] {
    headings.indices.map { column in
      rows.reduce(headings[column].count) { widest, row in
        let count = row[column].count
        return count > Self.widest ? widest : max(widest, count)
      }
    }
  }

  private static func width(_ widths: some Collection<Int>) -> Int {
    widths.reduce(0, +) + 2 * (widths.count - 1)
  }

  private func line(_ cells: some Sequence<String>, _ widths: [Int]) -> String {
    var line = ""
    for (index, (cell, width)) in zip(cells, widths).enumerated() {
      if index > 0 { line += "  " }
      line += cell + String(repeating: " ", count: max(0, width - cell.count))
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension Table {
  /// Shortens cells, except where two cells of a column would become equal.
  private func shortened(_ rows: [[String]]) -> [[String]] {
    var rows = rows
    for (column, shortening) in shortenings {
      let texts = Set(rows.map { $0[column] })
      let alike = Dictionary(grouping: texts, by: shortening.apply)
      for index in rows.indices {
        let short = shortening.apply(rows[index][column])
        if alike[short]?.count == 1 { rows[index][column] = short }
      }
    }
    return rows
  }

  /// The number of columns that fit side by side.
  private static func fittingCount(_ widths: [Int], _ columns: Int) -> Int {
    widths.indices.last { width(widths[...$0]) <= columns }.map { $0 + 1 } ?? 1
  }

  private func stacked(
    _ cells: [String], _ widths: [Int], _ count: Int, _ columns: Int
  ) -> [String] {
    var lines = [line(cells[..<count].map { Self.tail($0, columns) }, widths)]
    var rest = ""
    for cell in cells[count...] where !cell.isEmpty {
      let fitted = Self.tail(cell, columns - Self.indent)
      if !rest.isEmpty, Self.indent + rest.count + 2 + fitted.count > columns {
        lines.append(String(repeating: " ", count: Self.indent) + rest)
        rest = ""
      }
      rest += (rest.isEmpty ? "" : "  ") + fitted
    }
    if !rest.isEmpty { lines.append(String(repeating: " ", count: Self.indent) + rest) }
    return lines.filter { !$0.isEmpty }
  }

  /// The end of a cell, which is its most informative part.
  private static func tail(_ cell: String, _ width: Int) -> String {
    cell.count <= width ? cell : "…" + cell.suffix(max(0, width - 1))
  }
}

extension Table.Shortening {
  fileprivate func apply(_ cell: String) -> String {
    switch self {
    case .name, .requirement:
      let parts = cell.prefix { $0 != "(" && $0 != " " }.split(
        separator: ".", maxSplits: self == .name ? 1 : 2)
      guard parts.count == (self == .name ? 2 : 3) else { return cell }
      return String(cell[parts[1].startIndex...])
    case .source:
      return cell.lastIndex(of: "/").map { String(cell[cell.index(after: $0)...]) } ?? cell
    }
  }
}
