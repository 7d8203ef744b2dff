// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Makes a type's own implementation advisable: its body becomes a member of
/// another name, and the declared member dispatches.
struct AdvisableAttribute: UnformattedMacro {}

extension AdvisableAttribute: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try context.reporting {
      let emission = try AdvisableEmission(
        member: AdvisableMember(declaration, attribute, in: context))
      return emission.peers(context.makeUniqueName).map { .unparsed($0) }
    }
  }
}

extension AdvisableAttribute: BodyMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    // The peer role has reported the error.
    guard
      let member = try? AdvisableMember(declaration, attribute, in: context)
    else { return Array(declaration.body?.statements ?? []) }
    return ["\(raw: AdvisableEmission(member: member).body)"]
  }
}
