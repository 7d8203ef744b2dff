// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension DeclModifierListSyntax {
  func has(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }

  /// As they stand before a default.
  var written: String {
    map { $0.trimmedDescription + " " }.joined()
  }

  /// Of an operator: `prefix `, `postfix ` or nothing.
  var fixity: String {
    has(.prefix) ? "prefix " : has(.postfix) ? "postfix " : ""
  }
}

extension AttributeListSyntax {
  /// All but this package's own, each on a line.
  var copied: String {
    filter { element in
      guard let attribute = element.as(AttributeSyntax.self) else { return true }
      return ![
        "Required", "Unadvised", "Extensible", "Courier", "Advisable", "AdvisableProperty",
      ].contains { attribute.isNamed($0) }
    }.map { $0.trimmedDescription + "\n" }.joined()
  }
}

extension AttributeSyntax {
  /// Also if it is qualified with its module.
  func isNamed(_ name: String) -> Bool {
    let written = attributeName.trimmedDescription
    return written == name || written == "Graft.\(name)"
  }
}

extension TypeSyntax {
  func mentions(_ names: Set<String>) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
  }

  var isSending: Bool {
    self.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.sending)
    } ?? false
  }
}
