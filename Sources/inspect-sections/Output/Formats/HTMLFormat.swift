// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// Prints an HTML page.
struct HTMLFormat: ReportFormat {
  static var isPage: Bool { true }

  private var page: String?
  private var problems: [Problem] = []

  init(_ settings: ReportSettings) {}

  mutating func problem(_ problem: Problem, _ output: inout OutputFile) {
    problems.append(problem)
  }

  mutating func show(_ page: ([Problem]) -> String) { self.page = page(problems) }

  mutating func end(exit code: Int32, _ output: inout OutputFile) {
    output.write((page ?? AnswerPage().text(problems)).utf8)
  }
}
