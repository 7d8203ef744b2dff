// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

// Macros send text to the compiler. Parsing it here into a tree that is only
// printed took most of the macros' time.

extension DeclSyntax {
  /// A declaration as one node whose only token is the unparsed text.
  static func unparsed(_ text: String) -> DeclSyntax {
    DeclSyntax(MissingDeclSyntax(placeholder: .identifier(text)))
  }
}

extension ExtensionDeclSyntax {
  /// An extension as unparsed text, which the compiler parses.
  static func unparsed(_ text: String) -> ExtensionDeclSyntax {
    ExtensionDeclSyntax(
      extensionKeyword: .keyword(.extension, presence: .missing),
      extendedType: IdentifierTypeSyntax(name: .identifier(text)),
      memberBlock: MemberBlockSyntax(
        leftBrace: .leftBraceToken(presence: .missing), members: [],
        rightBrace: .rightBraceToken(presence: .missing)))
  }
}
