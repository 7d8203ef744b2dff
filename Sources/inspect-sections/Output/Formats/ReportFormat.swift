// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// A format of reports.
///
/// It ignores calls that don't concern it.
protocol ReportFormat {
  /// Whether it draws a whole chain instead of its entries.
  static var drawsChains: Bool { get }
  /// Whether it shows a page instead of the added results.
  static var isPage: Bool { get }
  /// Whether it prints results as they come, not in tables.
  static var isStream: Bool { get }

  init(_ settings: ReportSettings)

  /// Prints the start of the report.
  mutating func begin(_ output: inout OutputFile)
  mutating func add(_ item: some Reportable, _ output: inout OutputFile)
  /// Adds a line for people.
  mutating func text(_ text: String, _ output: inout OutputFile)
  /// Adds a row for people to the current table.
  mutating func row(_ cells: [String])
  /// Prints the rows of the current table.
  mutating func endTable(_ output: inout OutputFile)
  mutating func problem(_ problem: Problem, _ output: inout OutputFile)
  /// Shows a page instead of the added results; it lists problems too.
  mutating func show(_ page: ([Problem]) -> String)
  /// Prints the end of the report.
  mutating func end(exit code: Int32, _ output: inout OutputFile)
}

extension ReportFormat {
  static var drawsChains: Bool { false }
  static var isPage: Bool { false }
  static var isStream: Bool { true }

  mutating func begin(_ output: inout OutputFile) {}
  mutating func add(_ item: some Reportable, _ output: inout OutputFile) {}
  mutating func text(_ text: String, _ output: inout OutputFile) {}
  mutating func row(_ cells: [String]) {}
  mutating func endTable(_ output: inout OutputFile) {}
  mutating func problem(_ problem: Problem, _ output: inout OutputFile) {}
  mutating func show(_ page: ([Problem]) -> String) {}
}

/// The facts that a format needs.
struct ReportSettings {
  /// The verb.
  let command: String
  let usesColor: Bool
  /// The terminal's width; nil if there is none.
  let columns: Int?
  let ignoredRules: [Rule]
  let labels: RowLabels
}

extension Arguments.Format {
  var type: any ReportFormat.Type {
    switch self {
    case .table: TableFormat.self
    case .json: JSONFormat.self
    case .ndjson: NDJSONFormat.self
    case .sarif: SARIFFormat.self
    case .dot: DotFormat.self
    case .html: HTMLFormat.self
    }
  }
}

extension OutputFile {
  mutating func line(_ value: some Encodable, labels: RowLabels = RowLabels()) {
    write(ReportJSON.line(value, labels: labels) + [0x0a])
  }
}
