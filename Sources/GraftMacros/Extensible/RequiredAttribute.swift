// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Required` and `@Unadvised` mark a requirement; `@Extensible` reads the marks.
struct RequiredAttribute: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isInExtensible =
      context.lexicalContext.first?.as(ProtocolDeclSyntax.self)?.attributes
      .named("Extensible") != nil
    if !isInExtensible || !DeclSyntax(declaration).isRequirement {
      let mark = ["Required", "Unadvised"].first { attribute.isNamed($0) } ?? ""
      let fix = SyntaxFix.remove(attribute, "remove '@\(mark)'")
      context.diagnose(SyntaxProblem(.misplacedMark(mark), at: attribute, fix: fix).diagnostic)
    }
    return []
  }
}
