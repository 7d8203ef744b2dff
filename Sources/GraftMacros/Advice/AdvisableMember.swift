// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// A method or initialiser that is marked with `@Advisable`, read from its source.
struct AdvisableMember {
  enum Form {
    case method(FunctionDeclSyntax)
    case initialiser(InitializerDeclSyntax)
  }

  let form: Form
  /// As code in the type names the protocol.
  let protocolName: String
  /// The type, as code in it names it.
  let typeName: String
  let isClass: Bool
  let requirement: Requirement
  private let isTyped: Bool

  init(
    _ declaration: some SyntaxProtocol, _ attribute: AttributeSyntax, in lexicalContext: [Syntax]
  ) throws(SyntaxProblem) {
    guard let type = lexicalContext.first.flatMap(Self.type) else {
      throw SyntaxProblem(.advisableOfUnknownType, at: attribute)
    }
    (typeName, isClass) = type
    protocolName = try Self.protocolName(of: attribute)
    isTyped = attribute.trimmedDescription.contains("typed: true")
    // Whether the protocol is bound to classes decides setters only.
    let context = ProtocolContext(
      associatedTypes: [], isClassBound: false, isActor: false, isNoncopyable: false)
    let member: ProtocolMember
    if let function = declaration.as(FunctionDeclSyntax.self)?.withStaticModifier,
      function.body != nil
    {
      form = .method(function)
      member = try ProtocolMember(function, context)
    } else if let initialiser = declaration.as(InitializerDeclSyntax.self), initialiser.body != nil
    {
      if isClass { throw SyntaxProblem(.advisableInitialiserOfClass, at: initialiser.initKeyword) }
      form = .initialiser(initialiser)
      member = try ProtocolMember(initialiser, context)
    } else {
      throw SyntaxProblem(.notAdvisable, at: attribute)
    }
    requirement = member.requirements[0]
    if !requirement.generics.inClass.isEmpty
      || requirement.parameters.contains(where: \.isOpaque) || requirement.needsStrongLink
    {
      throw SyntaxProblem(.advisableGeneric, at: declaration)
    }
  }

  /// The namespace of the requirement that the implementation is for.
  var adviceName: String {
    let prefix = protocolName.lastIndex(of: ".").map { protocolName[...$0] } ?? ""
    let name = protocolName.dropFirst(prefix.count)
    return "\(prefix)_Graft\(name)._Own.\(symbol(typed: isTyped))"
  }

  var baseName: String { "\(protocolName)Extension<\(typeName)>" }

  /// Of the member that has the body, and of the link's class. A subclass has others.
  var implementationName: String { "_graft_own" + ownSymbol }
  var linkName: String { "_GraftOwn" + ownSymbol }
  private var ownSymbol: String {
    RequirementMethodName.symbol(typeName) + symbol(typed: true)
  }

  private func symbol(typed: Bool) -> String {
    RequirementMethodName.symbol(requirement.recordName(typed: typed))
  }

  private static func type(_ context: Syntax) -> (name: String, isClass: Bool)? {
    func generic(_ name: TokenSyntax, _ clause: GenericParameterClauseSyntax?) -> String {
      guard let clause else { return name.text }
      return "\(name.text)<\(clause.parameters.map(\.name.text).joined(separator: ", "))>"
    }
    if let type = context.as(StructDeclSyntax.self) {
      return (generic(type.name, type.genericParameterClause), false)
    }
    if let type = context.as(EnumDeclSyntax.self) {
      return (generic(type.name, type.genericParameterClause), false)
    }
    if let type = context.as(ClassDeclSyntax.self) {
      return (generic(type.name, type.genericParameterClause), true)
    }
    if let type = context.as(ExtensionDeclSyntax.self) {
      // A class's too: what differs is only that an initialiser is refused there.
      return (type.extendedType.trimmedDescription, false)
    }
    return nil
  }

  /// Of `(any P).self`.
  private static func protocolName(of attribute: AttributeSyntax) throws(SyntaxProblem) -> String {
    guard case .argumentList(let arguments) = attribute.arguments,
      let access = arguments.first?.expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self),
      let base = access.base?.trimmedDescription
    else { throw SyntaxProblem(.advisableWithoutProtocol, at: attribute) }
    let bare =
      base.hasPrefix("(") && base.hasSuffix(")") ? String(base.dropFirst().dropLast()) : base
    guard bare.hasPrefix("any ") else {
      throw SyntaxProblem(.advisableWithoutProtocol, at: attribute)
    }
    return bare.dropFirst("any ".count).filter { $0 != " " }
  }
}

extension FunctionDeclSyntax {
  /// Of a class's method for its type: its body is not what subclasses override.
  fileprivate var withStaticModifier: FunctionDeclSyntax {
    var copy = self
    copy.modifiers = DeclModifierListSyntax(
      modifiers.map { modifier in
        modifier.name.tokenKind == .keyword(.class)
          ? modifier.with(\.name.tokenKind, .keyword(.static)) : modifier
      })
    return copy
  }
}
