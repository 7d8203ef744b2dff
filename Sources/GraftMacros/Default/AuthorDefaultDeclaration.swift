// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import GraftDescriptors
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// An extension of a protocol that is marked with `@Default`, read from its source.
struct AuthorDefaultDeclaration {
  /// One that it implements, and where.
  struct Member {
    let requirement: Requirement
    let name: RequirementName
    let place: SourcePlace?
    /// Of one that is generic: its declaration under another name, with that.
    let copy: AuthorDefaultCopy?
  }

  /// As written: `Handler`, or `API.Handler`.
  let protocolName: String
  /// All but the protocol itself and `Default`.
  let constraints: [Constraint]
  let members: [Member]
  /// Where the extension stands.
  let source: String
  let module: String

  init(
    _ declaration: some SyntaxProtocol, _ attribute: AttributeSyntax,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) {
    guard let declared = declaration.as(ExtensionDeclSyntax.self) else {
      throw SyntaxProblem(
        .defaultOfNoExtension, at: attribute, fix: .remove(attribute, "remove '@Default'"))
    }
    protocolName = declared.extendedType.trimmedDescription
    try Self.checkClause(of: declared)
    constraints = try Self.constraints(of: declared, protocolName: protocolName)
    (module, source) = ExtensionAttribute.place(of: declared.extendedType, expansion)
    let context = ProtocolContext(
      memberTypes: [], hasUnknownTypes: true, supportName: "Subject",
      aliasSuffix: Self.aliasSuffix(source),
      isClassBound: false, isActor: false, isNoncopyable: false)
    members = try Self.members(
      of: declared, context, typed: try ExtensionDeclaration.isTyped(attribute), in: expansion)
    guard !members.isEmpty else {
      throw SyntaxProblem(.defaultImplementsNothing, at: declared.extendedType)
    }
  }

  /// What stands before the protocol's name in that of something beside it.
  private var qualifier: String {
    protocolName.lastIndex(of: ".").map { String(protocolName[...$0]) } ?? ""
  }

  var supportName: String { beside("_Graft") }
  /// Of the protocol by which defaults are called.
  var callingName: String { beside("_GraftDefaultsOf") }

  /// Tells aliases of types from those of another extension in the same file.
  var aliasSuffix: String { Self.aliasSuffix(source) }

  private static func aliasSuffix(_ source: String) -> String {
    "_" + (source.split(separator: ":").last ?? "")
  }

  /// The file and line as a part of an identifier.
  var symbolOfPlace: String {
    let place = source.split(separator: "/").last ?? ""
    return "_" + String(place.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private func beside(_ prefix: String) -> String {
    qualifier + prefix + protocolName.dropFirst(qualifier.count)
  }

  var descriptor: Descriptor {
    let place = source.split(separator: "/").last ?? ""
    return Descriptor(
      protocolName: protocolName, extensionName: "\(module).\(protocolName)@\(place)",
      constraints: constraints.map(\.text), requirements: members.map(\.name),
      priority: Descriptor.priorityOfProtocolDefaults, source: source)
  }

  // MARK: Constraints

  private static func isDefault(_ type: TypeSyntax) -> Bool {
    ["Default", "Graft.Default"].contains(type.trimmedDescription)
  }

  /// Without `Self: Default` the members would be other implementations of what the macro of
  /// the protocol writes.
  private static func checkClause(of declared: ExtensionDeclSyntax) throws(SyntaxProblem) {
    let isMarked =
      declared.genericWhereClause?.requirements.contains { requirement in
        guard case .conformanceRequirement(let conformance) = requirement.requirement else {
          return false
        }
        return conformance.leftType.trimmedDescription == "Self"
          && conformance.rightType.parts.contains(where: isDefault)
      } ?? false
    if isMarked { return }
    let fix: SyntaxFix =
      if let clause = declared.genericWhereClause {
        .insert(", Self: Default", after: clause, "add 'Self: Default'")
      } else {
        .insert(" where Self: Default", after: declared.extendedType, "add 'where Self: Default'")
      }
    throw SyntaxProblem(.defaultWithoutClause, at: declared.extendedType, fix: fix)
  }

  private static func constraints(
    of declared: ExtensionDeclSyntax, protocolName: String
  ) throws(SyntaxProblem) -> [Constraint] {
    guard var clause = declared.genericWhereClause else { return [] }
    // A bare name on the left is an associated type.
    clause.requirements = GenericRequirementListSyntax(
      clause.requirements.map { element in
        var element = element
        switch element.requirement {
        case .conformanceRequirement(var conformance):
          conformance.leftType = conformance.leftType.ofSelf
          element.requirement = .conformanceRequirement(conformance)
        case .sameTypeRequirement(var same):
          if case .type(let left) = same.leftType { same.leftType = .type(left.ofSelf) }
          element.requirement = .sameTypeRequirement(same)
        default: break
        }
        return element
      })
    let reader = ConstraintReader(parameter: "Self", protocolName: protocolName)
    return try reader.constraints(in: clause).filter {
      $0.path != Constraint.subject || !["Default", "Graft.Default"].contains($0.type)
    }
  }

  // MARK: Members

  private static func members(
    of declared: ExtensionDeclSyntax, _ context: ProtocolContext, typed: Bool,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [Member] {
    var found: [(requirement: Requirement, place: SourcePlace?, copy: AuthorDefaultCopy?)] = []
    for item in declared.memberBlock.members {
      guard let declaration = try AuthorDefaultMember(item.decl)?.requirement else { continue }
      let place = SourcePlace(of: item.decl.nameNode, in: expansion)
      for member in try ProtocolMember.members(declaration, context) {
        let copy = try AuthorDefaultCopy(item.decl, number: found.count)
        found += member.requirements.map { ($0.asDefault(of: declaration, context), place, copy) }
      }
    }
    let names = found.map { $0.requirement.recordName(typed: false) }
    return zip(found, names).map { found, name in
      let isOverloaded = typed || names.count { $0 == name } > 1
      return Member(
        requirement: found.requirement,
        name: RequirementName(found.requirement.recordName(typed: isOverloaded)), place: found.place,
        copy: found.copy)
    }
  }
}

extension TypeSyntax {
  /// The same as a member of `Self`, if it is not one.
  fileprivate var ofSelf: TypeSyntax {
    let first = firstToken(viewMode: .sourceAccurate)
    guard first?.tokenKind != .keyword(.Self) else { return self }
    return "Self.\(raw: trimmedDescription)"
  }
}

extension Requirement {
  /// The value of a setter is passed on once.
  fileprivate func asDefault(of declaration: DeclSyntax, _ context: ProtocolContext) -> Requirement {
    guard newValue != nil else { return self }
    var copy = self
    let type =
      declaration.as(VariableDeclSyntax.self)?.bindings.first?.typeAnnotation?.type
      ?? declaration.as(SubscriptDeclSyntax.self)?.returnClause.type
    if let type { copy.newValue = context.text(type) }
    return copy
  }
}
