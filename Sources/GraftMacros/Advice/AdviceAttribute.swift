// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import ExtensionSyntax
import GraftDescriptors
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the record and the accessor of a class of advice beside it.
struct AdviceAttribute: PeerTextMacro {
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String] {
    try PointcutDeclaration.matches(declaration)
      ? pointcut(declaration, attribute, context) : typed(declaration, attribute, context)
  }

  /// The peers of a typed class of advice, which is written like an extension's
  /// class.
  private static func typed(
    _ declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String] {
    if case .argumentList(let arguments) = attribute.arguments,
      let pattern = arguments.first(where: {
        ["protocols", "requirements", "subjects"].contains($0.label?.text)
      })
    {
      throw SyntaxProblem(.patternsOfTypedAdvice, at: pattern)
    }
    return try ExtensionAttribute.peers(of: declaration, attribute, context, kind: .advice)
  }

  private static func pointcut(
    _ declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String] {
    guard context.lexicalContext.isEmpty else {
      throw SyntaxProblem(.notAtFileScope, at: attribute)
    }
    let declared = try PointcutDeclaration(declaration, attribute: attribute)
    let (module, source) = ExtensionAttribute.place(of: declaration, context)
    let accessor = context.makeUniqueName("accessor").text
    let answer = "Graft::GeneratedCode.PointcutAccessor.answer(request, \(declared.name).self)"
    return [
      AccessorEmission.function(named: accessor, ["  return unsafe \(answer)"]),
      try ExtensionAttribute.record(
        try? declared.descriptor(module: module, source: source).record(), accessor, attribute,
        context),
    ]
  }
}

extension AdviceAttribute: MemberMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard PointcutDeclaration.matches(declaration),
      let declared = declaration.as(ClassDeclSyntax.self)
    else { return LinkInitialiser.source(of: declaration, in: context) }
    return LinkInitialiser.source(
      of: declaration, then: sendabilityChecks(declared, context), in: context)
  }

  /// Code by which the compiler, which knows the types of constants, checks that they
  /// are `Sendable`: all threads share them.
  private static func sendabilityChecks(
    _ declared: ClassDeclSyntax, _ context: some MacroExpansionContext
  ) -> String {
    PointcutDeclaration.constants(of: declared).compactMap { constant in
      SourcePlace(of: constant, in: context)?
        .around("Graft::GeneratedCode.PointcutAccessor.check(\(constant.identifier.text))")
    }.joined(separator: "\n")
  }
}
