// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the courier of a protocol, and its implementations of the requirements.
struct CourierAttribute: PeerTextMacro {
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String] {
    CourierEmission(
      declared: try CourierDeclaration(declaration, attribute: attribute, in: context)
    ).declarations
  }
}

extension CourierAttribute: ExtensionMacro {
  static func expansion(
    of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The peer role has reported the error.
    guard
      let declared = try? CourierDeclaration(
        declaration, attribute: attribute, in: context),
      !declared.members.isEmpty
    else { return [] }
    let emission = CourierEmission(declared: declared)
    return [.unparsed(emission.forwarding(of: type.trimmedDescription))]
  }
}
