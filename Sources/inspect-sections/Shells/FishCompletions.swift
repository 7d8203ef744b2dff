// SPDX-License-Identifier: Apache-2.0

/// Writes `complete` commands for fish.
enum FishCompletions {
  static var text: String {
    """
    # fish completions of inspect-sections, by: inspect-sections completions fish
    function __inspect_sections_verb
      set -l words (commandline -opc)
      if set -q words[2]; and contains -- $words[2] \(Verb.allCases.names.joined(separator: " "))
        echo $words[2]
      else
        echo \(Verb.list.rawValue)
      end
    end
    \(verbs)
    \(Verb.allCases.flatMap(lines).joined(separator: "\n"))

    """
  }

  private static var verbs: String {
    Verb.allCases.map { verb in
      "complete -c inspect-sections -n 'test (count (commandline -opc)) -eq 1'"
        + " -a \(verb.rawValue) -d '\(verb.row.summary.quoted)'"
    }.joined(separator: "\n")
  }

  private static func lines(of verb: Verb) -> [String] {
    let start =
      "complete -c inspect-sections -n 'test (__inspect_sections_verb) = \(verb.rawValue)'"
    let options = verb.options.map { option in
      let letter = option.letter.map { " -s \($0)" } ?? ""
      let value =
        switch option.value {
        case .choice(let words): " -x -a '\(words.joined(separator: " "))'"
        case .file: " -r -F"
        case .other: " -x"
        case nil: ""
        }
      return "\(start) -l \(option.name)\(letter)\(value) -d '\(option.help.quoted)'"
    }
    let operands = verb.row.operands
    if operands.rest != nil { return options }
    if case .choice(let words) = operands.first.first {
      return options + ["\(start) -f -a '\(words.joined(separator: " "))'"]
    }
    return options + ["\(start) -f"]
  }
}

extension String {
  /// The text for single quotes.
  fileprivate var quoted: String {
    replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#)
  }
}
