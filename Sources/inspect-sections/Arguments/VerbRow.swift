// SPDX-License-Identifier: Apache-2.0

/// The facts about a verb.
///
/// The parser, help, completions, the manual page and the schema are made of
/// these rows and those of `Option`.
struct VerbRow {
  /// The purpose as a sentence without its full stop.
  let summary: String
  let operands: Operands
  /// The operands and main options, as they follow the verb.
  let synopsis: String
  let examples: [String]
  /// The types of the results in its reports.
  var results: [String] = []
  /// Whether it shows or heeds what a process has withdrawn, blocked or advised.
  var readsPrograms = false
}

/// The operands of a verb.
struct Operands {
  /// The operands with a meaning of their own, in order.
  var first: [Option.Value] = []
  /// The operands that can follow; nil if none can.
  var rest: Option.Value?
  /// The least number; options that name files replace one.
  let least: Int
  /// The operands, for errors.
  let text: String

  static let none = Operands(least: 0, text: "no arguments")
  static let paths = Operands(rest: .file("PATH"), least: 1, text: "at least one path")

  /// Whether a number of operands is right.
  func allow(_ count: Int, bringsPaths: Bool) -> Bool {
    count >= least - (bringsPaths ? 1 : 0) && (rest != nil || count <= first.count)
  }
}

extension Verb {
  var row: VerbRow {
    switch self {
    case .list:
      VerbRow(
        summary: "The extensions that files bring, or which files have a section",
        operands: .paths, synopsis: "[--section GLOB | --sizes] PATH…",
        examples: [
          ".build/release/greetings",
          "list --format json --output extensions.json .build/release",
          "list --protocol 'Gree*' --exclude '*.o' .", "list --section 'swift5_*' /usr/lib",
          "list --format ndjson --files --label host=h1 --output h1.ndjson /opt",
        ],
        results: [
          "descriptor", "protocol", "manifest", "section", "file", "image", "blocked", "advice",
        ], readsPrograms: true)
    case .dump:
      VerbRow(
        summary: "The section table, or a section with its relocations and strings",
        operands: .paths, synopsis: "[--section NAME] PATH…",
        examples: [
          "dump .build/release/greetings", "dump --section graft_descriptors libHolidays.so",
        ], results: ["section", "content"])
    case .check:
      VerbRow(
        summary: "Finds broken records, conflicts, and what a linker lost",
        operands: .paths, synopsis: "[--linked PRODUCT] PATH…",
        examples: [
          "check host libHolidays.so", "check --linked host .build/release/Courtesies.build",
          "check --format sarif --output findings.sarif host", "check --explain anchor-missing",
        ], results: ["finding", "explanation"])
    case .diff:
      VerbRow(
        summary: "What was added, removed or changed, and which plug-ins that breaks",
        operands: Operands(
          first: [.file("OLD"), .file("NEW")], rest: .file("PLUGIN"), least: 2,
          text: "two paths, OLD and NEW, and then plug-ins"),
        synopsis: "OLD NEW [PLUGIN…]",
        examples: [
          "diff extensions.json .build/release/greetings",
          "diff old/libGreetingsAPI.so new/libGreetingsAPI.so libHolidays.so",
        ],
        results: ["difference", "protocolDifference", "manifestDifference", "brokenExtension"])
    case .why:
      VerbRow(
        summary: "In which order extensions are asked, as far as types or names tell",
        operands: Operands(
          first: [.other("PROTOCOL")], rest: .file("PATH"), least: 2,
          text: "a protocol, and then at least one path"),
        synopsis: "PROTOCOL[.REQUIREMENT] PATH…",
        examples: ["why Greeter greetings libHolidays.so", "why 'Greeter.greet(_:)' greetings"],
        results: ["step"], readsPrograms: true)
    case .resolve:
      VerbRow(
        summary: "Who answers each requirement of each type in a process with the files",
        operands: .paths, synopsis: "[PROTOCOL[.REQUIREMENT]] PATH…",
        examples: [
          "resolve greetings libHolidays.so", "resolve Greeter.greet greetings libHolidays.so",
          "resolve --require-answers .build/release",
        ], results: ["answer"], readsPrograms: true)
    case .fit:
      VerbRow(
        summary: "Whether a program would accept plug-ins, and if not, why",
        operands: Operands(
          first: [.file("HOST")], rest: .file("PLUGIN"), least: 2,
          text: "a host's program, and then plug-ins"),
        synopsis: "HOST… PLUGIN…",
        examples: [
          "fit greetings libHolidays.so",
          "fit --provide greetings-host=2.1 greetings plug-ins/*.so",
          "fit --root image --at-most GLIBC_2.31 image/usr/bin/greetings libHolidays.so",
          "fit --format json --allow-other-compilers greetings libHolidays.so",
        ], results: ["fit"])
    case .schema:
      VerbRow(
        summary: "The JSON schema of the reports", operands: .none, synopsis: "",
        examples: ["schema"])
    case .completions:
      VerbRow(
        summary: "What \(Shell.names) need to complete the words of this command",
        operands: Operands(
          first: [.choice(Shell.allCases.names)], least: 1, text: "a shell: \(Shell.names)"),
        synopsis: "SHELL",
        examples: Shell.allCases.map { "completions \($0.rawValue) > \($0.place)" })
    case .manual:
      VerbRow(
        summary: "The manual page, for man", operands: .none, synopsis: "",
        examples: ["manual | man -l -"])
    }
  }

  /// The verb and what follows it; the verb `list` can be left out.
  var synopsis: String {
    let name = self == .list ? "[\(rawValue)]" : rawValue
    return row.synopsis.isEmpty ? name : "\(name) \(row.synopsis)"
  }

  /// The options that go with it, in the order of help.
  var options: [Option] { Option.all.filter { $0.verbs.contains(self) } }
}
