// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

// What macros write goes to the compiler as text. To parse it here first, into a tree
// that is nothing but printed, took most of the macros' time.

extension DeclSyntax {
  /// Declarations as one node, whose only token has the text as it is.
  static func unparsed(_ text: String) -> DeclSyntax {
    DeclSyntax(MissingDeclSyntax(placeholder: .identifier(text)))
  }
}

extension ExtensionDeclSyntax {
  /// An extension that is a text, which the compiler parses.
  static func unparsed(_ text: String) -> ExtensionDeclSyntax {
    ExtensionDeclSyntax(
      extensionKeyword: .keyword(.extension, presence: .missing),
      extendedType: IdentifierTypeSyntax(name: .identifier(text)),
      memberBlock: MemberBlockSyntax(
        leftBrace: .leftBraceToken(presence: .missing), members: [],
        rightBrace: .rightBraceToken(presence: .missing)))
  }
}
