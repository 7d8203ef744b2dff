// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// A type of which only the compiler knows whether the default can have it. Generated code
/// has an alias for it, where the requirement is: so the compiler says there, and once,
/// what is wrong with it.
struct JudgedType: Hashable {
  enum Question {
    /// Nobody knows which associated types the protocol has from those that it refines, and
    /// those have to be written with `Self`.
    case isFound
    /// A setter's value is passed on more than once.
    case isCopyable
  }

  let question: Question
  /// As it is written where the alias is.
  let type: String

  /// In the support namespace.
  var alias: String {
    let symbol = RequirementMethodName.symbol(type)
    return switch question {
    case .isFound: "_Type\(symbol)"
    case .isCopyable: "_Value\(symbol)"
    }
  }

  var definition: String {
    switch question {
    case .isFound: type
    case .isCopyable: "Graft::GeneratedCode.DefaultCheck.CopyableValue<\(type)>"
    }
  }
}
