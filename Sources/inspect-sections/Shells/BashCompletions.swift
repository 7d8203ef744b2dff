// SPDX-License-Identifier: Apache-2.0

/// Writes a completion function for bash that needs nothing else.
enum BashCompletions {
  static var text: String {
    """
    # bash completions of inspect-sections, by: inspect-sections completions bash
    _inspect_sections() {
      local IFS=$'\\n' verb=list words=
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
      COMPREPLY=()
      # bash takes --option=value apart.
      if [[ $word == = ]]; then
        word=
      elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      if ((COMP_CWORD > 1)); then
        case ${COMP_WORDS[1]} in
          \(Verb.allCases.names.joined(separator: " | "))) verb=${COMP_WORDS[1]} ;;
        esac
      fi
      case $verb:$before in
    \(values)
      esac
      if [[ -z $words ]]; then
        case $verb:$word in
    \(options)
        esac
      fi
      if [[ -z $words && $COMP_CWORD == 1 ]]; then
        words=$'\(Verb.allCases.names.lines)'
        COMPREPLY=($(compgen -W "$words" -- "$word"))
        words=
      fi
      if [[ -z $words ]]; then
        case $verb in
    \(operands)
        esac
      fi
      if [[ -n $words ]]; then
        COMPREPLY+=($(compgen -W "$words" -- "$word"))
      else
        COMPREPLY+=($(compgen -f -- "$word"))
      fi
    }
    complete -o filenames -F _inspect_sections inspect-sections

    """
  }

  /// The values that can follow an option.
  private static var values: String {
    lines { verb, option in
      guard let value = option.value else { return nil }
      let patterns = option.names.map { "\(verb.rawValue):\($0)" }.joined(separator: " | ")
      return switch value {
      case .choice(let words): "    \(patterns)) words=$'\(words.lines)' ;;"
      case .file: "    \(patterns)) COMPREPLY=($(compgen -f -- \"$word\")); return ;;"
      case .other: "    \(patterns)) return ;;"
      }
    }
  }

  private static var options: String {
    Verb.allCases.map { verb in
      "      \(verb.rawValue):-*) words=$'\(verb.options.flatMap(\.names).lines)' ;;"
    }.joined(separator: "\n")
  }

  private static var operands: String {
    Verb.allCases.filter { $0.row.operands.rest == nil }.map { verb in
      if case .choice(let words) = verb.row.operands.first.first {
        "      \(verb.rawValue)) words=$'\(words.lines)' ;;"
      } else {
        "      \(verb.rawValue)) return ;;"
      }
    }.joined(separator: "\n")
  }

  private static func lines(_ line: (Verb, Option) -> String?) -> String {
    Verb.allCases.flatMap { verb in verb.options.compactMap { line(verb, $0) } }
      .joined(separator: "\n")
  }
}

extension [String] {
  /// The words as lines inside `$'…'`.
  fileprivate var lines: String { joined(separator: #"\n"#) }
}
