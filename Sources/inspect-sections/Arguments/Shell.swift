// SPDX-License-Identifier: Apache-2.0

/// The shells that there are completions for.
enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// For people.
  static var names: String {
    let all = allCases.map(\.rawValue)
    return all.dropLast().joined(separator: ", ") + " and " + (all.last ?? "")
  }

  /// The file where a user's shell looks for them.
  var place: String {
    switch self {
    case .bash: "~/.local/share/bash-completion/completions/inspect-sections"
    case .zsh: "~/.zfunc/_inspect-sections"
    case .fish: "~/.config/fish/completions/inspect-sections.fish"
    }
  }
}
