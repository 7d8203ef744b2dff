// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// Prints a line of JSON for each result and diagnostic, and for the start and
/// the end.
struct NDJSONFormat: ReportFormat {
  private let settings: ReportSettings

  init(_ settings: ReportSettings) {
    self.settings = settings
  }

  mutating func begin(_ output: inout OutputFile) {
    output.line(ReportStart(command: settings.command))
  }

  mutating func add(_ item: some Reportable, _ output: inout OutputFile) {
    item.writeJSON(labels: settings.labels) { output.write($0) }
    output.write([0x0a])
  }

  mutating func problem(_ problem: Problem, _ output: inout OutputFile) {
    output.line(problem, labels: settings.labels)
  }

  mutating func end(exit code: Int32, _ output: inout OutputFile) {
    output.line(ReportEnd(exit: code))
  }
}

private struct ReportStart: Encodable {
  private let type = "start"
  private let version = Report.version
  let command: String
}

private struct ReportEnd: Encodable {
  private let type = "end"
  let exit: Int32
}
