// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Makes a type's own implementation advisable: its body becomes a member of
/// another name, and the declared member dispatches.
public struct AdvisableAttribute {
  /// Leaves the text as it is written; formatting takes most of the time.
  public static var formatMode: FormatMode { .disabled }
}

extension AdvisableAttribute: PeerMacro {
  public static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do {
      let emission = try AdvisableEmission(
        AdvisableMember(declaration, attribute, in: context))
      return emission.peers(context.makeUniqueName).map { .unparsed($0) }
    } catch {
      context.diagnose(error.diagnostic)
      return []
    }
  }
}

extension AdvisableAttribute: BodyMacro {
  public static func expansion(
    of attribute: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    // The peer role has reported the error.
    guard
      let member = try? AdvisableMember(declaration, attribute, in: context)
    else { return Array(declaration.body?.statements ?? []) }
    return ["\(raw: AdvisableEmission(member).body)"]
  }
}
