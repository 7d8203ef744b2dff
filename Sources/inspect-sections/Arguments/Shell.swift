// SPDX-License-Identifier: Apache-2.0

/// The shells that have completions.
enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// The names, for people.
  static var names: String {
    let all = allCases.map(\.rawValue)
    return all.dropLast().joined(separator: ", ") + " and " + (all.last ?? "")
  }

  /// The file from which a user's shell loads completions.
  var place: String {
    switch self {
    case .bash: "~/.local/share/bash-completion/completions/inspect-sections"
    case .zsh: "~/.zfunc/_inspect-sections"
    case .fish: "~/.config/fish/completions/inspect-sections.fish"
    }
  }
}
