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
    Verb.allCases.map { "    '\($0.rawValue):\($0.summary.quoted)'" }.joined(separator: "\n")
  }

  private static func arguments(of verb: Verb) -> String {
    let options = Option.allCases.filter { $0.verbs.contains(verb) }.map { option in
      let help = "[\(option.help(with: verb).escaped.quoted)]"
      let value = option.value(with: verb).map { value in
        switch value {
        case .choice(let words): ":\(value.text.escaped):(\(words.joined(separator: " ")))"
        case .file(let name): ":\(name):_files"
        case .other(let name): ":\(name): "
        }
      }
      // Once an option is given, neither of its names is offered again.
      let others =
        option.isRepeated ? "'*'" : "'(\(option.names.joined(separator: " ")))'"
      let names =
        option.names.count == 1 ? option.names[0] : "{\(option.names.joined(separator: ","))}"
      return "        \(others)\(names)'\(help)\((value ?? "").quoted)'"
    }
    return """
          \(verb.rawValue))
            _arguments -s : \\
      \((options + operands(of: verb)).joined(separator: " \\\n"))
            ;;
      """
  }

  private static func operands(of verb: Verb) -> [String] {
    switch verb.operands {
    case .none: []
    case .paths, .pathsOfProtocol: ["        '*:path:_files'"]
    case .hostAndPlugins: ["        '1:host:_files' '*:plugin:_files'"]
    case .twoPaths: ["        '1:old:_files' '2:new:_files' '*:plugin:_files'"]
    case .protocolAndPaths: ["        '1:protocol: ' '*:path:_files'"]
    case .shell: ["        '1:shell:(\(Shell.allCases.names.joined(separator: " ")))'"]
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
