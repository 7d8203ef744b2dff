// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// An option: its names, value, verbs, help and effect.
///
/// Two options can have one name, with different verbs.
struct Option: Sendable {
  /// The kind of value that an option or operand takes.
  enum Value {
    case choice([String])
    case file(String)
    case other(String)
  }

  /// The long name, without the dashes.
  let name: String
  var letter: Character?
  /// The value; nil if it takes none.
  var value: Value?
  let verbs: [Verb]
  /// Whether it can be given several times.
  var isRepeated = false
  /// The option that has to be given too.
  var needs: String?
  /// The options that must not be given too.
  var excludes: [String] = []
  let help: String
  /// Stores the value; an option without one gets an empty path.
  let set: @Sendable (inout Arguments, Path) throws(UsageError) -> Void

  /// The option as typed: `--output`, `-o`.
  var names: [String] { ["--\(name)"] + (letter.map { ["-\($0)"] } ?? []) }

  /// The option with its value: `-o, --output FILE`.
  var usage: String {
    names.reversed().joined(separator: ", ") + (value.map { " \($0.text)" } ?? "")
  }
}

extension Option {
  /// The options, in the order of help.
  static let all = Verb.inspecting.map(format) + ofReports + ofFiles + ofVerbs + ofAll

  private static func format(of verb: Verb) -> Option {
    choice(
      "format", Arguments.Format.allCases.filter { $0.verbs.contains(verb) }, [verb],
      "how to print; a table is for people"
    ) { $0.format = $1 }
  }

  private static let scanning = Verb.inspecting.filter { $0 != .fit }
  private static let listing = scanning.filter { $0 != .diff }
  private static let selecting = scanning.filter { $0 != .dump }

  private static let ofReports: [Option] = [
    Option(
      name: "output", letter: "o", value: .file("FILE"), verbs: Verb.inspecting,
      help: "write there instead of to standard output, whole or not at all"
        // `-` is standard output, as without the option.
    ) { $0.output = $1 == Path("-") ? nil : $1 },
    flag("require", scanning, "exit 1 if the input has none of what is asked for") {
      $0.requiresDescriptor = true
    },
    choice(
      "color", Arguments.Color.allCases, Verb.inspecting,
      "colors; NO_COLOR in the environment says never"
    ) { $0.color = $1 },
  ]

  private static let ofFiles: [Option] = [
    list("protocol", "GLOB", selecting, "only extensions of these protocols") {
      $0.protocols.append($1.text)
    },
    list("extension", "GLOB", selecting, "only these extensions") {
      $0.extensions.append($1.text)
    },
    list("arch", "GLOB", scanning, "only files for these architectures, such as aarch64") {
      $0.architectures.append($1.text)
    },
    list("exclude", "GLOB", scanning, "leave out such paths or names in folders") {
      $0.excluded.append($1.text)
    },
    Option(
      name: "process", value: .other("PID"), verbs: listing,
      help: "look at the files that a running process maps"
    ) { arguments, word throws(UsageError) in try arguments.setProcess(word) },
    Option(
      name: "core", value: .file("FILE"), verbs: listing,
      help: "look at the files that a process had mapped when its core was written"
    ) { $0.core = $1 },
    Option(
      name: "files-from", value: .file("FILE"), verbs: listing,
      help: "read more paths from FILE, one a line; - is standard input"
    ) { $0.list = $1 },
    Option(
      name: "null", letter: "0", verbs: listing, needs: "files-from",
      help: "the paths of --files-from end in NUL, as find -print0 writes them"
    ) { arguments, _ in arguments.listIsTerminatedByNUL = true },
    Option(
      name: "jobs", letter: "j", value: .other("N"), verbs: scanning,
      help: "read so many files at the same time (all processors)"
    ) { arguments, word throws(UsageError) in try arguments.setJobs(word) },
  ]

  private static let ofVerbs: [Option] = [
    Option(
      name: "section", value: .other("GLOB"), verbs: [.list],
      excludes: ["files", "sizes", "protocol", "extension"],
      help: "which files have such sections, instead of extensions"
    ) { $0.section = $1.text },
    Option(
      name: "section", value: .other("NAME"), verbs: [.dump],
      help: "dump every section of that name"
    ) { $0.section = $1.text },
    flag("sizes", [.list], "the bytes of each extension's descriptor and code") {
      $0.wantsSizes = true
    },
    flag("files", [.list], "JSON of each file too, whether or not it brings extensions") {
      $0.wantsFiles = true
    },
    list("label", "NAME=VALUE", [.list, .check], "a label in each row of JSON") {
      arguments, word throws(UsageError) in try arguments.addLabel(word)
    },
    Option(
      name: "linked", value: .file("PRODUCT"), verbs: [.check],
      help: "prove that PRODUCT holds every descriptor of the inputs"
    ) { $0.product = $1 },
    Option(
      name: "allow-unread", verbs: [.check], needs: "linked",
      help: "inputs that only the link compiles are no bad input"
    ) { arguments, _ in arguments.allowsUnread = true },
    choice(
      "fail-on", [Severity.warning, .error], [.check],
      "exit 1 for findings from this severity on (warning)"
    ) { $0.leastSeverity = $1 },
    choice("ignore", Rule.allCases, [.check], repeated: true, "turn a rule off") {
      $0.ignoredRules.append($1)
    },
    choice("explain", Rule.allCases, [.check], "what a rule is about, and what to do") {
      $0.explainedRule = $1
    },
    flag(
      "require-answers", [.resolve], "exit 1 where a requirement has no answer, or a conflict"
    ) { $0.requiresAnswers = true },
    list("provide", "NAME=VERSION", [.fit], "what the host has that plug-ins can need") {
      arguments, word throws(UsageError) in try arguments.addProvided(word)
    },
    list("at-most", "VERSION", [.fit], "the newest version of symbols, such as GLIBC_2.31") {
      arguments, word throws(UsageError) in try arguments.addLimit(word)
    },
    Option(
      name: "root", value: .file("DIR"), verbs: [.fit],
      help: "the root of the machine that runs the host, such as an unpacked image"
    ) { $0.hostPolicy.root = $1 },
    choice(
      "on-conflict", ConflictChoice.allCases, [.fit],
      "what load does with conflicts of plug-ins (first-by-name)"
    ) { $0.hostPolicy.onConflict = $1 },
    flag(
      "allow-other-compilers", [.fit], "accept what another compiler has compiled, as load can"
    ) { $0.hostPolicy.allowsOtherCompilers = true },
  ]

  private static let ofAll: [Option] = [
    Option(name: "help", letter: "h", verbs: Verb.allCases, help: "this text") { arguments, _ in
      arguments.wantsHelp = true
    },
    flag("version", Verb.allCases, "the version, and that of libelf") { $0.wantsVersion = true },
  ]

  private static func flag(
    _ name: String, _ verbs: [Verb], _ help: String,
    set: @escaping @Sendable (inout Arguments) -> Void
  ) -> Option {
    Option(name: name, verbs: verbs, help: help) { arguments, _ in set(&arguments) }
  }

  /// An option that can be repeated.
  private static func list(
    _ name: String, _ value: String, _ verbs: [Verb], _ help: String,
    add: @escaping @Sendable (inout Arguments, Path) throws(UsageError) -> Void
  ) -> Option {
    Option(
      name: name, value: .other(value), verbs: verbs, isRepeated: true,
      help: help + "; can be repeated", set: add)
  }

  private static func choice<Choice: RawRepresentable<String> & Sendable>(
    _ name: String, _ choices: [Choice], _ verbs: [Verb], repeated isRepeated: Bool = false,
    _ help: String, set: @escaping @Sendable (inout Arguments, Choice) -> Void
  ) -> Option {
    Option(
      name: name, value: .choice(choices.names), verbs: verbs, isRepeated: isRepeated,
      help: isRepeated ? help + "; can be repeated" : help
    ) { arguments, word in
      // The parser has compared it with the choices.
      if let choice = word.utf8.flatMap(Choice.init(rawValue:)) { set(&arguments, choice) }
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

extension Path {
  /// The text of a name or pattern.
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Collection where Element: RawRepresentable<String> {
  /// The names in the form in which they are typed.
  var names: [String] { map(\.rawValue) }
}
