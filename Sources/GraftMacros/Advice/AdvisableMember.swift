// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// A method, initialiser or accessor that is marked with `@Advisable`.
///
/// Accessors are those of stored properties. All are read from their source.
struct AdvisableMember {
  enum Form {
    case method(FunctionDeclSyntax)
    case initialiser(InitializerDeclSyntax)
    /// The getter or the setter.
    case stored(PatternBindingSyntax)
  }

  let form: Form
  /// The protocol as code in the type names it.
  let protocolName: String
  /// The type, as code in it names it.
  let typeName: String
  let isClass: Bool
  let requirement: Requirement
  /// The place of its declaration, for errors that only the compiler finds.
  let place: SourcePlace?
  private let isTyped: Bool

  /// The namespace of the generated code beside the protocol.
  var supportName: String { protocolName.beside("_Graft") }
  /// The number of the requirement that the implementation is for.
  var requirementNumber: String {
    "\(supportName).\(symbol(typed: isTyped))\(requirement.form.members).number"
  }

  var baseName: String { "\(supportName)._Base<\(typeName)>" }

  /// The member that has the body.
  ///
  /// It is named after the requirement's method, since Swift looks for no other name
  /// in a constrained extension. A subclass has another label.
  var implementationName: String { requirement.escaped("_graft_own_" + requirement.methodName) }
  var implementationLabel: String { "_own" + ownSymbol }
  /// The function that returns a link's maker, whose class has a unique name.
  var linkName: String { requirement.escaped("_graft_link_" + requirement.declaredName) }
  private var ownSymbol: String {
    RequirementMethodName.symbol(typeName) + symbol(typed: true)
  }

  private func symbol(typed: Bool) -> String {
    RequirementMethodName.symbol(requirement.recordName(typed: typed))
  }

  /// The property that stores the value.
  var storageName: String { requirement.escaped("_graft_own_" + requirement.declaredName) }
}

// MARK: Reading

extension AdvisableMember {
  init(
    _ declaration: some SyntaxProtocol, _ attribute: AttributeSyntax,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) {
    protocolName = try Self.protocolName(of: attribute)
    let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
    (typeName, isClass) = try Self.type(
      expansion.lexicalContext, attribute, protocolName,
      isNonisolated: modifiers.map { $0.has(.nonisolated) || $0.has(.static) } ?? false)
    try AdvisableCheck(isClass: isClass).check(declaration)
    isTyped = try attribute.isTrue("typed", orThrow: .typedIsNoLiteral)
    // A protocol's class bound decides only about setters.
    let context = ProtocolContext.ofAnyProtocol
    let member: ProtocolMember
    if let function = declaration.as(FunctionDeclSyntax.self), function.body != nil {
      form = .method(function.withStaticModifier)
      place = SourcePlace(of: function.funcKeyword, in: expansion)
      member = try ProtocolMember(function.withStaticModifier, context)
    } else if let initialiser = declaration.as(InitializerDeclSyntax.self), initialiser.body != nil
    {
      if isClass { throw SyntaxProblem(.advisableInitialiserOfClass, at: initialiser.initKeyword) }
      form = .initialiser(initialiser)
      place = SourcePlace(of: initialiser.initKeyword, in: expansion)
      member = try ProtocolMember(initialiser, context)
    } else {
      throw SyntaxProblem(.notAdvisable, at: attribute)
    }
    requirement = member.requirements[0]
    if let obstacle = requirement.obstacle(to: \.advisable) {
      throw SyntaxProblem(obstacle, at: declaration)
    }
  }

  /// The getter of a stored property, and the setter if the attribute asks for one.
  static func accessors(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [AdvisableMember] {
    guard let property = declaration.as(VariableDeclSyntax.self) else {
      throw SyntaxProblem(.notAdvisableProperty, at: attribute)
    }
    try AdvisableCheck.check(property)
    guard let binding = property.bindings.first, property.bindings.count == 1,
      binding.accessorBlock == nil, let type = binding.typeAnnotation?.type,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else { throw SyntaxProblem(.notAdvisableProperty, at: attribute) }
    let text = ProtocolContext.ofAnyProtocol.text(type)
    let bare = name.filter { $0 != "`" }
    var getter = Requirement(
      declaredName: bare, kind: .getter, subject: .value, parameters: [])
    getter.result = text
    var setter = Requirement(
      declaredName: bare, kind: .setter, subject: .inOut, parameters: [])
    setter.newValue = text
    let isSet = try attribute.isTrue("setter", orThrow: .setterIsNoLiteral)
    let protocolName = try protocolName(of: attribute)
    let (typeName, isClass) = try Self.type(expansion.lexicalContext, attribute, protocolName)
    if isClass && isSet { throw SyntaxProblem(.advisableSetterOfClass, at: attribute) }
    return (isSet ? [getter, setter] : [getter]).map { requirement in
      AdvisableMember(
        form: .stored(binding), protocolName: protocolName, typeName: typeName, isClass: isClass,
        requirement: requirement, place: SourcePlace(of: binding, in: expansion), isTyped: false)
    }
  }

  /// - Parameter isNonisolated: whether the member is static or says so.
  private static func type(
    _ context: [Syntax], _ attribute: AttributeSyntax, _ protocolName: String,
    isNonisolated: Bool = false
  ) throws(SyntaxProblem) -> (name: String, isClass: Bool) {
    let extended = context.first?.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    if context.first?.is(ProtocolDeclSyntax.self) ?? false || extended == protocolName {
      throw SyntaxProblem(.advisableOfProtocol, at: attribute)
    }
    let isIsolated = context.first?.is(ActorDeclSyntax.self) == true && !isNonisolated
    guard let type = context.first.flatMap(Self.type), !isIsolated else {
      throw SyntaxProblem(.advisableOfUnknownType, at: attribute)
    }
    return type
  }

  private static func type(_ context: Syntax) -> (name: String, isClass: Bool)? {
    // An extension of a class can be treated as one of a structure: only the error for
    // an initialiser differs.
    if let type = context.as(ExtensionDeclSyntax.self) {
      return (type.extendedType.trimmedDescription, false)
    }
    guard [.structDecl, .enumDecl, .classDecl, .actorDecl].contains(context.kind),
      let name = context.asProtocol((any NamedDeclSyntax).self)?.name.text
    else { return nil }
    let parameters = context.asProtocol((any WithGenericParametersSyntax).self)?
      .genericParameterClause?.parameters.map {
        $0.specifier?.tokenKind == .keyword(.each) ? "repeat each \($0.name.text)" : $0.name.text
      }
    return (
      name + (parameters.map { "<\($0.list)>" } ?? ""),
      [.classDecl, .actorDecl].contains(context.kind)
    )
  }

  /// The protocol's name in `(any P).self`.
  private static func protocolName(of attribute: AttributeSyntax) throws(SyntaxProblem) -> String {
    guard case .argumentList(let arguments) = attribute.arguments,
      let access = arguments.first?.expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self),
      let base = access.base?.trimmedDescription
    else { throw SyntaxProblem(.advisableWithoutProtocol, at: attribute) }
    let bare =
      base.hasPrefix("(") && base.hasSuffix(")") ? String(base.dropFirst().dropLast()) : base
    let name = bare.dropFirst("any ".count).filter { $0 != " " }
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || "_.:".contains($0) }
    guard bare.hasPrefix("any "), isName else {
      throw SyntaxProblem(.advisableWithoutProtocol, at: attribute)
    }
    return name
  }
}

extension FunctionDeclSyntax {
  /// A class's `class` method as a `static` one: subclasses do not override its body.
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
