// SPDX-License-Identifier: Apache-2.0

/// The text of `--help`, for the command and each verb.
enum Help {
  /// The purpose of the command.
  static let summary = "Shows what Graft extensions a binary brings, without running it"

  static func text(_ arguments: Arguments) -> String {
    arguments.namesVerb ? text(arguments.verb) : overview
  }

  private static var overview: String {
    let verbs = Verb.allCases.map { "  \($0.synopsis.padded(to: 44))\($0.row.summary)" }
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
    let options = verb.options.map { "  \($0.usage.padded(to: 34))\($0.help)" }
    return """
      Usage: inspect-sections \(verb.synopsis)

      \(verb.row.summary).

      Options:
      \(options.joined(separator: "\n"))

      Examples:
      \(verb.row.examples.map { "  inspect-sections " + $0 }.joined(separator: "\n"))

      """
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(2, width - count))
  }
}
