// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Writes aliases for types that can be associated types of another protocol, or
/// members of an enclosing type.
final class JudgedTypeRewriter: SyntaxRewriter {
  private let scope: TypeScope
  private(set) var judged: [JudgedType] = []
  /// Whether a constraint is being rewritten, or a generic type that another one is a member of.
  ///
  /// Neither can be an associated type; in a nested protocol they can be nested too.
  private var isInConstraint = false

  init(_ scope: TypeScope) {
    self.scope = scope
    super.init()
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard isUnknown(node) else { return super.visit(node) }
    guard let arguments = node.genericArgumentClause else { return alias(node) }
    // A type with arguments is no associated type, but it can be nested.
    guard scope.context.isNested else { return super.visit(node) }
    return alias(node.with(\.genericArgumentClause, nil), with: arguments)
  }

  /// Rewrites the whole type, since its first component can be a module.
  override func visit(_ node: MemberTypeSyntax) -> TypeSyntax {
    if isPath(TypeSyntax(node)) { return alias(node) }
    // The name of a module has no alias.
    guard scope.context.isNested, let arguments = node.genericArgumentClause, isPath(node.baseType)
    else {
      return inConstraint(true) { super.visit(node) }
    }
    return alias(node.with(\.genericArgumentClause, nil), with: arguments)
  }

  /// Whether a type is a path of names without arguments, the first of which has to be looked up.
  private func isPath(_ type: TypeSyntax) -> Bool {
    if let member = type.as(MemberTypeSyntax.self) {
      return member.genericArgumentClause == nil && isPath(member.baseType)
    }
    return type.as(IdentifierTypeSyntax.self)
      .map { $0.genericArgumentClause == nil && isUnknown($0) } ?? false
  }

  private func isUnknown(_ node: IdentifierTypeSyntax) -> Bool {
    let name = node.name.text
    return (!isInConstraint || scope.context.isNested) && node.moduleSelector == nil
      && node.name.tokenKind != .keyword(.Self)
      && !scope.memberTypes.contains(name)
      && !scope.hidden.contains(name) && !StandardTypes.names.contains(name)
  }

  private func alias(
    _ node: some TypeSyntaxProtocol, _ question: JudgedType.Question = .isFound
  ) -> TypeSyntax {
    let type = JudgedType(question: question, type: node.oneLine)
    judged.append(type)
    return TypeSyntax(
      IdentifierTypeSyntax(
        leadingTrivia: node.leadingTrivia, name: .identifier(scope.name(of: type)),
        trailingTrivia: node.trailingTrivia))
  }

  private func alias(
    _ generic: some TypeSyntaxProtocol, with arguments: GenericArgumentClauseSyntax
  ) -> TypeSyntax {
    let alias = alias(generic, .isPlaced).cast(IdentifierTypeSyntax.self)
    let rewritten = rewrite(arguments).cast(GenericArgumentClauseSyntax.self)
    return TypeSyntax(alias.with(\.genericArgumentClause, rewritten))
  }

  // MARK: Constraints

  private func inConstraint<Result>(_ isInConstraint: Bool, _ body: () -> Result) -> Result {
    let outer = self.isInConstraint
    defer { self.isInConstraint = outer }
    self.isInConstraint = isInConstraint
    return body()
  }

  override func visit(_ node: SomeOrAnyTypeSyntax) -> TypeSyntax {
    inConstraint(true) { super.visit(node) }
  }

  override func visit(_ node: CompositionTypeSyntax) -> TypeSyntax {
    inConstraint(true) { super.visit(node) }
  }

  override func visit(_ node: GenericParameterSyntax) -> GenericParameterSyntax {
    inConstraint(true) { super.visit(node) }
  }

  override func visit(_ node: ConformanceRequirementSyntax) -> ConformanceRequirementSyntax {
    let right = inConstraint(true) { rewrite(node.rightType).cast(TypeSyntax.self) }
    return node.with(\.leftType, rewrite(node.leftType).cast(TypeSyntax.self))
      .with(\.rightType, right)
  }

  override func visit(_ node: GenericArgumentClauseSyntax) -> GenericArgumentClauseSyntax {
    inConstraint(false) { super.visit(node) }
  }

  override func visit(_ node: AttributeSyntax) -> AttributeSyntax { node }
}
