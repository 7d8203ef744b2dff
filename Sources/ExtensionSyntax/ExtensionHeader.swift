// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What stands before the body of an extension's class:
/// `final class X<Subject: P & Q>: PExtension<Subject> where …`.
struct ExtensionHeader {
  let baseName: String
  let protocolName: String
  let constraints: [Constraint]
  let isNoncopyable: Bool

  init(_ extensionClass: ClassDeclSyntax) throws(SyntaxProblem) {
    guard extensionClass.modifiers.contains(where: { $0.name.tokenKind == .keyword(.final) }) else {
      throw SyntaxProblem(.notFinal, at: extensionClass.classKeyword)
    }
    guard let parameters = extensionClass.genericParameterClause?.parameters,
      let parameter = parameters.first, parameters.count == 1
    else { throw SyntaxProblem(.notGeneric, at: extensionClass.name) }
    let (baseName, argument) = try Self.base(of: extensionClass)
    guard argument == parameter.name.text else {
      throw SyntaxProblem(.baseOfOtherSubject(parameter.name.text), at: extensionClass.name)
    }
    self.baseName = baseName
    protocolName = String(baseName.dropLast(Self.suffix.count))
    isNoncopyable =
      parameter.inheritedType?.parts.contains {
        $0.as(SuppressedTypeSyntax.self)?.type.trimmedDescription == "Copyable"
      } ?? false
    constraints = try Self.constraints(
      of: extensionClass, parameter: parameter, protocolName: protocolName)
  }

  private static let suffix = "Extension"

  /// The superclass's name and the name that it is generic over.
  private static func base(
    of extensionClass: ClassDeclSyntax
  ) throws(SyntaxProblem) -> (name: String, argument: String) {
    guard let superclass = extensionClass.inheritanceClause?.inheritedTypes.first?.type else {
      throw SyntaxProblem(.noBase, at: extensionClass.name)
    }
    let arguments: GenericArgumentListSyntax?
    let name: String
    if let type = superclass.as(IdentifierTypeSyntax.self) {
      arguments = type.genericArgumentClause?.arguments
      name = type.name.text
    } else if let type = superclass.as(MemberTypeSyntax.self) {
      arguments = type.genericArgumentClause?.arguments
      name = type.baseType.trimmedDescription + "." + type.name.text
    } else {
      throw SyntaxProblem(.noBase, at: superclass)
    }
    guard name.hasSuffix(suffix), name != suffix, let arguments, arguments.count == 1 else {
      throw SyntaxProblem(.noBase, at: superclass)
    }
    return (name, arguments.first!.argument.trimmedDescription)
  }

  private static func constraints(
    of extensionClass: ClassDeclSyntax, parameter: GenericParameterSyntax, protocolName: String
  ) throws(SyntaxProblem) -> [Constraint] {
    let renamer = SubjectRenamer(from: parameter.name.text)
    var constraints: [Constraint] = []
    func add(_ path: String, conformsTo type: TypeSyntax) throws(SyntaxProblem) {
      for part in type.parts {
        let name = renamer.rename(part)
        if isSuppression(part) || (path == Constraint.subject && names(name, protocolName)) {
          continue
        }
        if Constraint.markers.contains(unqualified(name)) {
          throw SyntaxProblem(.marker(name, path: path), at: part)
        }
        constraints.append(Constraint(path: path, relation: .conforms, type: name))
      }
    }
    if let inherited = parameter.inheritedType {
      try add(Constraint.subject, conformsTo: inherited)
    }
    for requirement in extensionClass.genericWhereClause?.requirements ?? [] {
      switch requirement.requirement {
      case .conformanceRequirement(let conformance):
        try add(renamer.rename(conformance.leftType), conformsTo: conformance.rightType)
      case .sameTypeRequirement(let same):
        let (left, right) = (renamer.rename(same.leftType), renamer.rename(same.rightType))
        let isSwapped = !isPath(left) && isPath(right)
        constraints.append(
          Constraint(
            path: isSwapped ? right : left, relation: .sameType, type: isSwapped ? left : right))
      default: throw SyntaxProblem(.unknownConstraint, at: requirement)
      }
    }
    return constraints
  }

  private static func isPath(_ type: String) -> Bool {
    type == Constraint.subject || type.hasPrefix(Constraint.subject + ".")
  }

  private static func isSuppression(_ type: TypeSyntax) -> Bool {
    type.is(SuppressedTypeSyntax.self)
  }

  /// Whether a constraint is the extended protocol itself, however qualified.
  private static func names(_ constraint: String, _ protocolName: String) -> Bool {
    constraint == protocolName || constraint.hasSuffix("." + protocolName)
      || protocolName.hasSuffix("." + constraint)
  }

  private static func unqualified(_ name: String) -> String {
    name.hasPrefix("Swift.") ? String(name.dropFirst("Swift.".count)) : name
  }
}

extension TypeSyntax {
  /// The parts of a composition, or the type itself.
  fileprivate var parts: [TypeSyntax] {
    if let composition = self.as(CompositionTypeSyntax.self) {
      return composition.elements.flatMap(\.type.parts)
    }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first!.type.parts
    }
    return [self]
  }
}

/// Gives the generic parameter the name that generated code uses for it.
private final class SubjectRenamer: SyntaxRewriter {
  private let name: String

  init(from name: String) {
    self.name = name
    super.init()
  }

  func rename(_ syntax: some SyntaxProtocol) -> String {
    rewrite(syntax).trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    var node = super.visit(node).cast(IdentifierTypeSyntax.self)
    if node.name.text == name {
      node.name = node.name.with(\.tokenKind, .identifier(Constraint.subject))
    }
    return TypeSyntax(node)
  }
}
