// SPDX-License-Identifier: Apache-2.0

/// The verbs.
///
/// Their rows are in `VerbRow.swift`. The SwiftPM plug-in links to this file.
enum Verb: String, CaseIterable {
  case list
  case dump
  case check
  case diff
  case why
  case resolve
  case fit
  case schema
  case completions
  case manual

  /// Whether it reads files and prints a report.
  var inspects: Bool {
    switch self {
    case .list, .dump, .check, .diff, .why, .resolve, .fit: true
    case .schema, .completions, .manual: false
    }
  }

  static let inspecting = allCases.filter(\.inspects)
}
