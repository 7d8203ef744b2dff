// SPDX-License-Identifier: Apache-2.0

/// What the command can be asked: with `Option`, the one table that words are parsed by,
/// and that help, completions and the manual page are made of. The plug-in has this file
/// too, by a link.
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

  /// What stands behind the verb.
  enum Operands {
    case none
    case paths
    /// Two sides, then plug-ins.
    case twoPaths
    /// A protocol, then paths.
    case protocolAndPaths
    /// Paths, in front of which a protocol can stand.
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

  /// It looks into files, and prints a report.
  var inspects: Bool {
    switch operands {
    case .paths, .twoPaths, .protocolAndPaths, .pathsOfProtocol, .hostAndPlugins: true
    case .none, .shell: false
    }
  }

  static let inspecting = allCases.filter(\.inspects)
}
