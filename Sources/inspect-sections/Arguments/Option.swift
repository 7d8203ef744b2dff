// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// The options, by long name.
enum Option: String, CaseIterable {
  case format
  case output
  case require
  case `protocol`
  case `extension`
  case arch
  case exclude
  case process
  case core
  case filesFrom = "files-from"
  case null
  case jobs
  case color
  case section
  case sizes
  case files
  case label
  case linked
  case allowUnread = "allow-unread"
  case failOn = "fail-on"
  case ignore
  case explain
  case requireAnswers = "require-answers"
  case provide
  case onConflict = "on-conflict"
  case allowOtherCompilers = "allow-other-compilers"
  case help
  case version

  /// The kind of value that an option takes.
  enum Value {
    case choice([String])
    case file(String)
    case other(String)
  }

  var letter: Character? {
    switch self {
    case .output: "o"
    case .null: "0"
    case .jobs: "j"
    case .help: "h"
    default: nil
    }
  }

  /// The option's value; nil if it takes none.
  func value(with verb: Verb) -> Value? {
    switch self {
    case .format: .choice(Arguments.Format.allCases.filter { $0.verbs.contains(verb) }.names)
    case .color: .choice(Arguments.Color.allCases.names)
    case .failOn: .choice([Severity.warning, .error].names)
    case .ignore, .explain: .choice(Rule.allCases.names)
    case .output, .filesFrom: .file("FILE")
    case .linked: .file("PRODUCT")
    case .protocol, .extension, .arch, .exclude: .other("GLOB")
    case .jobs: .other("N")
    case .label: .other("NAME=VALUE")
    case .process: .other("PID")
    case .core: .file("FILE")
    case .section: .other(verb == .list ? "GLOB" : "NAME")
    case .provide: .other("NAME=VERSION")
    case .onConflict: .choice(ConflictChoice.allCases.names)
    case .require, .null, .sizes, .files, .allowUnread, .requireAnswers, .allowOtherCompilers,
      .help, .version:
      nil
    }
  }

  /// Whether it can be given several times.
  var isRepeated: Bool {
    switch self {
    case .protocol, .extension, .arch, .exclude, .ignore, .label, .provide: true
    default: false
    }
  }

  var verbs: [Verb] {
    switch self {
    case .format, .output, .color: Verb.inspecting
    case .arch, .exclude, .jobs, .require: Verb.inspecting.filter { $0 != .fit }
    case .filesFrom, .null, .process, .core: Verb.inspecting.filter { ![.diff, .fit].contains($0) }
    case .protocol, .extension: Verb.inspecting.filter { ![.dump, .fit].contains($0) }
    case .section: [.list, .dump]
    case .sizes, .files: [.list]
    case .label: [.list, .check]
    case .linked, .allowUnread, .failOn, .ignore, .explain: [.check]
    case .requireAnswers: [.resolve]
    case .provide, .onConflict, .allowOtherCompilers: [.fit]
    case .help, .version: Verb.allCases
    }
  }

  func help(with verb: Verb) -> String {
    switch self {
    case .format: "how to print; a table is for people"
    case .output: "write there instead of to standard output, whole or not at all"
    case .require: "exit 1 if there is nothing to show"
    case .protocol: "only extensions of these protocols"
    case .extension: "only these extensions"
    case .arch: "only files for these architectures, such as aarch64"
    case .exclude: "leave out such paths or names in folders; can be repeated"
    case .process: "look at the files that a running process maps"
    case .core: "look at the files that a process had mapped when its core was written"
    case .filesFrom: "read more paths from FILE, one a line; - is standard input"
    case .null: "the paths of --files-from end in NUL, as find -print0 writes them"
    case .jobs: "read so many files at the same time (all processors)"
    case .color: "colors; NO_COLOR in the environment says never"
    case .section:
      verb == .list
        ? "which files have such sections, instead of extensions"
        : "dump every section of that name"
    case .sizes: "the bytes of each extension's descriptor and code"
    case .files: "JSON of each file too, whether or not it brings extensions"
    case .label: "a label in each row of JSON; can be repeated"
    case .linked: "prove that PRODUCT holds every descriptor of the inputs"
    case .allowUnread: "inputs that only the link compiles are no bad input"
    case .failOn: "exit 1 for findings from this severity on (warning)"
    case .ignore: "turn a rule off; can be repeated"
    case .explain: "what a rule is about, and what to do"
    case .requireAnswers: "exit 1 where a requirement has no answer, or a conflict"
    case .provide: "what the host has that plug-ins can need; can be repeated"
    case .onConflict: "what load does with conflicts of plug-ins (first-by-name)"
    case .allowOtherCompilers: "accept what another compiler has compiled, as load can"
    case .help: "this text"
    case .version: "the version, and that of libelf"
    }
  }
}

extension Option.Value {
  /// The possible values, for people.
  var text: String {
    switch self {
    case .choice(let words): words.count > Self.fewWords ? "RULE" : words.joined(separator: "|")
    case .file(let name), .other(let name): name
    }
  }

  /// The most words to list; a longer list is described by one word.
  private static let fewWords = 5
}

extension Collection where Element: RawRepresentable<String> {
  /// The names in the form in which they are typed.
  var names: [String] { map(\.rawValue) }
}
