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

  func changing(_ change: (inout Requirement) -> Void) -> ProtocolMember {
    var copy = self
    for index in copy.requirements.indices { change(&copy.requirements[index]) }
    return copy
  }
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
    let isOperator = function.isOperator
    if isOperator && !Self.operators.contains(function.name.text) {
      throw SyntaxProblem(
        .unknownOperator(function.name.text), at: function.name, fix: .require(function))
    }
    let isStatic = function.modifiers.has(.static)
    let fixity = function.modifiers.fixity
    let name = function.name.text.filter { $0 != "`" }
    let generics = GenericParts(function, context)
    var requirement = Requirement(
      function, generics, context, methodName: isOperator ? "operator \(fixity)\(name)" : name,
      prefix: isStatic ? "static \(fixity)" : "", declaredName: name,
      kind: isOperator ? .operator : .method,
      subject: context.subject(function.modifiers, isStatic: isStatic))
    let result = function.signature.returnClause?.type
    requirement.result = result.map { context.text($0, hidden: generics.names) }
    requirement.hasGenericResult = result?.mentions(generics.names) ?? false
    requirement.isGenericInResultOnly = generics.areMissing(
      in: function.signature.parameterClause.parameters)
    requirement.isolation = context.isolation(function.modifiers)
    requirement.mentionsSelf = function.signature.mentionsSelf
    if requirement.subject == .consuming || result?.has(.sending) ?? false {
      requirement.needsStrongLink = true
    }
    let start = context.written(function.modifiers) + "func \(function.name.text)"
    form = .function(head: requirement.head(start), isInitialiser: false, isFailable: false)
    requirements = [requirement]
  }

  // MARK: Initialisers

  init(_ initialiser: InitializerDeclSyntax, _ context: ProtocolContext) throws(SyntaxProblem) {
    if context.isClassBound {
      throw SyntaxProblem(
        .initialiserOfClass, at: initialiser.initKeyword, fix: .require(initialiser))
    }
    var requirement = Requirement(
      initialiser, GenericParts(initialiser, context), context, methodName: "init", prefix: "",
      declaredName: "init", kind: .initialiser, subject: .type)
    let mark = initialiser.optionalMark?.text ?? ""
    let optional = mark.isEmpty ? "" : "?"
    requirement.isolation = context.isolation(initialiser.modifiers)
    // The method has a result, the declaration has none.
    let head = requirement.head(context.written(initialiser.modifiers) + "init\(mark)")
    requirement.result = TypeText(inProtocol: "Self" + optional, inClass: "Subject" + optional)
    requirement.mentionsSelf = true
    // A closure can't return a noncopyable value.
    if context.isNoncopyable { requirement.needsStrongLink = true }
    form = .function(head: head, isInitialiser: true, isFailable: !mark.isEmpty)
    requirements = [requirement]
  }
}

extension Requirement {
  /// Reads a function or an initialiser.
  fileprivate init(
    _ declared: some SignedDeclSyntax, _ generics: GenericParts, _ context: ProtocolContext,
    methodName: String, prefix: String, declaredName: String, kind: Kind, subject: SubjectForm
  ) {
    self.init(
      methodName: methodName, prefix: prefix, declaredName: declaredName, kind: kind,
      subject: subject,
      parameters: declared.signature.parameterClause.parameters.parsed(
        context, generics, hidesLabel: kind == .operator),
      context: context)
    read(declared.attributes, declared.signature.effectSpecifiers, generics)
  }

  /// Reads the parts that all requirements have.
  mutating func read(
    _ attributes: AttributeListSyntax, _ effects: (any EffectSpecifiersSyntax)?,
    _ generics: GenericParts
  ) {
    self.generics = generics.parameters
    whereClause = generics.whereClause
    hasArgumentOfSelf = generics.hasArgumentOfSelf
    self.effects = context.effects(effects, hidden: generics.names)
    self.attributes = attributes.withoutBuilders.copied
    isConcurrent = attributes.named("concurrent") != nil
    // The call is not on the subject, though that is an actor.
    if subject == .isolated, saysWhereItRuns { subject = .value }
    needsStrongLink = context.needsStrongLink(parameters)
    changesNonescapable = generics.isNonescapable && has { $0.isInout && $0.isOfGenericType }
  }

  /// The declaration of its default up to the body.
  fileprivate func head(_ start: String) -> String {
    signature(start, parameters.map(\.inExtension), \.inExtension)
  }
}
