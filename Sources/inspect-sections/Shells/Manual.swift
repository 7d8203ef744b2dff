// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// Writes the manual page with the macros of man(7).
enum Manual {
  static var text: String {
    let sections: [(String, String)] = [
      ("NAME", #"inspect\-sections \- \#(Help.summary.lowercasedFirst.roff)"#),
      ("SYNOPSIS", synopsis),
      ("DESCRIPTION", description.roff),
      ("VERBS", Verb.allCases.map(section).joined(separator: "\n")),
      ("RULES", rules),
      ("EXIT STATUS", list(ExitCode.meanings.map { ("\($0.code)", $0.meaning + ".") })),
      ("ENVIRONMENT", list(Terminal.variables.map { ($0.name, $0.meaning + ".") })),
      ("SEE ALSO", ".BR readelf (1),\n.BR scanelf (1),\n.BR elf (5)"),
    ]
    return """
      .\\" Written by: inspect-sections manual
      .TH INSPECT\\-SECTIONS 1 "" "inspect\\-sections \(CommandVersion.text)" "User Commands"
      \(sections.map { ".SH \($0.0)\n\($0.1)" }.joined(separator: "\n"))

      """
  }

  private static let description = """
    Reads ELF files, archives and folders with libelf, and runs nothing. Without a verb it is \
    list. A PATH is an ELF file, an archive, a folder, which is walked, or - for standard \
    input. Results go to standard output, and what can't be read is said on standard error.
    """

  private static var synopsis: String {
    Verb.allCases.map { ".B inspect\\-sections\n\($0.synopsis.roff)" }
      .joined(separator: "\n.br\n")
  }

  private static func section(of verb: Verb) -> String {
    let options = verb.options.map { ($0.usage, $0.help.uppercasedFirst + ".") }
    let examples = verb.row.examples.map { "inspect-sections \($0)".roff }
    return """
      .SS \(verb.synopsis.roff)
      \(verb.row.summary.roff).
      \(list(options))
      .PP
      .nf
      .RS
      \(examples.joined(separator: "\n"))
      .RE
      .fi
      """
  }

  private static var rules: String {
    list(
      Rule.allCases.map { rule in
        let text = rule.explanation.split(separator: "\n").joined(separator: " ")
        return ("\(rule.rawValue) (\(rule.severity.rawValue))", text)
      })
  }

  private static func list(_ items: [(String, String)]) -> String {
    items.map { ".TP\n.B \($0.0.roff)\n\($0.1.roff)" }.joined(separator: "\n")
  }
}

extension String {
  /// The text escaped for roff, so that nothing in it is a request or an
  /// escape.
  fileprivate var roff: String {
    let text = reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "'": text += "\\(aq"
      case "…": text += "..."
      case "~": text += "\\(ti"
      case "^": text += "\\(ha"
      case "`": text += "\\(ga"
      default: text.append(character)
      }
    }
    return text.hasPrefix(".") ? "\\&" + text : text
  }

  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
  fileprivate var uppercasedFirst: String { prefix(1).uppercased() + dropFirst() }
}
