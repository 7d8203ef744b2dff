// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

extension ProtocolMember {
  /// The members of a protocol that dispatch, and the errors of the others.
  static func read(
    _ declarations: [DeclSyntax], _ context: ProtocolContext, hasOperators: Bool,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) -> (members: [ProtocolMember], problems: [SyntaxProblem]) {
    var members: [ProtocolMember] = []
    var nodes: [Syntax] = []
    var problems: [SyntaxProblem] = []
    for declaration in declarations where !declaration.isMarked("Required") {
      let node = declaration.nameNode
      let found: [ProtocolMember]
      do throws(SyntaxProblem) {
        try RequirementCheck(declaration: declaration, context: context).run()
        found = try Self.members(declaration, context)
        if declaration.isOperator, context.isNested || !hasOperators {
          throw SyntaxProblem(
            context.isNested ? .operatorOfNestedProtocol : .operatorWithoutDefault, at: node,
            fix: .require(declaration))
        }
        let passesErrors = found.flatMap(\.requirements).allSatisfy {
          $0.effects.canThrow || !$0.has(\.isThrowingAutoclosure)
        }
        guard passesErrors else {
          throw SyntaxProblem(.throwingExpression, at: node, fix: .require(declaration))
        }
      } catch {
        problems.append(error)
        continue
      }
      let isUnadvised = declaration.isMarked("Unadvised")
      members += found.map { member in
        member.changing { requirement in
          requirement.isUnadvised = isUnadvised
          requirement.consumesNewValue = isUnadvised && requirement.newValue != nil
          requirement.place = SourcePlace(of: node, in: expansion)
          nodes.append(node)
        }
      }
    }
    try checkMethods(members.flatMap(\.requirements), at: nodes)
    return (numbered(members), problems)
  }

  static func members(
    _ declaration: DeclSyntax, _ context: ProtocolContext
  ) throws(SyntaxProblem) -> [ProtocolMember] {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .functionDecl(let function): [try ProtocolMember(function, context)]
    case .initializerDecl(let initialiser): [try ProtocolMember(initialiser, context)]
    case .subscriptDecl(let declared): [try ProtocolMember(declared, context)]
    case .variableDecl(let property):
      // The language allows one binding for each `var` with accessors.
      try property.bindings.map { binding throws(SyntaxProblem) in
        try ProtocolMember(property, binding, context)
      }
    default: []
    }
  }

  /// Checks that no two requirements have the same method.
  ///
  /// A setter's method can equal one that the protocol requires, and a variadic
  /// parameter is an array in the class.
  private static func checkMethods(
    _ requirements: [Requirement], at nodes: [Syntax]
  ) throws(SyntaxProblem) {
    var setters: [String: Requirement] = [:]
    for requirement in requirements where requirement.newValue != nil {
      setters[requirement.methodSignature] = requirement
    }
    for (requirement, node) in zip(requirements, nodes) where requirement.newValue == nil {
      guard let setter = setters[requirement.methodSignature] else { continue }
      throw SyntaxProblem(
        .setterIsMethod(property: setter.declaredName, method: requirement.methodName), at: node)
    }
    var signatures: Set<String> = []
    for (requirement, node) in zip(requirements, nodes)
    where !signatures.insert(requirement.methodIdentity).inserted {
      throw SyntaxProblem(.sameMethod(requirement.methodName), at: node)
    }
  }

  static func numbered(_ members: [ProtocolMember]) -> [ProtocolMember] {
    let untyped = members.flatMap(\.requirements).map(\.untypedName)
    var number = 0
    return members.map { member in
      member.changing { requirement in
        let name = requirement.untypedName
        let isOverloaded = untyped.count { $0 == name } > 1
        requirement.number = number
        requirement.name = isOverloaded ? requirement.typedName : name
        requirement.nameInRecords = requirement.recordName(typed: isOverloaded)
        number += 1
      }
    }
  }
}
