// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the base class of a protocol's extensions, and the defaults that ask the
/// registry.
struct ExtensibleAttribute: PeerTextMacro {
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String] {
    let declared = try ReadProtocols.declaration(declaration, attribute: attribute, in: context)
    for problem in declared.problems { context.diagnose(problem.diagnostic) }
    guard !declared.members.isEmpty else { return [] }
    let record = ProtocolRecordEmission.record(declared, of: declaration, in: context)
    let emission = ProtocolEmission(declared: declared, record: record)
    return
      [emission.baseClass, emission.declarationOfCells, emission.supportEnum]
      + [JoinPointEmission(declared).setOfAny].compactMap(\.self)
      + [emission.callsOfDefaults] + AncestorCheckEmission(declared: declared).refinement
      + DefaultCheckEmission.settings(of: declared)
      + ProtocolRecordEmission.source(record, isStatic: declared.context.isNested, in: context)
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
    let emission = DefaultEmission(declared: declared, qualifiedName: type.trimmedDescription)
    return [.unparsed(emission.source)]
  }
}
