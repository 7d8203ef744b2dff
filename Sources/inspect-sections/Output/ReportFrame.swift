// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// The first line of an NDJSON report.
struct ReportStart: Encodable {
  private let type = "start"
  private let version = Report.version
  let command: String

  init(command: String) {
    self.command = command
  }
}

/// The last line of an NDJSON report.
struct ReportEnd: Encodable {
  private let type = "end"
  let exit: Int32

  init(exit: Int32) {
    self.exit = exit
  }
}

/// The report of wrong usage.
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

  /// The report in the requested format; empty if that is for people.
  func text(_ format: Substring?) -> String {
    format.flatMap { Arguments.Format(rawValue: String($0)) }?.type.text(of: self) ?? ""
  }

  func line(_ value: some Encodable) -> String {
    String(decoding: ReportJSON.line(value) + [0x0a], as: UTF8.self)
  }
}
