// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// Prints findings in the Static Analysis Results Interchange Format.
struct SARIFFormat: ReportFormat {
  private let settings: ReportSettings
  private var count = 0
  private var problems: [Problem] = []

  init(_ settings: ReportSettings) {
    self.settings = settings
  }

  mutating func begin(_ output: inout OutputFile) {
    output.write(SARIFReport.head(version: CommandVersion.text))
  }

  mutating func add(_ item: some Reportable, _ output: inout OutputFile) {
    // The report's head has the explanations.
    guard let finding = item as? Finding else { return }
    output.write((count > 0 ? ",\n" : "\n").utf8)
    count += 1
    output.write(SARIFReport.result(finding))
  }

  mutating func problem(_ problem: Problem, _ output: inout OutputFile) {
    problems.append(problem)
  }

  mutating func end(exit code: Int32, _ output: inout OutputFile) {
    output.write(SARIFReport.tail(problems, ignored: settings.ignoredRules, exit: code))
  }
}
