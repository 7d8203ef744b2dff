// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

// Macros send text to the compiler. Parsing it here into a tree that is only
// printed took most of the macros' time.

/// A macro whose text stays as it is written: formatting takes most of the time.
protocol UnformattedMacro: Macro {}

extension UnformattedMacro {
  static var formatMode: FormatMode { .disabled }
}

/// A macro that writes declarations beside one.
protocol PeerTextMacro: PeerMacro, UnformattedMacro {
  /// The declarations; a problem is reported in their place.
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String]
}

extension PeerTextMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try context.reporting {
      try peers(of: declaration, attribute, context).map { .unparsed($0) }
    }
  }
}

extension MacroExpansionContext {
  /// The declarations that a body makes; none if it throws a problem, which is reported.
  func reporting(_ body: () throws -> [DeclSyntax]) throws -> [DeclSyntax] {
    do {
      return try body()
    } catch let problem as SyntaxProblem {
      diagnose(problem.diagnostic)
      return []
    }
  }
}

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
