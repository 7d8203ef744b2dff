// SPDX-License-Identifier: Apache-2.0

/// Writes a function for zsh's completion system: put it on `fpath`, or source
/// it after compinit.
enum ZshCompletions {
  static var text: String {
    """
    #compdef inspect-sections
    # zsh completions of inspect-sections, by: inspect-sections completions zsh
    _inspect_sections() {
      local verb=list
      local -a verbs
      verbs=(
    \(verbs)
      )
      if ((CURRENT == 2)) && [[ ${words[2]} != -* ]]; then
        _describe -t verbs verb verbs
      elif ((CURRENT > 2)) && [[ -n ${verbs[(r)${words[2]}:*]} ]]; then
        verb=${words[2]}
        shift words
        ((CURRENT--))
      fi
      case $verb in
    \(Verb.allCases.map(arguments).joined(separator: "\n"))
      esac
    }
    if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
      _inspect_sections "$@"
    else
      compdef _inspect_sections inspect-sections
    fi

    """
  }

  private static var verbs: String {
    Verb.allCases.map { "    '\($0.rawValue):\($0.row.summary.quoted)'" }.joined(separator: "\n")
  }

  private static func arguments(of verb: Verb) -> String {
    let options = verb.options.map { option in
      // Once an option is given, neither of its names is offered again.
      let others = option.isRepeated ? "'*'" : "'(\(option.names.joined(separator: " ")))'"
      let names =
        option.names.count == 1 ? option.names[0] : "{\(option.names.joined(separator: ","))}"
      let value = option.value.map { ":" + $0.completion } ?? ""
      return "        \(others)\(names)'\("[\(option.help.escaped)]\(value)".quoted)'"
    }
    return """
          \(verb.rawValue))
            _arguments -s : \\
      \((options + operands(of: verb)).joined(separator: " \\\n"))
            ;;
      """
  }

  private static func operands(of verb: Verb) -> [String] {
    let operands = verb.row.operands
    let first = operands.first.enumerated().map { "\($0 + 1):\($1.completion)" }
    return (first + (operands.rest.map { ["*:\($0.completion)"] } ?? [])).map {
      "        '\($0)'"
    }
  }
}

extension Option.Value {
  /// A message and an action of `_arguments`.
  fileprivate var completion: String {
    let name = text.escaped
    return switch self {
    case .choice(let words): "\(name):(\(words.joined(separator: " ")))"
    case .file: "\(name):_files"
    case .other: "\(name): "
    }
  }
}

extension String {
  /// The text for single quotes.
  fileprivate var quoted: String { replacing("'", with: #"'\''"#) }

  /// The text escaped for `_arguments`.
  fileprivate var escaped: String {
    reduce(into: "") { text, character in
      if #"[]:\"#.contains(character) { text += "\\" }
      text.append(character)
    }
  }
}
