// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// Prints a graph for Graphviz.
struct DotFormat: ReportFormat {
  static var drawsChains: Bool { true }

  private var graph = DotGraph()

  init(_ settings: ReportSettings) {}

  mutating func add(_ item: some Reportable, _ output: inout OutputFile) { item.draw(&graph) }

  mutating func end(exit code: Int32, _ output: inout OutputFile) {
    output.write(graph.text.utf8)
  }
}
