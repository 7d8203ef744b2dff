// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// Something that a report shows.
protocol Reportable {
  /// Of the table that it is a row of; empty for a block of text.
  static var headings: [String] { get }
  /// What is done with it on a narrow terminal.
  static var narrowing: Table.Narrowing { get }
  var cells: [String] { get }
  /// More than one where it takes several to say it.
  var rows: [[String]] { get }
  /// In place of a row, whole lines of text; called with one part after the other.
  func writeBlock(_ write: ([UInt8]) -> Void)
  /// What it is in a graph.
  func draw(_ graph: inout DotGraph)
  /// One line without its end; called with one part after the other.
  ///
  /// - Parameter labels: of the run, for the results of verbs that take `--label`.
  func writeJSON(labels: RowLabels, _ write: ([UInt8]) -> Void)
}

extension Reportable {
  static var narrowing: Table.Narrowing { .cutting }
  var cells: [String] { [] }
  var rows: [[String]] { [cells] }
  func writeBlock(_ write: ([UInt8]) -> Void) {}
  func draw(_ graph: inout DotGraph) {}
}

extension Reportable where Self: Encodable {
  func writeJSON(labels: RowLabels, _ write: ([UInt8]) -> Void) {
    write(ReportJSON.line(self, labels: labels))
  }
}

/// What a run prints, in the format that was asked for.
struct Report: ~Copyable {
  static let version = 1

  var output: OutputFile
  private var format: any ReportFormat

  init(_ output: consuming OutputFile, _ arguments: Arguments) {
    self.output = output
    format = arguments.format.type.init(
      ReportSettings(
        command: arguments.verb.rawValue,
        usesColor: arguments.output == nil && Terminal.usesColor(arguments.color),
        columns: arguments.output == nil ? Terminal.columns : nil,
        ignoredRules: arguments.ignoredRules, labels: arguments.labels))
    format.begin(&self.output)
  }

  var drawsChains: Bool { type(of: format).drawsChains }
  var isPage: Bool { type(of: format).isPage }

  mutating func add(_ item: some Reportable) { format.add(item, &output) }

  /// A line for people; nothing in JSON.
  mutating func text(_ text: String) { format.text(text, &output) }

  /// A row for people, below those of the same table.
  mutating func row(_ cells: [String]) { format.row(cells) }

  /// Prints the rows since the last table.
  mutating func endTable() { format.endTable(&output) }

  /// For people on standard error, and in JSON.
  mutating func problem(_ problem: Problem) {
    let text = "\(problem.origin.display): \(problem.severity.rawValue): \(problem.error)"
    Terminal.complain("inspect-sections: \(text.escapingControls)")
    format.problem(problem, &output)
  }

  /// A page in place of what is added, made of what could not be read too.
  mutating func show(_ page: ([Problem]) -> String) { format.show(page) }

  /// False if the report could not be written.
  mutating func finish(exit code: Int32) -> Bool {
    format.end(exit: code, &output)
    return output.finish()
  }
}
