// SPDX-License-Identifier: Apache-2.0

/// The text of `--help`, for the command and each verb.
enum Help {
  /// The purpose of the command.
  static let summary = "Shows what Graft extensions a binary brings, without running it"

  static func text(_ arguments: Arguments) -> String {
    arguments.namesVerb ? text(arguments.verb) : overview
  }

  private static var overview: String {
    let verbs = Verb.allCases.map { "  \($0.synopsis.padded(to: 44))\($0.summary)" }
    let codes = ExitCode.meanings.map { "  \("\($0.code)".padded(to: 4))\($0.meaning)" }
    return """
      \(summary).

      \(verbs.joined(separator: "\n"))

      Without a verb: list. A PATH is an ELF file, an archive, a folder, or - for
      standard input. inspect-sections VERB --help has the options and examples,
      inspect-sections manual all of them.

      Exit status:
      \(codes.joined(separator: "\n"))

      """
  }

  private static func text(_ verb: Verb) -> String {
    let options = Option.allCases.filter { $0.verbs.contains(verb) }.map { option in
      "  \(option.usage(with: verb).padded(to: 34))\(option.help(with: verb))"
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

extension Option {
  /// The option with its value: `-o, --output FILE`.
  func usage(with verb: Verb) -> String {
    let names = [letter.map { "-\($0)" }, "--\(rawValue)"].compactMap { $0 }
    return names.joined(separator: ", ") + (value(with: verb).map { " \($0.text)" } ?? "")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(2, width - count))
  }
}
