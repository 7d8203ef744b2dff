// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes the base class of a protocol's extensions, and the defaults that ask the
/// registry.
public struct ExtensibleAttribute {
  /// The text is written as it is to be read; formatting it takes most of the time.
  public static var formatMode: FormatMode { .disabled }
}

extension ExtensibleAttribute: PeerMacro {
  public static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do {
      let declared = try ProtocolDeclaration(
        declaration, attribute: attribute, in: context)
      let emission = ProtocolEmission(declared)
      let operators = DefaultEmission(declared, qualifiedName: declared.name).operators
      return
        ([emission.baseClass, emission.supportEnum]
        + [JoinPointEmission(declared).setOfAny].compactMap { $0 }
        + DefaultCheckEmission.settings(of: declared) + operators)
        .map { .unparsed($0) }
    } catch {
      context.diagnose(error.diagnostic)
      return []
    }
  }
}

extension ExtensibleAttribute: ExtensionMacro {
  public static func expansion(
    of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The peer role has said what is wrong.
    guard
      let declared = try? ProtocolDeclaration(
        declaration, attribute: attribute, in: context)
    else { return [] }
    let emission = DefaultEmission(declared, qualifiedName: type.trimmedDescription)
    return [.unparsed(emission.source)]
  }
}
