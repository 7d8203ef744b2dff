// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax

/// Reads the constraints on an extension's subject.
public struct ConstraintReader {
  private let renamer: SubjectRenamer
  private let protocolName: String

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - parameter: the extension's name for its subject.
  ///   - protocolName: the extended protocol, which is no constraint.
  public init(parameter: String, protocolName: String) {
    renamer = SubjectRenamer(from: parameter)
    self.protocolName = protocolName
  }

  /// The constraints of a class, in `<Subject: P & Q>` and in its clause.
  func constraints(
    of parameter: GenericParameterSyntax, _ clause: GenericWhereClauseSyntax?
  ) throws(SyntaxProblem) -> [Constraint] {
    // The written one of two protocols with one last name is extended.
    let isWritten = bounds(of: parameter, clause).contains {
      qualified(renamer.rename($0)) == protocolName
    }
    var constraints: [Constraint] = []
    if let type = parameter.inheritedType {
      constraints = try conformances(of: Constraint.subject, to: type, isWritten)
    }
    return try constraints + self.constraints(in: clause, isWritten: isWritten)
  }

  /// The constraints of a clause, which uses the class's name for the subject.
  ///
  /// - Parameter isWritten: whether only the very name of the extended protocol means it, as
  ///   in an extension of the protocol.
  public func constraints(
    in clause: GenericWhereClauseSyntax?, isWritten: Bool = true
  ) throws(SyntaxProblem) -> [Constraint] {
    var constraints: [Constraint] = []
    for requirement in clause?.requirements ?? [] {
      switch requirement.requirement {
      case .conformanceRequirement(let conformance):
        constraints += try conformances(
          of: renamer.rename(conformance.leftType), to: conformance.rightType, isWritten)
      case .sameTypeRequirement(let same):
        let constraint = constraint(same)
        guard constraint.path != Constraint.subject else {
          throw SyntaxProblem(.subjectOfOneType(constraint.type), at: same)
        }
        constraints.append(constraint)
      default: throw SyntaxProblem(.unknownConstraint, at: requirement.requirement)
      }
    }
    return constraints
  }

  /// Whether the subject need not be copyable.
  func suppressesCopyable(
    _ parameter: GenericParameterSyntax, _ clause: GenericWhereClauseSyntax?
  ) -> Bool {
    bounds(of: parameter, clause).contains { $0.suppressed == "Copyable" }
  }

  /// The protocols and classes of the subject itself, as written.
  private func bounds(
    of parameter: GenericParameterSyntax, _ clause: GenericWhereClauseSyntax?
  ) -> [TypeSyntax] {
    let types =
      [parameter.inheritedType].compactMap { $0 }
      + (clause?.requirements ?? []).compactMap {
        guard case .conformanceRequirement(let conformance) = $0.requirement,
          renamer.rename(conformance.leftType) == Constraint.subject
        else { return nil }
        return conformance.rightType
      }
    return types.flatMap(\.parts)
  }

  private func conformances(
    of path: String, to type: TypeSyntax, _ isWritten: Bool
  ) throws(SyntaxProblem) -> [Constraint] {
    var constraints: [Constraint] = []
    for part in type.parts {
      if let suppressed = part.suppressed {
        guard suppressed != "Escapable" else { throw SyntaxProblem(.notEscapable, at: part) }
        continue
      }
      let name = renamer.rename(part)
      let isExtended =
        isWritten ? qualified(name) == protocolName : names(qualified(name), protocolName)
      if path == Constraint.subject && isExtended { continue }
      if Constraint.markers.contains(part.unqualified) {
        throw SyntaxProblem(.marker(name, path: path), at: part)
      }
      constraints.append(Constraint(path: path, relation: .conforms, type: name))
    }
    return constraints
  }

  private func constraint(_ same: SameTypeRequirementSyntax) -> Constraint {
    let (left, right) = (renamer.rename(same.leftType), renamer.rename(same.rightType))
    let isSwapped = !isPath(left) && isPath(right)
    return Constraint(
      path: isSwapped ? right : left, relation: .sameType, type: isSwapped ? left : right)
  }

  private func isPath(_ type: String) -> Bool {
    type == Constraint.subject || type.hasPrefix(Constraint.subject + ".")
  }

  /// A name with its module as one of its parts: `Module::Name` says the same as `Module.Name`.
  private func qualified(_ name: String) -> String { name.replacing("::", with: ".") }

  /// Whether a constraint is the extended protocol itself, however qualified.
  private func names(_ constraint: String, _ protocolName: String) -> Bool {
    constraint == protocolName || constraint.hasSuffix("." + protocolName)
      || protocolName.hasSuffix("." + constraint)
  }
}

/// Renames the generic parameter as generated code does.
final class SubjectRenamer: SyntaxRewriter {
  private let name: String

  init(from name: String) {
    self.name = name
    super.init()
  }

  func rename(_ syntax: some SyntaxProtocol) -> String {
    rewrite(syntax).typeSpelling
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    var node = super.visit(node).cast(IdentifierTypeSyntax.self)
    if node.name.text == name, node.moduleSelector == nil {
      node.name = node.name.with(\.tokenKind, .identifier(Constraint.subject))
    }
    return TypeSyntax(node)
  }
}
