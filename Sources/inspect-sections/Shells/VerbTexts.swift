// SPDX-License-Identifier: Apache-2.0

/// The texts about verbs in help, completions and the manual page.
extension Verb {
  /// The operands, as they follow the command's name.
  var synopsis: String {
    switch self {
    case .list: "[list] [--section GLOB | --sizes] PATH…"
    case .dump: "dump [--section NAME] PATH…"
    case .check: "check [--linked PRODUCT] PATH…"
    case .diff: "diff OLD NEW [PLUGIN…]"
    case .why: "why PROTOCOL[.REQUIREMENT] PATH…"
    case .resolve: "resolve [PROTOCOL[.REQUIREMENT]] PATH…"
    case .fit: "fit HOST… PLUGIN…"
    case .schema: "schema"
    case .completions: "completions SHELL"
    case .manual: "manual"
    }
  }

  /// The purpose as a sentence without its full stop.
  var summary: String {
    switch self {
    case .list: "The extensions that files bring, or which files have a section"
    case .dump: "The section table, or a section with its relocations and strings"
    case .check: "Finds broken records, conflicts, and what a linker lost"
    case .diff: "What was added, removed or changed, and which plug-ins that breaks"
    case .why: "In which order extensions are asked, as far as types or names tell"
    case .resolve: "Who answers each requirement of each type in a process with the files"
    case .fit: "Whether a program would accept plug-ins, and if not, why"
    case .schema: "The JSON schema of the reports"
    case .completions: "What \(Shell.names) need to complete the words of this command"
    case .manual: "The manual page, for man"
    }
  }

  var examples: [String] {
    switch self {
    case .list:
      [
        ".build/release/greetings", "list --format json --output extensions.json .build/release",
        "list --protocol 'Gree*' --exclude '*.o' .", "list --section 'swift5_*' /usr/lib",
        "list --format ndjson --files --label host=h1 --output h1.ndjson /opt",
      ]
    case .dump:
      ["dump .build/release/greetings", "dump --section graft_descriptors libHolidays.so"]
    case .check:
      [
        "check host libHolidays.so", "check --linked host .build/release/Courtesies.build",
        "check --format sarif --output findings.sarif host", "check --explain anchor-missing",
      ]
    case .diff:
      [
        "diff extensions.json .build/release/greetings",
        "diff old/libGreetingsAPI.so new/libGreetingsAPI.so libHolidays.so",
      ]
    case .why: ["why Greeter greetings libHolidays.so", "why 'Greeter.greet(_:)' greetings"]
    case .resolve:
      [
        "resolve greetings libHolidays.so", "resolve Greeter.greet greetings libHolidays.so",
        "resolve --require-answers .build/release",
      ]
    case .fit:
      [
        "fit greetings libHolidays.so", "fit --provide greetings-host=2.1 greetings plug-ins/*.so",
        "fit --format json --allow-other-compilers greetings libHolidays.so",
      ]
    case .schema: ["schema"]
    case .completions:
      Shell.allCases.map { "completions \($0.rawValue) > \($0.place)" }
    case .manual: ["manual | man -l -"]
    }
  }
}
