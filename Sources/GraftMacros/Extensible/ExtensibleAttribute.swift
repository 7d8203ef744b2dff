// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes the base class of a protocol's extensions, and the defaults that ask the
/// registry.
public struct ExtensibleAttribute {
  /// Leaves the text as it is written; formatting takes most of the time.
  public static var formatMode: FormatMode { .disabled }
}

extension ExtensibleAttribute: PeerMacro {
  public static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do throws(SyntaxProblem) {
      let declared = try ReadProtocols.declaration(
        declaration, attribute: attribute, in: context)
      for problem in declared.problems { context.diagnose(problem.diagnostic) }
      if let taken = takenName(declared, declaration, attribute, in: context) { throw taken }
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
    // The peer role has reported the error.
    guard
      let declared = try? ReadProtocols.declaration(
        declaration, attribute: attribute, in: context),
      !declared.members.isEmpty,
      ExtensibleAttribute.takenName(declared, declaration, attribute, in: context) == nil
    else { return [] }
    let emission = DefaultEmission(declared, qualifiedName: type.trimmedDescription)
    return [.unparsed(emission.source)]
  }
}

extension ExtensibleAttribute {
  /// The error if the module has a type of the base class's name.
  ///
  /// The compiler's errors would be many.
  fileprivate static func takenName(
    _ declared: ProtocolDeclaration, _ declaration: some SyntaxProtocol,
    _ attribute: AttributeSyntax, in context: some MacroExpansionContext
  ) -> SyntaxProblem? {
    guard context.lexicalContext.isEmpty, let declaration = declaration.as(ProtocolDeclSyntax.self),
      let taken = ModuleDeclarations(around: declaration.name, in: context).type(declared.baseName)
    else { return nil }
    let place = taken.file.place(of: taken.declaration)
    let suffix = attribute.arguments == nil ? "extending" : "implementation"
    let fix: SyntaxFix =
      if let arguments = attribute.arguments {
        .replace(arguments, with: "suffix: .\(suffix)", "write 'suffix: .\(suffix)'")
      } else {
        .insert(
          "(suffix: .\(suffix))", after: attribute.attributeName, "add '(suffix: .\(suffix))'")
      }
    return SyntaxProblem(
      .baseNameTaken(declared.baseName, place: place, suffix), at: declaration.name, fix: fix)
  }
}
