// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// The first line of a report in NDJSON.
struct ReportStart: Encodable {
  private let type = "start"
  private let version = Report.version
  let command: String

  init(command: String) {
    self.command = command
  }
}

/// The last line of a report in NDJSON.
struct ReportEnd: Encodable {
  private let type = "end"
  let exit: Int32

  init(exit: Int32) {
    self.exit = exit
  }
}

/// What is reported where the words of the command line make no sense.
struct UsageReport: Encodable {
  private let version = Report.version
  let command: String
  private let results: [String] = []
  let diagnostics: [Diagnostic]
  private let exit = ExitCode.usage

  struct Diagnostic: Encodable {
    private let type = "diagnostic"
    private let severity = "error"
    private let code = "usage"
    let text: String

    init(text: String) {
      self.text = text
    }
  }

  init(command: String, _ problem: String) {
    self.command = command
    diagnostics = [Diagnostic(text: problem)]
  }

  /// In the format that was asked for; empty for the table, which has no such lines.
  func text(_ format: Substring?) -> String {
    switch format.flatMap({ Arguments.Format(rawValue: String($0)) }) {
    case .json: string(self)
    case .ndjson:
      string(ReportStart(command: command)) + diagnostics.map(string).joined()
        + string(ReportEnd(exit: exit))
    case .sarif:
      String(
        decoding: SARIFReport.head(version: Command.version)
          + SARIFReport.tail(usage: diagnostics.map(\.text).joined(separator: "; "), exit: exit),
        as: UTF8.self)
    case .table, .dot, .html, nil: ""
    }
  }

  private func string(_ value: some Encodable) -> String {
    String(decoding: ReportJSON.line(value) + [0x0a], as: UTF8.self)
  }
}
