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

    var isForPrograms: Bool {
      switch self {
      case .json, .ndjson, .sarif: true
      case .table, .dot, .html: false
      }
    }
  }
  enum Color: String, CaseIterable { case auto, always, never }

  var verb = Verb.list
  /// Whether the verb was given, not defaulted.
  var namesVerb = false
  var operands: [Path] = []
  /// The options as typed, in order.
  var given: [(name: String, option: Option)] = []
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
  /// The verb and format of a command line that is wrong.
  init(refused words: [Path]) {
    let words = words.map(\.display)
    verb = words.first.flatMap(Verb.init) ?? .list
    let attached = words.last { $0.hasPrefix("--format=") }?.dropFirst("--format=".count)
    let separate = Array(zip(words, words.dropFirst())).last { $0.0 == "--format" }?.1[...]
    let text = attached ?? separate
    format = text.flatMap { Format(rawValue: String($0)) } ?? .table
  }

  /// Checks options that require or exclude one another.
  private func checkCombinations() throws(UsageError) {
    func isGiven(_ name: String) -> Bool { given.contains { $0.option.name == name } }
    for (name, option) in given {
      if let needed = option.needs, !isGiven(needed) {
        throw UsageError(text: "\(name) goes with --\(needed)")
      }
      if let excluded = option.excludes.first(where: isGiven) {
        throw UsageError(text: "--\(excluded) does not go with \(name)")
      }
    }
    if format == .dot, section != nil || wantsSizes {
      throw UsageError(text: "--format dot draws extensions, neither sections nor sizes")
    }
    if format != .json, format != .ndjson, let name = ["files", "label"].first(where: isGiven) {
      throw UsageError(text: "--\(name) goes with --format json or ndjson")
    }
    if verb == .diff, format == .html, operands.count > 2 {
      throw UsageError(text: "\(verb.rawValue) --format html takes two paths: OLD and NEW")
    }
  }

  /// Whether an option names the files, so that no paths are needed.
  var bringsPaths: Bool { list != nil || process != nil || core != nil }

  private func checkOperands() throws(UsageError) {
    if operands.contains(where: \.bytes.isEmpty) {
      throw UsageError(text: "an argument is empty: is a shell variable unset?")
    }
    let expected = verb.row.operands
    let areAllowed = zip(expected.first, operands).allSatisfy { value, word in
      if case .choice(let words) = value { words.contains { Path($0) == word } } else { true }
    }
    guard areAllowed, expected.allow(operands.count, bringsPaths: bringsPaths) else {
      let what = product == nil ? verb.rawValue : "\(verb.rawValue) --linked PRODUCT"
      throw UsageError(text: "\(what) takes \(expected.text)")
    }
  }
}
