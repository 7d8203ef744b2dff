// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

extension Requirement {
  /// Reads a requirement of any kind.
  ///
  /// - Parameters:
  ///   - name: the name without backticks.
  ///   - type: the type of the result, or of the value that accessors have; nil for none.
  ///   - accessor: the accessor of a property or subscript.
  init(
    _ declared: DeclSyntax, named name: String, _ type: TypeSyntax?,
    accessor: AccessorDeclSyntax? = nil, _ context: ProtocolContext
  ) {
    let kind = Kind(declared, accessor)
    let generic = declared.asProtocol((any WithGenericParametersSyntax).self)
    let names = declared.genericNames
    let scope = context.scope(hiding: names)
    self.init(
      declaredName: name, kind: kind,
      subject: context.subject(of: declared, kind, accessor),
      parameters: declared.parameters.parsed(
        context, generics: names, hidesLabel: kind.hidesLabels),
      context: context)
    fixity = kind == .operator ? declared.modifiers.fixity : ""
    generics = generic?.genericParameterClause.map { TypeText($0, scope) } ?? .none
    whereClause = generic?.genericWhereClause.map { " " + TypeText($0, scope) } ?? .none
    hasArgumentOfSelf = generic.map(SelfArgumentFinder.finds(in:)) ?? false
    isGenericInResultOnly =
      accessor == nil && names.contains { !declared.parameters.mentions([$0]) }
    effects = context.effects(
      accessor?.effectSpecifiers ?? declared.signature?.effectSpecifiers, hidden: names)
    attributes = declared.attributes.withoutBuilders.copied
    attributeTypes = declared.attributes.withoutBuilders.customTypes
    builders = declared.attributes.builders
    isConcurrent = declared.isMarked("concurrent")
    isDisfavored = declared.isMarked("_disfavoredOverload")
    modifiers = (accessor?.modifiers.convention ?? "") + declared.modifiers.convention
    isolation = context.isolation(declared.modifiers)
    // The call is not on the subject, though that is an actor.
    if subject == .isolated, saysWhereItRuns { subject = .value }
    mentionsSelf =
      kind == .initialiser || declared.signature?.mentionsSelf ?? declared.parameters.mentionsSelf
      || type?.mentionsSelf ?? false
    // A closure can neither return a noncopyable value nor consume its subject.
    needsStrongLink =
      context.needsStrongLink(parameters) || subject == .consuming
      || kind == .initialiser && context.isNoncopyable
      || accessor == nil && type?.has(.sending) ?? false
    let isNonescapable = generic?.hasToken(.identifier("Escapable")) ?? false
    changesNonescapable = isNonescapable && has { $0.isInout && $0.isOfGenericType }
    guard let type else { return }
    if kind.isSetter {
      newValue = TypeText(type, scope).asValue(of: type, scope)
    } else {
      result = TypeText(type, scope)
      hasGenericResult = type.mentions(names)
    }
  }
}

extension Requirement.Kind {
  fileprivate init(_ declared: DeclSyntax, _ accessor: AccessorDeclSyntax?) {
    let isSetter = accessor?.accessorSpecifier.tokenKind == .keyword(.set)
    self =
      switch declared.as(DeclSyntaxEnum.self) {
      case .initializerDecl: .initialiser
      case .variableDecl: isSetter ? .setter : .getter
      case .subscriptDecl: isSetter ? .subscriptSetter : .subscriptGetter
      default: declared.isOperator ? .operator : .method
      }
  }
}

extension ProtocolContext {
  /// The form in which a class's method takes the subject.
  fileprivate func subject(
    of declared: DeclSyntax, _ kind: Requirement.Kind, _ accessor: AccessorDeclSyntax?
  ) -> SubjectForm {
    if declared.modifiers.has(.static) || kind == .initialiser { return .type }
    let own = accessor?.modifiers ?? []
    let modifiers = declared.modifiers + Array(own)
    if modifiers.has(.mutating) || kind.isSetter && !isClassBound && !own.has(.nonmutating) {
      return .inOut
    }
    // A copyable subject needs no `consuming` or `borrowing`, which would forbid
    // implicit copies.
    if isNoncopyable {
      return modifiers.has(.consuming) || modifiers.has(.__consuming) ? .consuming : .borrowing
    }
    return isActor && !modifiers.has(.nonisolated) ? .isolated : .value
  }
}
