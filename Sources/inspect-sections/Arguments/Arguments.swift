// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import CLibrary

/// Wrong usage: the error and a hint.
struct UsageError: Error {
  var text: String
}

/// The parsed and checked command line.
struct Arguments {
  enum Format: String, CaseIterable {
    case table, json, ndjson
    /// The Static Analysis Results Interchange Format.
    case sarif
    /// A graph for Graphviz.
    case dot
    /// An HTML page.
    case html

    var verbs: [Verb] {
      switch self {
      case .table, .json, .ndjson: Verb.inspecting
      case .sarif: [.check]
      case .dot: [.list, .why, .resolve]
      case .html: [.resolve, .diff]
      }
    }
  }
  enum Color: String, CaseIterable { case auto, always, never }

  var verb = Verb.list
  /// Whether the verb was given, not defaulted.
  var namesVerb = false
  var operands: [Path] = []
  var format = Format.table
  var output: Path?
  var requiresDescriptor = false
  var protocols: [String] = []
  var extensions: [String] = []
  var architectures: [String] = []
  var excluded: [String] = []
  /// A running process to inspect.
  var process: Int32?
  var core: Path?
  /// A file that lists file names.
  var list: Path?
  var listIsTerminatedByNUL = false
  var jobs = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  var color = Color.auto
  var section: String?
  var wantsSizes = false
  var wantsFiles = false
  var labels = RowLabels()
  var product: Path?
  var allowsUnread = false
  var requiresAnswers = false
  var hostPolicy = HostPolicy()
  var leastSeverity = Severity.warning
  var ignoredRules: [Rule] = []
  var explainedRule: Rule?
  var shell: Shell?
  var wantsHelp = false
  var wantsVersion = false

  /// Parses a command line.
  ///
  /// - Parameter words: the arguments, without the command's name.
  init(_ words: [Path]) throws(UsageError) {
    try take(words)
    if wantsHelp || wantsVersion || explainedRule != nil { return }
    try checkCombinations()
    try checkOperands()
  }
}

extension Arguments {
  /// Checks options that require or exclude one another.
  private func checkCombinations() throws(UsageError) {
    if listIsTerminatedByNUL, list == nil {
      throw UsageError(text: "-0 goes with --files-from")
    }
    if allowsUnread, product == nil {
      throw UsageError(text: "--allow-unread goes with --linked")
    }
    if format == .dot, section != nil || wantsSizes {
      throw UsageError(text: "--format dot draws extensions, neither sections nor sizes")
    }
    let columns = [
      ("files", wantsFiles), ("label", !labels.pairs.isEmpty),
    ]
    if format != .json, format != .ndjson, let (name, _) = columns.first(where: \.1) {
      throw UsageError(text: "--\(name) goes with --format json or ndjson")
    }
    guard verb == .list, section != nil else { return }
    if wantsFiles {
      throw UsageError(text: "--files does not go with --section")
    }
    if wantsSizes { throw UsageError(text: "--sizes does not go with --section") }
    if !protocols.isEmpty || !extensions.isEmpty {
      throw UsageError(text: "--section does not go with --protocol and --extension")
    }
  }

  /// Whether an option names the files, so that no paths are needed.
  var bringsPaths: Bool { list != nil || process != nil || core != nil }

  private mutating func checkOperands() throws(UsageError) {
    if operands.contains(where: \.bytes.isEmpty) {
      throw UsageError(text: "an argument is empty: is a shell variable unset?")
    }
    switch verb.operands {
    case .none:
      if !operands.isEmpty { throw UsageError(text: "\(verb.rawValue) takes no arguments") }
    case .shell:
      shell = operands.first?.utf8.flatMap(Shell.init)
      if operands.count != 1 || shell == nil {
        throw UsageError(text: "\(verb.rawValue) takes a shell: \(Shell.names)")
      }
    case .twoPaths:
      if operands.count < 2 {
        throw UsageError(text: "\(verb.rawValue) takes two paths, OLD and NEW, and then plug-ins")
      }
      if operands.count > 2, format == .html {
        throw UsageError(text: "\(verb.rawValue) --format html takes two paths: OLD and NEW")
      }
    case .hostAndPlugins:
      if operands.count < 2 {
        throw UsageError(text: "\(verb.rawValue) takes a host's program, and then plug-ins")
      }
    case .protocolAndPaths:
      if operands.count < (bringsPaths ? 1 : 2) {
        throw UsageError(text: "\(verb.rawValue) takes a protocol, and then at least one path")
      }
    case .paths, .pathsOfProtocol:
      if operands.isEmpty, !bringsPaths {
        let what = product == nil ? verb.rawValue : "\(verb.rawValue) --linked PRODUCT"
        throw UsageError(text: "\(what) takes at least one path")
      }
    }
  }
}
