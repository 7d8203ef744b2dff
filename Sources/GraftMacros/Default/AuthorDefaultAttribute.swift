// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Puts the defaults that a protocol's author wrote at the ends of chains: writes a
/// link that calls them, and its record.
public struct AuthorDefaultAttribute {
  /// Leaves the text as it is written; formatting takes most of the time.
  public static var formatMode: FormatMode { .disabled }
}

extension AuthorDefaultAttribute: PeerMacro {
  public static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do {
      let declared = try AuthorDefaultDeclaration(declaration, attribute, in: context)
      for problem in declared.problems { context.diagnose(problem.diagnostic) }
      // The missing declarations would cause many more errors.
      guard declared.problems.isEmpty else { return [] }
      return try AuthorDefaultEmission(declared).peers(attribute, context)
    } catch {
      context.diagnose(error.diagnostic)
      return []
    }
  }
}
