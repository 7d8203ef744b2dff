// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// Puts the defaults that a protocol's author wrote at the ends of chains: writes a
/// link that calls them, and its record.
struct AuthorDefaultAttribute: PeerTextMacro {
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String] {
    let declared = try AuthorDefaultDeclaration(declaration, attribute, in: context)
    for problem in declared.problems { context.diagnose(problem.diagnostic) }
    // The missing declarations would cause many more errors.
    guard declared.problems.isEmpty else { return [] }
    return try AuthorDefaultEmission(declared: declared).peers(attribute, context)
  }
}
