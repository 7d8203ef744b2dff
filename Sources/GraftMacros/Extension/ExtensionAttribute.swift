// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import ExtensionSyntax
import GraftDescriptors
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes an extension's record and accessor beside its class.
struct ExtensionAttribute: PeerMacro, UnformattedMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try context.reporting {
      try peers(of: declaration, attribute, context)
    }
  }

  /// The declarations beside the class.
  ///
  /// - Parameter kind: the descriptor's kind; advice has the same form as an
  ///   extension.
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext, kind: DescriptorKind = .extension
  ) throws(SyntaxProblem) -> [DeclSyntax] {
    guard context.lexicalContext.isEmpty else {
      throw SyntaxProblem(.notAtFileScope, at: attribute)
    }
    let declared = try ExtensionDeclaration(declaration, attribute: attribute)
    for stray in declared.strays {
      context.diagnose(SyntaxProblem(.overridesNothing(stray.name.text), at: stray.node).diagnostic)
    }
    for problem in RestartedChain.problems(in: declaration, typed: declared.isTyped) {
      context.diagnose(problem.diagnostic)
    }
    let (module, source) = place(of: declaration, context)
    let descriptor = declared.descriptor(module: module, source: source, kind: kind)
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
    let checks = nameChecks(declared, context)
    return [emission.condition(named: condition, at: place)]
      .compactMap { $0.map(DeclSyntax.unparsed) } + [
        .accessor(
          named: accessor, linkage: linkage,
          checks.isEmpty
            ? [place.around("\(alias)\n\(answer)")]
            : [place.around(alias)] + checks + [place.around(answer)])
      ]
      + (declared.shimAccessor == nil ? [try record(descriptor, accessor, attribute, context)] : [])
  }

  /// The constant with a descriptor's record.
  ///
  /// - Parameter name: the base of the constant's unique name.
  static func record(
    _ descriptor: ExtensionDescriptor, _ accessor: String, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext, named name: String = "record"
  ) throws(SyntaxProblem) -> DeclSyntax {
    try record(try? descriptor.record(), accessor, attribute, context, named: name)
  }

  /// The constant with an encoded record.
  ///
  /// - Parameter record: nil if the content does not fit a record.
  static func record(
    _ record: EncodedRecord?, _ accessor: String, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext, named name: String = "record"
  ) throws(SyntaxProblem) -> DeclSyntax {
    let emission = record.map {
      RecordEmission($0, constant: context.makeUniqueName(name).text, accessor: accessor)
    }
    guard let emission, emission.isCompilable else {
      throw SyntaxProblem(.tooLong, at: attribute)
    }
    return .unparsed(emission.source)
  }

  /// Code by which the compiler checks that each name without types belongs to one
  /// requirement.
  private static func nameChecks(
    _ declared: ExtensionDeclaration, _ context: some MacroExpansionContext
  ) -> [String] {
    let names = declared.requirements
    // A class that overrides several methods of one name overrides all that differ in
    // the result.
    return zip(names, declared.methods).filter { name, _ in
      name == name.untyped && names.count { $0 == name } == 1
    }.map { name, method in
      let symbol = RequirementMethodName.symbol(name.text)
      let check = "_ = _Support.\(symbol)\(method.form.members).self"
      return SourcePlace(of: method.node, in: context).around(check)
    }
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
