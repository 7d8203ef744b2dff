// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// A member of a protocol with its requirements: one, or two if it can be set.
struct ProtocolMember {
  /// The declaration of its default up to the body or the accessors.
  let head: String
  /// The accessors up to their bodies; empty for a function or an initialiser.
  private(set) var accessors: [String] = []
  /// The requirements, in the order of the bodies.
  private(set) var requirements: [Requirement]

  func changing(_ change: (inout Requirement) -> Void) -> ProtocolMember {
    var copy = self
    for index in copy.requirements.indices { change(&copy.requirements[index]) }
    return copy
  }

  // MARK: Methods and operators

  /// The operators that the declaration of `@OperatorDefaults` lists.
  static let operators: Set<String> = [
    "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "~=", "!", "~",
    "&", "|", "^", "<<", ">>", "&&", "||", "??", "..<", "...", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "<<=", ">>=", "&+", "&-", "&*", "&<<", "&>>", "&+=", "&-=", "&*=",
    "&<<=", "&>>=",
  ]

  init(_ function: FunctionDeclSyntax, _ context: ProtocolContext) throws(SyntaxProblem) {
    if function.isOperator && !Self.operators.contains(function.name.text) {
      throw SyntaxProblem(
        .unknownOperator(function.name.text), at: function.name, fix: .require(function))
    }
    let requirement = Requirement(
      DeclSyntax(function), named: function.name.text.filter { $0 != "`" },
      function.signature.returnClause?.type, context)
    head = requirement.head(context.written(function.modifiers) + "func \(function.name.text)")
    requirements = [requirement]
  }

  // MARK: Initialisers

  init(_ initialiser: InitializerDeclSyntax, _ context: ProtocolContext) throws(SyntaxProblem) {
    if context.isClassBound {
      throw SyntaxProblem(
        .initialiserOfClass, at: initialiser.initKeyword, fix: .require(initialiser))
    }
    let mark = initialiser.optionalMark?.text ?? ""
    var requirement = Requirement(DeclSyntax(initialiser), named: "init", nil, context)
    // The method has a result, the declaration has none.
    head = requirement.head(context.written(initialiser.modifiers) + "init\(mark)")
    requirement.isFailable = !mark.isEmpty
    let optional = mark.isEmpty ? "" : "?"
    requirement.result = TypeText(inProtocol: "Self" + optional, inClass: "Subject" + optional)
    requirements = [requirement]
  }

  // MARK: Properties and subscripts

  init(
    _ property: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ context: ProtocolContext
  ) throws(SyntaxProblem) {
    guard let type = binding.typeAnnotation?.type, let block = binding.accessorBlock else {
      throw SyntaxProblem(.unknownRequirement(binding.trimmedDescription), at: binding)
    }
    let name = binding.pattern.trimmedDescription
    head = property.modifiers.written + "var \(name): \(context.text(type).inExtension)"
    (accessors, requirements) = try Self.accessors(
      DeclSyntax(property), named: name.filter { $0 != "`" }, type, block, context)
  }

  init(_ declared: SubscriptDeclSyntax, _ context: ProtocolContext) throws(SyntaxProblem) {
    guard let block = declared.accessorBlock else {
      throw SyntaxProblem(.unknownRequirement("subscript"), at: declared.subscriptKeyword)
    }
    let type = declared.returnClause.type
    (accessors, requirements) = try Self.accessors(
      DeclSyntax(declared), named: "subscript", type, block, context)
    let first = requirements[0]
    let result = context.text(type, hidden: DeclSyntax(declared).genericNames)
    head =
      declared.modifiers.written + "subscript" + first.generics.inExtension
      + "(\(first.parameters.map(\.inExtension).list)) -> " + result.inExtension
      + first.whereClause.inExtension
  }

  private static func accessors(
    _ declared: DeclSyntax, named name: String, _ type: TypeSyntax, _ block: AccessorBlockSyntax,
    _ context: ProtocolContext
  ) throws(SyntaxProblem) -> (heads: [String], requirements: [Requirement]) {
    guard case .accessors(let accessors) = block.accessors else {
      throw SyntaxProblem(.unknownRequirement("{ }"), at: block)
    }
    let requirements = accessors.map {
      Requirement(declared, named: name, type, accessor: $0, context)
    }
    let heads = zip(accessors, requirements).map { accessor, requirement in
      context.written(accessor.modifiers) + accessor.accessorSpecifier.text
        + requirement.effects.text(\.inExtension)
    }
    return (heads, requirements)
  }
}

extension AccessorDeclSyntax {
  var modifiers: DeclModifierListSyntax { DeclModifierListSyntax(modifier.map { [$0] } ?? []) }
}

extension Requirement {
  /// The declaration of its default up to the body.
  fileprivate func head(_ start: String) -> String {
    signature(start, parameters.map(\.inExtension), \.inExtension)
  }
}
