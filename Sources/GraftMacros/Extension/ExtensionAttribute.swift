// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import ExtensionSyntax
import GraftDescriptors
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes an extension's record and accessor beside its class.
struct ExtensionAttribute: PeerTextMacro {
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String] {
    try peers(of: declaration, attribute, context, kind: .extension)
  }

  /// The declarations beside the class.
  ///
  /// - Parameter kind: the descriptor's kind; advice has the same form as an
  ///   extension.
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext, kind: DescriptorKind
  ) throws(SyntaxProblem) -> [String] {
    guard context.lexicalContext.isEmpty else {
      throw SyntaxProblem(.notAtFileScope, at: attribute)
    }
    let declared = try ExtensionDeclaration(declaration, attribute: attribute)
    for stray in declared.members.strays {
      context.diagnose(SyntaxProblem(.overridesNothing(stray.name.text), at: stray.node).diagnostic)
    }
    for problem in RestartedChain.problems(in: declaration, typed: declared.isTyped) {
      context.diagnose(problem.diagnostic)
    }
    let (module, source) = place(of: declaration, context)
    let encoded = try? declared.descriptor(module: module, source: source, kind: kind).record()
    let emission = AccessorEmission(
      support: "_Support", subject: declared.protocolType, declared.constraints,
      linkClass: declared.name)
    let condition = context.makeUniqueName("condition").text
    let accessor = context.makeUniqueName("accessor").text
    let linkage = declared.shimAccessor.map { "@c(\($0)) nonisolated" } ?? "@c nonisolated private"
    let place = declaration.as(ClassDeclSyntax.self)?.inheritanceClause.flatMap {
      SourcePlace(of: $0, in: context)
    }
    let answer = emission.answer(if: condition)
    // If `@Extensible` wrote nothing, the errors are at the superclass.
    let alias = "  typealias _Support = \(declared.supportName)"
    let checks = emission.nameChecks(
      zip(declared.members.requirements, declared.members.methods).map { name, method in
        (name, method.form, SourcePlace(of: method.node, in: context))
      })
    return [emission.condition(named: condition, at: place)].compactMap(\.self) + [
      AccessorEmission.function(
        named: accessor, linkage: linkage,
        checks.isEmpty
          ? [place.around("\(alias)\n\(answer)")]
          : [place.around(alias)] + checks + [place.around(answer)])
    ]
      + (declared.shimAccessor == nil ? [try record(encoded, accessor, attribute, context)] : [])
  }

  /// The constant with an encoded record.
  ///
  /// - Parameters:
  ///   - record: nil if the content does not fit a record.
  ///   - name: the base of the constant's unique name.
  static func record(
    _ record: EncodedRecord?, _ accessor: String, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext, named name: String = "record"
  ) throws(SyntaxProblem) -> String {
    let emission = record.map {
      RecordEmission($0, constant: context.makeUniqueName(name).text, accessor: accessor)
    }
    guard let emission, emission.isCompilable else {
      throw SyntaxProblem(.tooLong, at: attribute)
    }
    return emission.source
  }

  /// The module's name, and `Module/File.swift:line`.
  static func place(
    of declaration: some SyntaxProtocol, _ context: some MacroExpansionContext
  ) -> (module: String, source: String) {
    let name = declaration.as(ClassDeclSyntax.self).map { Syntax($0.name) } ?? Syntax(declaration)
    guard
      let location = context.location(of: name, at: .afterLeadingTrivia, filePathMode: .fileID),
      let file = location.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    else { return ("", "") }
    let module = String(file.prefix { $0 != "/" })
    return (module, "\(file):\(location.line.trimmedDescription)")
  }
}

extension ExtensionAttribute: MemberMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The peer role reports the error.
    guard (try? ExtensionDeclaration(declaration, attribute: attribute)) != nil else { return [] }
    return LinkInitialiser.source(of: declaration, in: context)
  }
}
