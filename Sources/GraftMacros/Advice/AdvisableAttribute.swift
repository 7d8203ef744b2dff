// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Puts a type's own implementation behind advice: its body becomes a member of
/// another name, and what was declared dispatches.
public struct AdvisableAttribute {
  /// The text is written as it is to be read; formatting it takes most of the time.
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
    // The peer role has said what is wrong.
    guard
      let member = try? AdvisableMember(declaration, attribute, in: context)
    else { return Array(declaration.body?.statements ?? []) }
    return ["\(raw: AdvisableEmission(member).body)"]
  }
}
