// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// The language's own attributes, as far as generated code repeats them.
///
/// Any other attribute can be a global actor, whose name may begin with any letter.
enum LanguageAttributes {
  /// Whether an attribute without arguments is the language's own.
  static func contains(_ name: String) -> Bool { name.hasPrefix("_") || names.contains(name) }

  private static let names: Set<String> = [
    "Sendable", "abi", "autoclosure", "available", "c", "cdecl", "concurrent", "const",
    "convention", "derivative", "diagnose", "differentiable", "discardableResult", "escaping",
    "exclusivity", "export", "isolated", "lifetime", "noDerivative", "nonobjc", "objc",
    "preconcurrency", "reparentable", "safe", "section", "transpose", "unsafe", "used",
  ]
}

extension AttributeSyntax {
  /// Whether it is none of the language's own.
  var isCustom: Bool { !LanguageAttributes.contains(attributeName.trimmedDescription) }

  /// Whether it is a result builder, as its name says.
  var isBuilder: Bool { attributeName.unqualified.hasSuffix("Builder") }
}

extension TypeSyntax {
  /// Whether it is a function's type with a global actor.
  var isOnGlobalActor: Bool {
    self.as(AttributedTypeSyntax.self)?.attributes.contains {
      $0.as(AttributeSyntax.self)?.isCustom ?? false
    } ?? false
  }
}
