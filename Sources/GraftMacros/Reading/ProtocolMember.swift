// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// A member of a protocol with its requirements: one, or two if it can be set.
struct ProtocolMember {
  /// The form of the default's declaration around its bodies.
  enum Form {
    /// The declaration up to its body; a function or an initialiser.
    case function(head: String, isInitialiser: Bool, isFailable: Bool)
    /// The declaration up to its accessors; each accessor up to its body.
    case accessors(head: String, accessors: [String])
  }

  let form: Form
  /// The requirements, in the order of the bodies.
  var requirements: [Requirement]
}

extension ProtocolMember {
  // MARK: Methods and operators

  /// The operators that the declaration of `@Extensible` lists.
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
    if isOperator && !Self.operators.contains(function.name.text) {
      throw SyntaxProblem(
        .unknownOperator(function.name.text), at: function.name, fix: .require(function))
    }
    let isStatic = function.modifiers.has(.static)
    let fixity = function.modifiers.fixity
    let name = function.name.text.filter { $0 != "`" }
    var requirement = Requirement(
      methodName: isOperator ? "operator \(fixity)\(name)" : name,
      prefix: isStatic ? "static \(fixity)" : "", declaredName: name,
      kind: isOperator ? .operator : .method,
      subject: context.subject(function.modifiers, isStatic: isStatic), parameters: parameters,
      context: context)
    let specifiers = function.signature.effectSpecifiers
    requirement.generics = generics.parameters
    requirement.whereClause = generics.whereClause
    requirement.effects = context.effects(
      isAsync: specifiers?.asyncSpecifier != nil, specifiers?.throwsClause,
      hidden: generics.names)
    requirement.result = function.signature.returnClause.map {
      context.text($0.type, hidden: generics.names)
    }
    requirement.hasGenericResult =
      function.signature.returnClause?.type.mentions(generics.names) ?? false
    requirement.isGenericInResultOnly = generics.areMissing(
      in: function.signature.parameterClause.parameters)
    requirement.attributes = function.attributes.copied
    requirement.isConcurrent = function.attributes.isConcurrent
    requirement.isolation = context.isolation(function.modifiers)
    requirement.mentionsSelf = function.signature.mentionsSelf
    requirement.needsStrongLink =
      context.needsStrongLink(parameters) || requirement.subject == .consuming
      || function.signature.returnClause?.type.isSending ?? false
    let head =
      context.written(function.modifiers) + "func \(function.name.text)"
      + generics.parameters.inExtension
      + "(" + parameters.map(\.inExtension).list + ")"
      + requirement.effects.text(\.inExtension)
      + (requirement.result.map { " -> " + $0.inExtension } ?? "")
      + generics.whereClause.inExtension
    form = .function(head: head, isInitialiser: false, isFailable: false)
    requirements = [requirement]
  }

  // MARK: Initialisers

  init(_ initialiser: InitializerDeclSyntax, _ context: ProtocolContext) throws(SyntaxProblem) {
    if context.isClassBound {
      throw SyntaxProblem(
        .initialiserOfClass, at: initialiser.initKeyword, fix: .require(initialiser))
    }
    let generics = GenericParts(
      initialiser.genericParameterClause, initialiser.genericWhereClause, context)
    let parameters = initialiser.signature.parameterClause.parameters.parsed(context, generics)
    let specifiers = initialiser.signature.effectSpecifiers
    let mark = initialiser.optionalMark?.text ?? ""
    var requirement = Requirement(
      methodName: "init", prefix: "", declaredName: "init", kind: .initialiser, subject: .type,
      parameters: parameters, context: context)
    requirement.generics = generics.parameters
    requirement.whereClause = generics.whereClause
    requirement.effects = context.effects(
      isAsync: specifiers?.asyncSpecifier != nil, specifiers?.throwsClause,
      hidden: generics.names)
    let optional = mark.isEmpty ? "" : "?"
    requirement.result = TypeText(inProtocol: "Self" + optional, inClass: "Subject" + optional)
    requirement.attributes = initialiser.attributes.copied
    requirement.isConcurrent = initialiser.attributes.isConcurrent
    requirement.mentionsSelf = true
    // A closure can't return a noncopyable value.
    requirement.needsStrongLink = context.needsStrongLink(parameters) || context.isNoncopyable
    let head =
      "init\(mark)" + generics.parameters.inExtension
      + "(" + parameters.map(\.inExtension).list + ")"
      + requirement.effects.text(\.inExtension) + generics.whereClause.inExtension
    form = .function(head: head, isInitialiser: true, isFailable: !mark.isEmpty)
    requirements = [requirement]
  }
}
