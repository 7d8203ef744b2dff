// SPDX-License-Identifier: Apache-2.0

/// The options, by their long names.
enum Option: String, CaseIterable {
  case format
  case output
  case require
  case `protocol`
  case `extension`
  case arch
  case exclude
  case jobs
  case color
  case section
  case linked
  case explain
  case help
  case version

  var letter: Character? {
    switch self {
    case .output: "o"
    case .jobs: "j"
    case .help: "h"
    default: nil
    }
  }

  /// What its value is called in the help; nil if it takes none.
  var value: String? {
    switch self {
    case .format: "table|json|ndjson"
    case .output: "FILE"
    case .protocol, .extension, .arch, .exclude: "GLOB"
    case .jobs: "N"
    case .color: "auto|always|never"
    case .section: "NAME"
    case .linked: "PRODUCT"
    case .explain: "RULE"
    case .require, .help, .version: nil
    }
  }

  var verbs: [Verb] {
    let scanning: [Verb] = [.list, .dump, .check, .diff, .why]
    return switch self {
    case .format, .output, .color, .arch, .exclude, .jobs, .require: scanning
    case .protocol, .extension: [.list, .check, .diff, .why]
    case .section: [.dump]
    case .linked, .explain: [.check]
    case .help, .version: Verb.allCases
    }
  }

  var help: String {
    switch self {
    case .format: "how to print; a table is for people"
    case .output: "write there instead of to standard output, whole or not at all"
    case .require: "exit 1 if there is nothing to show"
    case .protocol: "only extensions of these protocols"
    case .extension: "only these extensions"
    case .arch: "only files for these architectures, such as aarch64"
    case .exclude: "leave out such paths or names in folders; can be repeated"
    case .jobs: "read so many files at the same time (all processors)"
    case .color: "colors; NO_COLOR in the environment says never"
    case .section: "dump every section of that name"
    case .linked: "prove that PRODUCT holds every descriptor of the inputs"
    case .explain: "what a rule is about, and what to do"
    case .help: "this text"
    case .version: "the version"
    }
  }
}
