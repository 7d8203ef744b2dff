// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// Prints one JSON document.
struct JSONFormat: ReportFormat {
  private let settings: ReportSettings
  private var count = 0
  private var problems: [Problem] = []

  init(_ settings: ReportSettings) {
    self.settings = settings
  }

  mutating func begin(_ output: inout OutputFile) {
    let (version, command) = (Report.version, settings.command)
    output.write("{\"version\":\(version),\"command\":\"\(command)\",\"results\":[".utf8)
  }

  mutating func add(_ item: some Reportable, _ output: inout OutputFile) {
    count += 1
    output.write((count > 1 ? ",\n" : "\n").utf8)
    item.writeJSON(labels: settings.labels) { output.write($0) }
  }

  mutating func problem(_ problem: Problem, _ output: inout OutputFile) {
    problems.append(problem)
  }

  mutating func end(exit code: Int32, _ output: inout OutputFile) {
    output.write((count > 0 ? "\n],\"diagnostics\":[" : "],\"diagnostics\":[").utf8)
    var separator = ""
    for problem in problems {
      output.write(separator.utf8)
      output.write(ReportJSON.line(problem, labels: settings.labels))
      separator = ","
    }
    output.write("],\"exit\":\(code)}\n".utf8)
  }
}
