// SPDX-License-Identifier: Apache-2.0

/// The verbs.
///
/// Together with `Option` this is the one table behind parsing, help, completions
/// and the manual page. The SwiftPM plug-in links to this file.
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

  /// The operands after the verb.
  enum Operands {
    case none
    case paths
    /// Two sides to compare, then plug-ins.
    case twoPaths
    /// A protocol, then paths.
    case protocolAndPaths
    /// Paths, optionally after a protocol.
    case pathsOfProtocol
    /// A program, then plug-ins.
    case hostAndPlugins
    case shell
  }

  var operands: Operands {
    switch self {
    case .list, .dump, .check: .paths
    case .diff: .twoPaths
    case .why: .protocolAndPaths
    case .resolve: .pathsOfProtocol
    case .fit: .hostAndPlugins
    case .schema, .manual: .none
    case .completions: .shell
    }
  }

  /// Whether it reads files and prints a report.
  var inspects: Bool {
    switch operands {
    case .paths, .twoPaths, .protocolAndPaths, .pathsOfProtocol, .hostAndPlugins: true
    case .none, .shell: false
    }
  }

  /// Whether it shows or heeds what a process has withdrawn, blocked or advised.
  var readsPrograms: Bool {
    switch self {
    case .list, .why, .resolve: true
    case .dump, .check, .diff, .fit, .schema, .completions, .manual: false
    }
  }

  static let inspecting = allCases.filter(\.inspects)
}
