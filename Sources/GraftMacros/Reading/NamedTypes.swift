// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Collects the types in requirements whose layout is declared elsewhere, in the protocol's module
/// or in another one.
///
/// Code that is compiled with one layout reads garbage where the process has another one.
final class NamedTypes: SyntaxVisitor {
  private let scope: TypeScope
  private var found: [JudgedType] = []

  private init(_ scope: TypeScope) {
    self.scope = scope
    super.init(viewMode: .sourceAccurate)
  }

  /// The types as generated code beside the protocol names them, each once.
  ///
  /// - Parameter judged: the types that have an alias there.
  static func all(
    in declarations: [DeclSyntax], _ context: ProtocolContext, judged: Set<JudgedType>
  ) -> [String] {
    var types: [JudgedType] = []
    // Code for all modules can't name types that only some see.
    for declaration in declarations where context.isSPI || !declaration.isMarked("_spi") {
      let visitor = NamedTypes(context.scope(hiding: declaration.genericNames))
      visitor.walk(declaration)
      for type in visitor.found where !types.contains(type) { types.append(type) }
    }
    return types.compactMap { type in
      // A name without an alias may be a member type that a macro does not see.
      judged.contains(type) ? type.alias : context.hasUnknownTypes ? nil : type.type
    }
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if isDeclaredElsewhere(TypeSyntax(node)) { add(TypeSyntax(node)) }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if isDeclaredElsewhere(TypeSyntax(node)) { add(TypeSyntax(node)) }
    var base: TypeSyntax? = TypeSyntax(node)
    while let type = base {
      let member = type.as(MemberTypeSyntax.self)
      (member?.genericArgumentClause ?? type.as(IdentifierTypeSyntax.self)?.genericArgumentClause)
        .map(walk)
      base = member?.baseType
    }
    return .skipChildren
  }

  private func add(_ type: TypeSyntax) {
    found.append(JudgedType(question: .isFound, type: type.oneLine))
  }

  /// Whether it names a type outside the standard library, and depends neither on the subject nor
  /// on the call.
  private func isDeclaredElsewhere(_ type: TypeSyntax) -> Bool {
    var root = type
    while let member = root.as(MemberTypeSyntax.self) { root = member.baseType }
    guard let root = root.as(IdentifierTypeSyntax.self) else { return false }
    let name = root.name.text
    let isStandard = StandardTypes.haveLayout(
      of: name, hasArguments: root.genericArgumentClause != nil)
    return name != "Swift" && !isStandard
      && !type.mentions(scope.hidden.union(scope.memberTypes).union(["Self"]))
  }

  // MARK: Places without a layout

  override func visit(_ node: SomeOrAnyTypeSyntax) -> SyntaxVisitorContinueKind {
    walkArguments(of: node.constraint)
  }

  override func visit(_ node: CompositionTypeSyntax) -> SyntaxVisitorContinueKind {
    for element in node.elements { _ = walkArguments(of: element.type) }
    return .skipChildren
  }

  private func walkArguments(of constraint: TypeSyntax) -> SyntaxVisitorContinueKind {
    if let composition = constraint.as(CompositionTypeSyntax.self) { return visit(composition) }
    if let name = constraint.as(IdentifierTypeSyntax.self) { name.genericArgumentClause.map(walk) }
    if let member = constraint.as(MemberTypeSyntax.self) { member.genericArgumentClause.map(walk) }
    return .skipChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericParameterClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: GenericWhereClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
}
