// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

extension ProtocolMember {
  /// The members of a protocol that dispatch, and the errors of the others.
  static func read(
    _ declarations: [DeclSyntax], _ context: ProtocolContext,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) -> (members: [ProtocolMember], problems: [SyntaxProblem]) {
    var members: [ProtocolMember] = []
    var nodes: [Syntax] = []
    var problems: [SyntaxProblem] = []
    for declaration in declarations where !declaration.isMarked("Required") {
      let found: [ProtocolMember]
      do {
        found = try checked(declaration, context, in: expansion)
      } catch {
        problems.append(error)
        continue
      }
      let isUnadvised = declaration.isMarked("Unadvised")
      let node = declaration.nameNode
      for var member in found {
        for index in member.requirements.indices {
          member.requirements[index].isUnadvised = isUnadvised
          member.requirements[index].modifiers += declaration.convention
          member.requirements[index].isDisfavored = declaration.isMarked("_disfavoredOverload")
          member.requirements[index].attributeTypes = declaration.attributes?.customTypes ?? []
          let isSetter = member.requirements[index].newValue != nil
          member.requirements[index].consumesNewValue = isUnadvised && isSetter
          member.requirements[index].place = SourcePlace(of: node, in: expansion)
          nodes.append(node)
        }
        members.append(member)
      }
    }
    try checkMethods(members.flatMap(\.requirements), at: nodes)
    return (numbered(members), problems)
  }

  private static func checked(
    _ declaration: DeclSyntax, _ context: ProtocolContext,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [ProtocolMember] {
    try RequirementCheck(declaration, context).run()
    let members = try Self.members(declaration, context)
    if members.contains(where: { $0.requirements[0].kind == .operator }),
      !expansion.lexicalContext.isEmpty
    {
      throw SyntaxProblem(
        .operatorOfNestedProtocol, at: declaration.nameNode, fix: .require(declaration))
    }
    return members
  }

  static func members(
    _ declaration: DeclSyntax, _ context: ProtocolContext
  ) throws(SyntaxProblem) -> [ProtocolMember] {
    if let function = declaration.as(FunctionDeclSyntax.self) {
      return [try ProtocolMember(function, context)]
    }
    if let initialiser = declaration.as(InitializerDeclSyntax.self) {
      return [try ProtocolMember(initialiser, context)]
    }
    if let declared = declaration.as(SubscriptDeclSyntax.self) {
      return [try ProtocolMember(declared, context)]
    }
    if let property = declaration.as(VariableDeclSyntax.self) {
      // The language allows one binding for each `var` with accessors.
      return try property.bindings.map { binding throws(SyntaxProblem) in
        try ProtocolMember(property, binding, context)
      }
    }
    return []
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
      var member = member
      for index in member.requirements.indices {
        let requirement = member.requirements[index]
        let isOverloaded = untyped.count { $0 == requirement.untypedName } > 1
        member.requirements[index].number = number
        member.requirements[index].name =
          isOverloaded ? requirement.typedName : requirement.untypedName
        let nameInRecords = requirement.recordName(typed: isOverloaded)
        if nameInRecords != member.requirements[index].name {
          member.requirements[index].nameInRecords = nameInRecords
        }
        number += 1
      }
      return member
    }
  }
}

extension DeclSyntax {
  fileprivate var attributes: AttributeListSyntax? {
    asProtocol((any WithAttributesSyntax).self)?.attributes
  }

  /// The modifiers that decide who owns the subject, and where the requirement runs.
  fileprivate var convention: String {
    asProtocol((any WithModifiersSyntax).self)?.modifiers.convention ?? ""
  }

  func isMarked(_ mark: String) -> Bool { attribute(mark) != nil }

  func attribute(_ name: String) -> AttributeSyntax? {
    attributes?.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.isNamed(name) }
  }

  /// The node at which an error of the whole requirement is reported.
  var nameNode: Syntax {
    self.as(FunctionDeclSyntax.self).map { Syntax($0.name) } ?? Syntax(self)
  }
}

extension DeclModifierListSyntax {
  /// The modifiers that decide who owns the subject, and where the requirement runs.
  var convention: String {
    filter { !["static", "mutating", "nonmutating"].contains($0.name.text) }
      .map { $0.trimmedDescription + " " }.joined()
  }
}
