// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes the courier of a protocol, and its implementations of the requirements.
public struct CourierAttribute {
  /// Leaves the text as it is written; formatting takes most of the time.
  public static var formatMode: FormatMode { .disabled }
}

extension CourierAttribute: PeerMacro {
  public static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do {
      let declared = try CourierDeclaration(
        declaration, attribute: attribute, in: context)
      return [.unparsed(CourierEmission(declared).courierClass)]
        + (CourierAdviceEmission(declared).links.map { [.unparsed($0)] } ?? [])
    } catch {
      context.diagnose(error.diagnostic)
      return []
    }
  }
}

extension CourierAttribute: ExtensionMacro {
  public static func expansion(
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
    let emission = CourierEmission(declared)
    return [.unparsed(emission.forwarding(of: type.trimmedDescription))]
  }
}
