// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Makes a type's own implementation advisable: its body becomes a member of
/// another name, and the declared member dispatches.
struct AdvisableAttribute: PeerTextMacro {
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String] {
    let member = try AdvisableMember(declaration, attribute, in: context)
    return AdvisableEmission(member: member).peers(context.makeUniqueName)
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
