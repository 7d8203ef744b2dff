// SPDX-License-Identifier: Apache-2.0

import ELFInspection

extension Shell {
  /// The completions for the shell that the operand names.
  static func completions(_ operands: [Path]) -> String {
    switch operands.first?.utf8.flatMap(Shell.init) {
    case .bash: BashCompletions.text
    case .zsh: ZshCompletions.text
    case .fish: FishCompletions.text
    case nil: ""
    }
  }
}
