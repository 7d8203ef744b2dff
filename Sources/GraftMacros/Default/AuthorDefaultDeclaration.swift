// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import GraftDescriptors
import SwiftSyntax
import SwiftSyntaxMacros

/// An extension of a protocol that is marked with `@Default`, read from its source.
struct AuthorDefaultDeclaration {
  /// A requirement that the extension implements, and the place of the
  /// implementation.
  struct Member {
    let requirement: Requirement
    /// Whether it is called by a name of its own.
    let isRenamed: Bool
    var name: RequirementName
    let place: SourcePlace?
    /// Whether only a variable can be set, since reading it changes the subject.
    let needsVariable: Bool
  }

  /// The name as written: `Handler`, or `API.Handler`.
  let protocolName: String
  /// All constraints but the protocol itself and `Default`.
  let constraints: [Constraint]
  let members: [Member]
  /// The errors of other members.
  let problems: [SyntaxProblem]
  /// The place of the extension in the sources, and that for the compiler's errors.
  let source: String
  let place: SourcePlace?
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
    place = SourcePlace(of: declared.extendedType, in: expansion)
    // The class has the names of the associated types, too.
    let context = ProtocolContext(
      isClassBound: constraints.contains {
        $0.path == Constraint.subject && $0.type == "Swift::AnyObject"
      },
      isActor: constraints.contains(where: \.isActor))
    (members, problems) = try Self.members(
      of: declared, context, typed: try ExtensionDeclaration.isTyped(attribute), in: expansion)
    guard !members.isEmpty || !problems.isEmpty else {
      throw SyntaxProblem(.defaultImplementsNothing, at: declared.extendedType)
    }
  }

  var isOfActor: Bool { constraints.contains(where: \.isActor) }

  var supportName: String { protocolName.beside("_Graft") }
  /// The protocol through which defaults are called.
  var callingName: String { protocolName.beside("_GraftDefaultsOf") }

  private var fileAndLine: Substring { source.split(separator: "/").last ?? "" }

  /// The file and line as a part of an identifier.
  var symbolOfPlace: String {
    "_" + String(fileAndLine.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  var descriptor: ExtensionDescriptor {
    let name = protocolName.replacing("::", with: ".")
    return ExtensionDescriptor(
      protocolName: name, extensionName: "\(module).\(name)@\(fileAndLine)",
      constraints: constraints.map { $0.text.withoutModuleSelectors },
      requirements: members.map(\.name),
      priority: ExtensionDescriptor.priorityOfProtocolDefaults, source: source)
  }

  // MARK: Constraints

  private static let marker = "Graft::AuthorDefault"

  /// Checks that the clause has `Self: Graft::AuthorDefault`.
  ///
  /// Without it the members would be redeclarations of those that the protocol's
  /// macro writes.
  private static func checkClause(of declared: ExtensionDeclSyntax) throws(SyntaxProblem) {
    let bounds = declared.genericWhereClause?.boundsOfSelf.flatMap(\.parts) ?? []
    if bounds.contains(where: { $0.trimmedDescription == marker }) { return }
    let plain = bounds.first { ["Default", "Graft.Default"].contains($0.trimmedDescription) }
    let fix: SyntaxFix =
      if let plain {
        .replace(plain, with: marker, "write '\(marker)'")
      } else if let clause = declared.genericWhereClause {
        .insert(", Self: \(marker)", after: clause, "add 'Self: \(marker)'")
      } else {
        .insert(
          " where Self: \(marker)", after: declared.extendedType, "add 'where Self: \(marker)'")
      }
    throw SyntaxProblem(.defaultWithoutClause, at: plain ?? declared.extendedType, fix: fix)
  }

  private static func constraints(
    of declared: ExtensionDeclSyntax, protocolName: String
  ) throws(SyntaxProblem) -> [Constraint] {
    let clause = declared.genericWhereClause
    for requirement in clause?.requirements ?? [] { try checkNames(requirement) }
    let reader = ConstraintReader(parameter: "Self", protocolName: protocolName)
    return try reader.constraints(in: clause).filter {
      $0.path != Constraint.subject || $0.type != marker
    }
  }

  /// Checks that the clause has no bare names.
  ///
  /// For such a name the compiler looks at all members of the protocol's extensions,
  /// and so expands this extension's macros, for which it needs the clause.
  private static func checkNames(_ requirement: GenericRequirementSyntax) throws(SyntaxProblem) {
    switch requirement.requirement {
    case .conformanceRequirement(let conformance):
      try checkName(conformance.leftType, isOfSelf: true)
      for part in conformance.rightType.parts { try checkName(part, isOfSelf: false) }
    case .sameTypeRequirement(let same):
      if case .type(let type) = same.leftType { try checkName(type, isOfSelf: true) }
      if case .type(let type) = same.rightType { try checkName(type, isOfSelf: false) }
    default: break
    }
  }

  private static func checkName(_ type: TypeSyntax, isOfSelf: Bool) throws(SyntaxProblem) {
    let text = type.trimmedDescription
    if text.hasPrefix("Self") || text.contains("::") || type.suppressed != nil { return }
    let isStandard = StandardProtocols.isKnown(text) || StandardTypes.names.contains(text)
    let qualifier = isOfSelf ? "Self." : isStandard ? "Swift::" : nil
    throw SyntaxProblem(
      .defaultBareName(text, qualifier: qualifier), at: type,
      fix: qualifier.map { .insert($0, before: type, "write '\($0)\(text)'") })
  }

  // MARK: Members

  private static func members(
    of declared: ExtensionDeclSyntax, _ context: ProtocolContext, typed: Bool,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) -> (members: [Member], problems: [SyntaxProblem]) {
    var members: [Member] = []
    var problems: [SyntaxProblem] = []
    for item in declared.memberBlock.members {
      do throws(SyntaxProblem) {
        members += try self.members(item.decl, context, in: expansion)
      } catch {
        problems.append(error)
      }
    }
    let names = members.map(\.requirement.untypedRecordName)
    for index in members.indices where typed || names.count(where: { $0 == names[index] }) > 1 {
      members[index].name = RequirementName(members[index].requirement.recordName(typed: true))
    }
    return (members, problems)
  }

  private static func members(
    _ member: DeclSyntax, _ context: ProtocolContext, in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [Member] {
    guard let declaration = try member.requirementOfDefault() else { return [] }
    let place = SourcePlace(of: member.nameNode, in: expansion)
    let requirements = try ProtocolMember.members(declaration, context).flatMap(\.requirements)
    return requirements.map { requirement in
      Member(
        requirement: requirement.asDefault(of: declaration, context),
        isRenamed: member.needsOtherName,
        name: RequirementName(requirement.recordName(typed: false)), place: place,
        needsVariable: requirement.newValue != nil && requirement.subject == .value
          && requirements.contains { $0.newValue == nil && $0.subject == .inOut })
    }
  }
}

extension Requirement {
  /// The requirement with the types of the default's own declaration.
  ///
  /// A setter's value is passed on once.
  fileprivate func asDefault(of declaration: DeclSyntax, _ context: ProtocolContext) -> Requirement
  {
    guard newValue != nil else { return self }
    var copy = self
    if let type = declaration.resultType { copy.newValue = context.text(type) }
    return copy
  }
}

extension Constraint {
  fileprivate var isActor: Bool { path == Self.subject && type == "Swift::Actor" }
}

extension String {
  /// The text as constraints are written elsewhere: `Named` for `API::Named`.
  fileprivate var withoutModuleSelectors: String {
    split(separator: " ").map { word in
      word.firstRange(of: "::").map { String(word[$0.upperBound...]) } ?? String(word)
    }.joined(separator: " ")
  }
}
