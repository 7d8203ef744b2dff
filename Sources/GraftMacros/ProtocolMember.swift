// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// A member of a protocol with the requirements that it stands for: one, or two
/// for what can be set.
struct ProtocolMember {
  /// How the default's declaration goes around its bodies.
  enum Form {
    /// The declaration up to its body; a function or an initialiser.
    case function(head: String, isInitialiser: Bool, isFailable: Bool)
    /// The declaration up to its accessors; each accessor up to its body.
    case accessors(head: String, accessors: [String])
  }

  let form: Form
  /// In the order of the bodies.
  var requirements: [Requirement]
}

/// What members have to know of their protocol.
struct ProtocolContext {
  let associatedTypes: Set<String>
  let isClassBound: Bool
  let isActor: Bool
  let isNoncopyable: Bool

  /// How a class's method takes the subject.
  func subject(_ modifiers: DeclModifierListSyntax, isStatic: Bool) -> Requirement.SubjectForm {
    if isStatic { return .type }
    if modifiers.has(.mutating) { return .inOut }
    if modifiers.has(.consuming) || modifiers.has(.__consuming) { return .consuming }
    if modifiers.has(.borrowing) || isNoncopyable { return .borrowing }
    if isActor && !modifiers.has(.nonisolated) { return .isolated }
    return .value
  }

  func text(_ syntax: some SyntaxProtocol, hidden: Set<String> = []) -> TypeText {
    TypeText(syntax, associatedTypes: associatedTypes.subtracting(hidden))
  }

  func effects(
    isAsync: Bool, _ throwsClause: ThrowsClauseSyntax?, hidden: Set<String> = []
  ) -> Requirement.Effects {
    Requirement.Effects(
      isAsync: isAsync,
      throwing: throwsClause.map { " " + text($0, hidden: hidden) } ?? .none,
      thrownType: throwsClause?.type.map { text($0, hidden: hidden) })
  }
}

extension ProtocolMember {
  // MARK: Methods and operators

  /// Those that the declaration of `@Extensible` lists.
  private static let operators: Set<String> = [
    "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "~=", "!", "~",
    "&", "|", "^", "<<", ">>", "&&", "||", "??", "..<", "...", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "<<=", ">>=", "&+", "&-", "&*", "&<<", "&>>", "&+=", "&-=", "&*=",
    "&<<=", "&>>=",
  ]

  init(_ function: FunctionDeclSyntax, _ context: ProtocolContext) throws(SyntaxProblem) {
    let generics = GenericParts(
      function.genericParameterClause, function.genericWhereClause, context)
    let isOperator = if case .identifier = function.name.tokenKind { false } else { true }
    let parameters = function.signature.parameterClause.parameters.parsed(
      context, generics, hidesLabel: isOperator)
    if let pack = generics.pack { throw SyntaxProblem(.parameterPack, at: pack) }
    if isOperator && !Self.operators.contains(function.name.text) {
      throw SyntaxProblem(.unknownOperator(function.name.text), at: function.name)
    }
    let isStatic = function.modifiers.has(.static)
    let fixity = function.modifiers.fixity
    let name = function.name.text.filter { $0 != "`" }
    var requirement = Requirement(
      methodName: isOperator ? "operator \(fixity)\(name)" : name,
      prefix: isStatic ? "static \(fixity)" : "", declaredName: name, isProperty: false,
      subject: context.subject(function.modifiers, isStatic: isStatic), parameters: parameters)
    let specifiers = function.signature.effectSpecifiers
    requirement.generics = generics.parameters
    requirement.whereClause = generics.whereClause
    requirement.effects = context.effects(
      isAsync: specifiers?.asyncSpecifier != nil, specifiers?.throwsClause,
      hidden: generics.names)
    requirement.result = function.signature.returnClause.map {
      context.text($0.type, hidden: generics.names)
    }
    requirement.attributes = function.attributes.copied
    requirement.mentionsSelf = function.signature.mentionsSelf
    requirement.needsStrongLink =
      parameters.contains(where: \.needsStrongLink) || requirement.subject == .consuming
      || function.signature.returnClause?.type.isSending ?? false
    let head =
      function.modifiers.written + "func \(function.name.text)" + generics.parameters.inProtocol
      + "(" + parameters.map(\.inProtocol).joined(separator: ", ") + ")"
      + requirement.effects.text(\.inProtocol)
      + (requirement.result.map { " -> " + $0.inProtocol } ?? "") + generics.whereClause.inProtocol
    form = .function(head: head, isInitialiser: false, isFailable: false)
    requirements = [requirement]
  }

  // MARK: Initialisers

  init(_ initialiser: InitializerDeclSyntax, _ context: ProtocolContext) throws(SyntaxProblem) {
    if context.isClassBound {
      throw SyntaxProblem(.initialiserOfClass, at: initialiser.initKeyword)
    }
    let generics = GenericParts(
      initialiser.genericParameterClause, initialiser.genericWhereClause, context)
    if let pack = generics.pack { throw SyntaxProblem(.parameterPack, at: pack) }
    let parameters = initialiser.signature.parameterClause.parameters.parsed(context, generics)
    let specifiers = initialiser.signature.effectSpecifiers
    let mark = initialiser.optionalMark?.text ?? ""
    var requirement = Requirement(
      methodName: "init", prefix: "", declaredName: "init", isProperty: false, subject: .type,
      parameters: parameters)
    requirement.generics = generics.parameters
    requirement.whereClause = generics.whereClause
    requirement.effects = context.effects(
      isAsync: specifiers?.asyncSpecifier != nil, specifiers?.throwsClause,
      hidden: generics.names)
    let optional = mark.isEmpty ? "" : "?"
    requirement.result = TypeText(inProtocol: "Self" + optional, inClass: "Subject" + optional)
    requirement.attributes = initialiser.attributes.copied
    requirement.mentionsSelf = true
    // A closure can't hand out what is not copyable.
    requirement.needsStrongLink =
      parameters.contains(where: \.needsStrongLink) || context.isNoncopyable
    let head =
      "init\(mark)" + generics.parameters.inProtocol
      + "(" + parameters.map(\.inProtocol).joined(separator: ", ") + ")"
      + requirement.effects.text(\.inProtocol) + generics.whereClause.inProtocol
    form = .function(head: head, isInitialiser: true, isFailable: !mark.isEmpty)
    requirements = [requirement]
  }

  // MARK: Properties and subscripts

  init(
    _ property: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ context: ProtocolContext
  ) throws(SyntaxProblem) {
    guard let type = binding.typeAnnotation?.type, let block = binding.accessorBlock else {
      throw SyntaxProblem(.unknownRequirement, at: property)
    }
    let name = binding.pattern.trimmedDescription
    let accessed = Accessed(
      name: name.filter { $0 != "`" }, isProperty: true, type: type,
      modifiers: property.modifiers, attributes: property.attributes, parameters: [],
      generics: GenericParts(nil, nil, context))
    try self.init(
      accessed, block,
      head: property.modifiers.written + "var \(name): \(type.trimmedDescription)", context)
  }

  init(_ declared: SubscriptDeclSyntax, _ context: ProtocolContext) throws(SyntaxProblem) {
    let generics = GenericParts(
      declared.genericParameterClause, declared.genericWhereClause, context)
    if let pack = generics.pack { throw SyntaxProblem(.parameterPack, at: pack) }
    guard let block = declared.accessorBlock else {
      throw SyntaxProblem(.unknownRequirement, at: declared)
    }
    let type = declared.returnClause.type
    let accessed = Accessed(
      name: "subscript", isProperty: false, type: type, modifiers: declared.modifiers,
      attributes: declared.attributes,
      parameters: declared.parameterClause.parameters.parsed(context, generics, hidesLabel: true),
      generics: generics)
    let head =
      declared.modifiers.written + "subscript" + generics.parameters.inProtocol
      + "(" + accessed.parameters.map(\.inProtocol).joined(separator: ", ") + ")"
      + " -> " + type.trimmedDescription + generics.whereClause.inProtocol
    try self.init(accessed, block, head: head, context)
  }

  private init(
    _ accessed: Accessed, _ block: AccessorBlockSyntax, head: String, _ context: ProtocolContext
  ) throws(SyntaxProblem) {
    guard case .accessors(let accessors) = block.accessors else {
      throw SyntaxProblem(.unknownRequirement, at: block)
    }
    let heads = accessors.map { accessor in
      (accessor.modifier.map { $0.trimmedDescription + " " } ?? "")
        + accessor.accessorSpecifier.text + accessed.effects(accessor, context).text(\.inProtocol)
    }
    form = .accessors(head: head, accessors: heads)
    requirements = accessors.map { accessed.requirement($0, context) }
  }
}

/// What a property or subscript says of its accessors.
private struct Accessed {
  /// Of the getter's method.
  let name: String
  let isProperty: Bool
  let type: TypeSyntax
  let modifiers: DeclModifierListSyntax
  let attributes: AttributeListSyntax
  let parameters: [Parameter]
  let generics: GenericParts

  func effects(
    _ accessor: AccessorDeclSyntax, _ context: ProtocolContext
  ) -> Requirement.Effects {
    let specifiers = accessor.effectSpecifiers
    return context.effects(
      isAsync: specifiers?.asyncSpecifier != nil, specifiers?.throwsClause, hidden: generics.names)
  }

  func requirement(_ accessor: AccessorDeclSyntax, _ context: ProtocolContext) -> Requirement {
    let isSetter = accessor.accessorSpecifier.tokenKind == .keyword(.set)
    let prefix =
      (modifiers.has(.static) ? "static " : "")
      + (isSetter ? "set " : isProperty ? "get " : "")
    var requirement = Requirement(
      methodName: isSetter ? "set" + name.prefix(1).uppercased() + name.dropFirst() : name,
      prefix: prefix, declaredName: name, isProperty: isProperty,
      subject: subject(accessor, isSetter: isSetter, context), parameters: parameters)
    requirement.generics = generics.parameters
    requirement.whereClause = generics.whereClause
    requirement.effects = effects(accessor, context)
    let value = context.text(type, hidden: generics.names)
    if isSetter { requirement.newValue = value } else { requirement.result = value }
    requirement.attributes = attributes.copied
    requirement.mentionsSelf = type.mentionsSelf || parameters.contains(where: \.mentionsSelf)
    requirement.needsStrongLink = parameters.contains(where: \.needsStrongLink)
    return requirement
  }

  private func subject(
    _ accessor: AccessorDeclSyntax, isSetter: Bool, _ context: ProtocolContext
  ) -> Requirement.SubjectForm {
    let form = context.subject(modifiers, isStatic: modifiers.has(.static))
    guard form != .type else { return form }
    let change = accessor.modifier?.name.tokenKind
    let isMutating =
      isSetter
      ? !context.isClassBound && change != .keyword(.nonmutating) : change == .keyword(.mutating)
    return isMutating ? .inOut : form
  }
}

/// The generic parts of a requirement.
struct GenericParts {
  let parameters: TypeText
  let whereClause: TypeText
  /// They hide associated types of the same name.
  let names: Set<String>
  /// A parameter pack, which an override can't have.
  let pack: GenericParameterSyntax?

  init(
    _ parameters: GenericParameterClauseSyntax?, _ clause: GenericWhereClauseSyntax?,
    _ context: ProtocolContext
  ) {
    let names = Set((parameters?.parameters ?? []).map(\.name.text))
    self.names = names
    self.parameters = parameters.map { context.text($0, hidden: names) } ?? .none
    whereClause = clause.map { " " + context.text($0, hidden: names) } ?? .none
    pack = parameters?.parameters.first { $0.specifier?.tokenKind == .keyword(.each) }
  }
}

extension FunctionParameterListSyntax {
  fileprivate func parsed(
    _ context: ProtocolContext, _ generics: GenericParts, hidesLabel: Bool = false
  ) -> [Parameter] {
    enumerated().map { index, parameter in
      Parameter(parameter, index: index, hidesLabel: hidesLabel) {
        context.text($0, hidden: generics.names)
      }
    }
  }
}

extension DeclModifierListSyntax {
  func has(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }

  /// As they stand before a default.
  fileprivate var written: String {
    map { $0.trimmedDescription + " " }.joined()
  }

  /// Of an operator: `prefix `, `postfix ` or nothing.
  fileprivate var fixity: String {
    has(.prefix) ? "prefix " : has(.postfix) ? "postfix " : ""
  }
}

extension AttributeListSyntax {
  /// All but this package's own, each on a line.
  var copied: String {
    filter { element in
      guard let attribute = element.as(AttributeSyntax.self) else { return true }
      return !attribute.isNamed("Required") && !attribute.isNamed("Extensible")
    }.map { $0.trimmedDescription + "\n" }.joined()
  }
}

extension AttributeSyntax {
  /// Also if it is qualified with its module.
  func isNamed(_ name: String) -> Bool {
    let written = attributeName.trimmedDescription
    return written == name || written == "Graft.\(name)"
  }
}

extension TypeSyntax {
  fileprivate var isSending: Bool {
    self.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.sending)
    } ?? false
  }
}
