// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// A type that only the compiler can judge: whether a default can have it.
///
/// Generated code has an alias for it at the requirement's place, so that the
/// compiler reports an error there, and once.
struct JudgedType: Hashable {
  enum Question {
    /// The type may be an associated type that the protocol has from one that it
    /// refines.
    ///
    /// Such a type must be written with `Self`, and macros don't know those.
    case isFound
    /// The type is nested, or generic: only its name depends on the place.
    case isPlaced
    /// The type of a setter's value, which is passed on more than once.
    case isCopyable
  }

  let question: Question
  /// The type as it is written at the alias.
  let type: String

  /// The name of its alias in the support namespace.
  var alias: String {
    let symbol = RequirementMethodName.symbol(type)
    return switch question {
    case .isFound, .isPlaced: "_Type\(symbol)"
    case .isCopyable: "_Value\(symbol)"
    }
  }

  var definition: String {
    switch question {
    case .isFound, .isPlaced: type
    case .isCopyable: "Graft::GeneratedCode.DefaultCheck.CopyableValue<\(type)>"
    }
  }
}
