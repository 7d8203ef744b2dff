// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// A result that a report shows.
protocol Reportable {
  /// The headings of its table; empty for a block of text.
  static var headings: [String] { get }
  /// The columns that a narrow terminal shortens.
  static var shortenings: [Int: Table.Shortening] { get }
  var cells: [String] { get }
  /// The table rows; some results need several.
  var rows: [[String]] { get }
  /// The lines of text, instead of rows, which a terminal could cut.
  var lines: [String] { get }
  /// Writes the lines in parts.
  func writeBlock(_ write: ([UInt8]) -> Void)
  /// Adds it to a graph.
  func draw(_ graph: inout DotGraph)
  /// Writes one line of JSON without its end, in parts.
  ///
  /// - Parameter labels: the run's labels, for verbs that take `--label`.
  func writeJSON(labels: RowLabels, _ write: ([UInt8]) -> Void)
}

extension Reportable {
  static var headings: [String] { [] }
  static var shortenings: [Int: Table.Shortening] { [:] }
  var cells: [String] { [] }
  var rows: [[String]] { [cells] }
  var lines: [String] { [] }

  func writeBlock(_ write: ([UInt8]) -> Void) {
    for line in lines { write(Array("\(line.escapingControls)\n".utf8)) }
  }

  func draw(_ graph: inout DotGraph) {}
}

extension Reportable where Self: Encodable {
  func writeJSON(labels: RowLabels, _ write: ([UInt8]) -> Void) {
    write(ReportJSON.line(self, labels: labels))
  }
}

/// The output of a run, in the requested format.
struct Report: ~Copyable {
  static let version = 1

  var output: OutputFile
  private var format: any ReportFormat

  init(_ output: consuming OutputFile, _ arguments: Arguments) {
    self.output = output
    format = arguments.format.type.init(
      ReportSettings(
        command: arguments.verb.rawValue,
        usesColor: Terminal.usesColor(arguments.color, inFile: arguments.output != nil),
        columns: arguments.output == nil ? Terminal.columns : nil,
        ignoredRules: arguments.ignoredRules, labels: arguments.labels))
    format.begin(&self.output)
  }

  var drawsChains: Bool { type(of: format).drawsChains }
  var isPage: Bool { type(of: format).isPage }

  mutating func add(_ item: some Reportable) { format.add(item, &output) }

  /// Adds a line for people; JSON ignores it.
  mutating func text(_ text: String) { format.text(text, &output) }

  /// Adds a row for people to the current table.
  mutating func row(_ cells: [String]) { format.row(cells) }

  /// Prints the rows of the current table.
  mutating func endTable() { format.endTable(&output) }

  /// Reports a problem: to people on standard error, and in JSON.
  mutating func problem(_ problem: Problem) {
    let text = "\(problem.origin.display): \(problem.severity.rawValue): \(problem.error)"
    Terminal.complain("inspect-sections: \(text.escapingControls)")
    format.problem(problem, &output)
  }

  /// Reports a problem to programs only.
  mutating func record(_ problem: Problem) { format.problem(problem, &output) }

  /// Shows a page instead of the added results; it lists problems too.
  mutating func show(_ page: ([Problem]) -> String) { format.show(page) }

  /// Ends the report; false if it could not be written.
  mutating func finish(exit code: Int32) -> Bool {
    format.end(exit: code, &output)
    return output.finish()
  }
}
