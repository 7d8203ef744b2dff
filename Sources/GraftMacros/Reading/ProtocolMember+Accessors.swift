// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

extension ProtocolMember {
  // MARK: Properties and subscripts

  init(
    _ property: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ context: ProtocolContext
  ) throws(SyntaxProblem) {
    guard let type = binding.typeAnnotation?.type, let block = binding.accessorBlock else {
      throw SyntaxProblem(.unknownRequirement(binding.trimmedDescription), at: binding)
    }
    let name = binding.pattern.trimmedDescription
    let accessed = Accessed(
      name: name.filter { $0 != "`" }, isProperty: true, type: type,
      modifiers: property.modifiers, attributes: property.attributes, parameters: [],
      generics: GenericParts(nil, context))
    try self.init(
      accessed, block,
      head: property.modifiers.written + "var \(name): \(context.text(type).inExtension)", context)
  }

  init(_ declared: SubscriptDeclSyntax, _ context: ProtocolContext) throws(SyntaxProblem) {
    let generics = GenericParts(declared, context)
    guard let block = declared.accessorBlock else {
      throw SyntaxProblem(.unknownRequirement("subscript"), at: declared.subscriptKeyword)
    }
    let type = declared.returnClause.type
    let accessed = Accessed(
      name: "subscript", isProperty: false, type: type, modifiers: declared.modifiers,
      attributes: declared.attributes,
      parameters: declared.parameterClause.parameters.parsed(context, generics, hidesLabel: true),
      generics: generics)
    let head =
      declared.modifiers.written + "subscript" + generics.parameters.inExtension
      + "(\(accessed.parameters.map(\.inExtension).list))"
      + " -> " + context.text(type, hidden: generics.names).inExtension
      + generics.whereClause.inExtension
    try self.init(accessed, block, head: head, context)
  }

  private init(
    _ accessed: Accessed, _ block: AccessorBlockSyntax, head: String, _ context: ProtocolContext
  ) throws(SyntaxProblem) {
    guard case .accessors(let accessors) = block.accessors else {
      throw SyntaxProblem(.unknownRequirement("{ }"), at: block)
    }
    requirements = accessors.map { accessed.requirement($0, context) }
    let heads = zip(accessors, requirements).map { accessor, requirement in
      context.written(accessor.modifiers) + accessor.accessorSpecifier.text
        + requirement.effects.text(\.inExtension)
    }
    form = .accessors(head: head, accessors: heads)
  }
}

extension AccessorDeclSyntax {
  fileprivate var modifiers: DeclModifierListSyntax {
    DeclModifierListSyntax(modifier.map { [$0] } ?? [])
  }
}

/// The parts of a property or subscript that its accessors share.
private struct Accessed {
  /// The name of the getter's method.
  let name: String
  let isProperty: Bool
  let type: TypeSyntax
  let modifiers: DeclModifierListSyntax
  let attributes: AttributeListSyntax
  let parameters: [Parameter]
  let generics: GenericParts

  func requirement(_ accessor: AccessorDeclSyntax, _ context: ProtocolContext) -> Requirement {
    let isSetter = accessor.accessorSpecifier.tokenKind == .keyword(.set)
    let prefix =
      (modifiers.has(.static) ? "static " : "")
      + (isSetter ? "set " : isProperty ? "get " : "")
    var requirement = Requirement(
      methodName: isSetter ? "set" + name.capitalized : name,
      prefix: prefix, declaredName: name,
      kind: isProperty
        ? isSetter ? .setter : .getter : isSetter ? .subscriptSetter : .subscriptGetter,
      subject: subject(accessor, isSetter: isSetter, context), parameters: parameters,
      context: context)
    requirement.read(attributes, accessor.effectSpecifiers, generics)
    if requirement.subject == .consuming { requirement.needsStrongLink = true }
    let scope = context.scope(hiding: generics.names)
    let value = TypeText(type, scope)
    if isSetter {
      requirement.newValue = value.asValue(of: type, scope)
    } else {
      requirement.result = value
    }
    requirement.hasGenericResult = !isSetter && type.mentions(generics.names)
    requirement.modifiers = accessor.modifiers.convention
    requirement.isolation = context.isolation(modifiers)
    requirement.mentionsSelf = type.mentionsSelf || parameters.contains(where: \.mentionsSelf)
    return requirement
  }

  private func subject(
    _ accessor: AccessorDeclSyntax, isSetter: Bool, _ context: ProtocolContext
  ) -> SubjectForm {
    let all = DeclModifierListSyntax(Array(modifiers) + Array(accessor.modifiers))
    let form = context.subject(all, isStatic: modifiers.has(.static))
    guard form != .type else { return form }
    let change = accessor.modifier?.name.tokenKind
    let isMutating =
      isSetter
      ? !context.isClassBound && change != .keyword(.nonmutating) : change == .keyword(.mutating)
    return isMutating ? .inOut : form
  }
}
