// SPDX-License-Identifier: Apache-2.0

/// `--help`, for the command and for each verb.
enum Help {
  static func text(_ arguments: Arguments) -> String {
    arguments.namesVerb ? text(arguments.verb) : overview
  }

  private static var overview: String {
    let verbs = Verb.allCases.map { verb in
      "  \(verb.synopsis.padded(to: 44))\(verb.summary)"
    }
    return """
      Shows what Graft extensions a binary brings, without running it.

      \(verbs.joined(separator: "\n"))

      Without a verb: list. A PATH is an ELF file, an archive, a folder, or - for
      standard input. inspect-sections VERB --help has the options and examples.

      Exit status: 0 done; 1 the answer is no; 2 some input was bad, the rest is
      printed all the same; 64 wrong usage.

      """
  }

  private static func text(_ verb: Verb) -> String {
    let options = Option.allCases.filter { $0.verbs.contains(verb) }.map { option in
      let names = [option.letter.map { "-\($0)" }, "--\(option.rawValue)"].compactMap { $0 }
      let head = names.joined(separator: ", ") + (option.value.map { " \($0)" } ?? "")
      return "  \(head.padded(to: 32))\(option.help)"
    }
    return """
      Usage: inspect-sections \(verb.synopsis)

      \(verb.summary).

      Options:
      \(options.joined(separator: "\n"))

      Examples:
      \(verb.examples.map { "  inspect-sections " + $0 }.joined(separator: "\n"))

      """
  }
}

extension Verb {
  fileprivate var synopsis: String {
    switch self {
    case .list: "[list] PATH…"
    case .dump: "dump [--section NAME] PATH…"
    case .check: "check [--linked PRODUCT] PATH…"
    case .diff: "diff OLD NEW"
    case .why: "why PROTOCOL[.REQUIREMENT] PATH…"
    case .schema: "schema"
    }
  }

  fileprivate var summary: String {
    switch self {
    case .list: "The extensions that files bring"
    case .dump: "The section table, or a section with its relocations and strings"
    case .check: "Finds broken records, conflicts, and what a linker lost"
    case .diff: "What was added, removed or changed; a side can be JSON of list"
    case .why: "In which order extensions are asked, as far as names tell"
    case .schema: "The JSON schema of the reports"
    }
  }

  fileprivate var examples: [String] {
    switch self {
    case .list:
      [
        ".build/release/greetings", "list --format json --output extensions.json .build/release",
        "list --protocol 'Gree*' --exclude '*.o' .",
      ]
    case .dump:
      ["dump .build/release/greetings", "dump --section graft_descriptors libHolidays.so"]
    case .check:
      [
        "check host libHolidays.so", "check --linked host .build/release/Courtesies.build",
        "check --explain anchor-missing",
      ]
    case .diff: ["diff extensions.json .build/release/greetings"]
    case .why: ["why Greeter greetings libHolidays.so", "why 'Greeter.greet(_:)' greetings"]
    case .schema: ["schema"]
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(2, width - count))
  }
}
