// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// Something that a report shows.
protocol Reportable {
  /// Of the table that it is a row of; empty for a block of text.
  static var headings: [String] { get }
  var cells: [String] { get }
  /// More than one where it takes several to say it.
  var rows: [[String]] { get }
  /// In place of a row, whole lines of text; called with one part after the other.
  func writeBlock(_ write: ([UInt8]) -> Void)
  /// What it is in a graph.
  func draw(_ graph: inout DotGraph)
  /// One line without its end; called with one part after the other.
  func writeJSON(_ write: ([UInt8]) -> Void)
}

extension Reportable {
  var cells: [String] { [] }
  var rows: [[String]] { [cells] }
  func writeBlock(_ write: ([UInt8]) -> Void) {}
  func draw(_ graph: inout DotGraph) {}
}

extension Reportable where Self: Encodable {
  func writeJSON(_ write: ([UInt8]) -> Void) { write(ReportJSON.line(self)) }
}

/// What a run prints, in the format that was asked for.
struct Report: ~Copyable {
  static let version = 1

  var output: OutputFile
  private let format: Arguments.Format
  private let usesColor: Bool
  private let columns: Int?
  private var count = 0
  private var sarifCount = 0
  private var problems: [Problem] = []
  private let ignoredRules: [Rule]
  private var table: Table?
  private var graph = DotGraph()
  private var page: String?

  init(_ output: consuming OutputFile, _ arguments: Arguments) {
    self.output = output
    format = arguments.format
    usesColor = arguments.output == nil && Terminal.usesColor(arguments.color)
    columns = arguments.output == nil ? Terminal.columns : nil
    ignoredRules = arguments.ignoredRules
    begin(command: arguments.verb.rawValue)
  }

  private mutating func begin(command: String) {
    switch format {
    case .table, .dot, .html: break
    case .json:
      output.write(
        "{\"version\":\(Self.version),\"command\":\"\(command)\",\"results\":[".utf8)
    case .ndjson: line(ReportStart(command: command))
    case .sarif: output.write(SARIFReport.head(version: Command.version))
    }
  }

  private mutating func line(_ value: some Encodable) {
    output.write(ReportJSON.line(value) + [0x0a])
  }

  mutating func add<Item: Reportable>(_ item: Item) {
    count += 1
    switch format {
    case .table:
      if Item.headings.isEmpty {
        endTable()
        item.writeBlock { output.write($0) }
      } else {
        if table == nil { table = Table(Item.headings) }
        for row in item.rows { table?.add(row.map(\.escapingControls)) }
      }
    case .json:
      output.write((count > 1 ? ",\n" : "\n").utf8)
      item.writeJSON { output.write($0) }
    case .ndjson:
      item.writeJSON { output.write($0) }
      output.write([0x0a])
    case .dot: item.draw(&graph)
    case .html: break
    case .sarif:
      // An explanation is in the head already.
      guard let finding = item as? Finding else { return }
      output.write((sarifCount > 0 ? ",\n" : "\n").utf8)
      sarifCount += 1
      output.write(SARIFReport.result(finding))
    }
  }

  /// A line for people; nothing in JSON.
  mutating func text(_ text: String) {
    guard format == .table else { return }
    endTable()
    output.write(text.utf8)
    output.write([0x0a])
  }

  /// A row for people, below those of the same table.
  mutating func row(_ cells: [String]) {
    if format == .table { table?.add(cells.map(\.escapingControls)) }
  }

  /// Prints the rows since the last table.
  mutating func endTable() {
    guard let table else { return }
    for line in table.lines(columns: columns, color: usesColor) {
      output.write(line.utf8)
      output.write([0x0a])
    }
    self.table = nil
  }

  /// For people on standard error, and in JSON.
  mutating func problem(_ problem: Problem) {
    let text = "\(problem.origin.display): \(problem.severity.rawValue): \(problem.error)"
    Terminal.complain("inspect-sections: \(text.escapingControls)")
    switch format {
    case .table, .dot: break
    case .json, .sarif, .html: problems.append(problem)
    case .ndjson: line(problem)
    }
  }

  /// A page in place of what is added, made of what could not be read too.
  mutating func show(_ page: ([Problem]) -> String) {
    if format == .html { self.page = page(problems) }
  }

  /// False if the report could not be written.
  mutating func finish(exit code: Int32) -> Bool {
    switch format {
    case .table: endTable()
    case .dot: output.write(graph.text.utf8)
    case .html: output.write((page ?? AnswerPage().text(problems)).utf8)
    case .json:
      output.write((count > 0 ? "\n],\"diagnostics\":" : "],\"diagnostics\":").utf8)
      output.write(ReportJSON.line(problems))
      output.write(",\"exit\":\(code)}\n".utf8)
    case .ndjson: line(ReportEnd(exit: code))
    case .sarif: output.write(SARIFReport.tail(problems, ignored: ignoredRules, exit: code))
    }
    return output.finish()
  }
}
