// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the base class of a protocol's extensions, and the defaults that ask the
/// registry.
struct ExtensibleAttribute: UnformattedMacro {}

extension ExtensibleAttribute: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try context.reporting {
      let declared = try ReadProtocols.declaration(
        declaration, attribute: attribute, in: context)
      for problem in declared.problems { context.diagnose(problem.diagnostic) }
      guard !declared.members.isEmpty else { return [] }
      let emission = ProtocolEmission(
        declared, as: ProtocolRecordEmission.record(declared, of: declaration, in: context))
      let operators = DefaultEmission(declared, qualifiedName: declared.name).operators
      return
        ([emission.baseClass, emission.declarationOfCells, emission.supportEnum]
        + [JoinPointEmission(declared).setOfAny].compactMap { $0 }
        + emission.callsOfDefaults + AncestorCheckEmission(declared).refinement
        + DefaultCheckEmission.settings(of: declared) + operators
        + ProtocolRecordEmission.source(declared, of: declaration, in: context))
        .map { .unparsed($0) }
    }
  }
}

extension ExtensibleAttribute: ExtensionMacro {
  static func expansion(
    of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The peer role has reported the error.
    guard
      let declared = try? ReadProtocols.declaration(
        declaration, attribute: attribute, in: context),
      !declared.members.isEmpty
    else { return [] }
    let emission = DefaultEmission(declared, qualifiedName: type.trimmedDescription)
    return [.unparsed(emission.source)]
  }
}
