// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// One way to print a report. What is not for it, it leaves out.
protocol ReportFormat {
  /// Whether a chain is drawn as a whole, in place of its steps.
  static var drawsChains: Bool { get }
  /// Whether a page is shown in place of what is added.
  static var isPage: Bool { get }
  /// Whether results are printed when they come, and not in tables.
  static var isStream: Bool { get }

  init(_ settings: ReportSettings)

  /// What the report begins with.
  mutating func begin(_ output: inout OutputFile)
  mutating func add(_ item: some Reportable, _ output: inout OutputFile)
  /// A line for people.
  mutating func text(_ text: String, _ output: inout OutputFile)
  /// A row for people, below those of the same table.
  mutating func row(_ cells: [String])
  /// Prints the rows since the last table.
  mutating func endTable(_ output: inout OutputFile)
  mutating func problem(_ problem: Problem, _ output: inout OutputFile)
  /// A page in place of what is added, made of what could not be read too.
  mutating func show(_ page: ([Problem]) -> String)
  /// What the report ends with.
  mutating func end(exit code: Int32, _ output: inout OutputFile)

  /// Of words that make no sense; empty where there is nothing to be read by programs.
  static func text(of usage: UsageReport) -> String
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
  static func text(of usage: UsageReport) -> String { "" }
}

/// What a format has to know.
struct ReportSettings {
  /// The verb.
  let command: String
  let usesColor: Bool
  /// Of the terminal; nil where there is none.
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
