// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the courier of a protocol, and its implementations of the requirements.
struct CourierAttribute: UnformattedMacro {}

extension CourierAttribute: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try context.reporting {
      let declared = try CourierDeclaration(
        declaration, attribute: attribute, in: context)
      return [.unparsed(CourierEmission(declared: declared).courierClass)]
        + (CourierAdviceEmission(declared: declared).links.map { [.unparsed($0)] } ?? [])
    }
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
