// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

extension ProtocolContext {
  /// A context without types: both sides of a comparison are written in the same
  /// terms.
  static let ofAnyProtocol = ProtocolContext(
    memberTypes: [], isClassBound: false, isActor: false, isNoncopyable: false)
}

extension DeclSyntax {
  /// The identities of a member: texts that distinguish it from the type's other
  /// members.
  ///
  /// They do not depend on how generic parameters and types are spelled. A witness
  /// and its requirement have the same ones, and so have members that differ only in
  /// being mutating or `async`. A setter counts with its getter.
  var identities: [String] {
    guard let plain = try? AuthorDefaultMember(self, isAny: true)?.requirement else { return [] }
    let (declaration, constraints) = plain.withoutGenerics
    let members = try? ProtocolMember.members(declaration, .ofAnyProtocol)
    return (members ?? []).compactMap(\.requirements.first).map {
      var requirement = $0
      if requirement.subject == .inOut { requirement.subject = .value }
      return requirement.methodIdentity.replacing(" async ->", with: " ->") + constraints
    }
  }

  /// The names and labels of the methods that a class has for it.
  var recordNames: [String] {
    guard let plain = try? AuthorDefaultMember(self, isAny: true)?.requirement else { return [] }
    return ((try? ProtocolMember.members(plain, .ofAnyProtocol)) ?? [])
      .flatMap(\.requirements).map(\.untypedRecordName)
  }

  /// The declaration with generic parameters named by their order, and their
  /// constraints.
  private var withoutGenerics: (declaration: DeclSyntax, constraints: String) {
    guard var generic = asProtocol((any WithGenericParametersSyntax).self) else {
      return (GenericRenaming([:]).rewrite(self).cast(DeclSyntax.self), "")
    }
    let parameters = generic.genericParameterClause?.parameters ?? []
    let renaming = GenericRenaming(
      Dictionary(
        parameters.enumerated().map { ($1.name.text, "T\($0)") },
        uniquingKeysWith: { first, _ in first }))
    for (index, parameter) in parameters.enumerated() {
      if let type = parameter.inheritedType { renaming.constrain("T\(index)", to: type) }
    }
    for requirement in generic.genericWhereClause?.requirements ?? [] {
      renaming.add(requirement)
    }
    generic.genericParameterClause = nil
    generic.genericWhereClause = nil
    let declaration = renaming.rewrite(Syntax(generic)).cast(DeclSyntax.self)
    return (declaration, renaming.constraints.sorted().map { ", " + $0 }.joined())
  }
}

/// Normalises types: generic parameters, including opaque ones, become `T0` and so
/// on; associated types lose `Self`; and types get their short form.
private final class GenericRenaming: SyntaxRewriter {
  private var names: [String: String]
  private(set) var constraints: [String] = []
  private var count: Int

  init(_ names: [String: String]) {
    self.names = names
    count = names.count
    super.init()
  }

  func constrain(_ name: String, to type: TypeSyntax) {
    for part in type.parts {
      constraints.append("\(name): \(rewrite(part).trimmedDescription.unqualified(in: "Swift"))")
    }
  }

  func add(_ requirement: GenericRequirementSyntax) {
    if case .conformanceRequirement(let conformance) = requirement.requirement {
      constrain(rewrite(conformance.leftType).trimmedDescription, to: conformance.rightType)
    } else {
      constraints.append(rewrite(requirement.requirement).trimmedDescription)
    }
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard let name = names[node.name.text] else { return super.visit(node).shortened }
    return TypeSyntax(node.with(\.name.tokenKind, .identifier(name)))
  }

  override func visit(_ node: TupleTypeSyntax) -> TypeSyntax {
    guard node.elements.isEmpty else { return super.visit(node) }
    return TypeSyntax(
      IdentifierTypeSyntax(
        leadingTrivia: node.leadingTrivia, name: .identifier("Void"),
        trailingTrivia: node.trailingTrivia))
  }

  /// Sorts the attributes.
  override func visit(_ node: AttributedTypeSyntax) -> TypeSyntax {
    let visited = super.visit(node)
    guard var attributed = visited.as(AttributedTypeSyntax.self) else { return visited }
    attributed.attributes = AttributeListSyntax(
      attributed.attributes.map { $0.with(\.leadingTrivia, []).with(\.trailingTrivia, .space) }
        .sorted { $0.trimmedDescription < $1.trimmedDescription })
    return TypeSyntax(attributed)
  }

  override func visit(_ node: MemberTypeSyntax) -> TypeSyntax {
    guard ["Self", "Swift"].contains(node.baseType.trimmedDescription) else {
      return super.visit(node)
    }
    return visit(
      IdentifierTypeSyntax(
        leadingTrivia: node.leadingTrivia, name: node.name,
        genericArgumentClause: node.genericArgumentClause, trailingTrivia: node.trailingTrivia))
  }

  override func visit(_ node: SomeOrAnyTypeSyntax) -> TypeSyntax {
    guard node.someOrAnySpecifier.tokenKind == .keyword(.some) else {
      return rewrite(node.constraint).cast(TypeSyntax.self)
        .with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
    }
    let name = "T\(count)"
    count += 1
    constrain(name, to: node.constraint)
    return TypeSyntax(
      IdentifierTypeSyntax(
        leadingTrivia: node.leadingTrivia, name: .identifier(name),
        trailingTrivia: node.trailingTrivia))
  }
}

extension TypeSyntax {
  /// The short form, such as `[Int]` for `Array<Int>`.
  fileprivate var shortened: TypeSyntax {
    guard let type = self.as(IdentifierTypeSyntax.self),
      let list = type.genericArgumentClause?.arguments
    else { return self }
    let arguments = list.map { $0.argument.trimmedDescription }
    let text: String
    switch (type.name.text, arguments.count) {
    case ("Array", 1): text = "[\(arguments[0])]"
    case ("Optional", 1): text = "\(arguments[0])?"
    case ("Dictionary", 2): text = "[\(arguments[0]): \(arguments[1])]"
    default: return self
    }
    return TypeSyntax(
      IdentifierTypeSyntax(
        leadingTrivia: leadingTrivia, name: .identifier(text), trailingTrivia: trailingTrivia))
  }
}
