// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax

extension DeclModifierListSyntax {
  public func has(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }
}

extension AttributeListSyntax {
  /// Graft's attribute of a name.
  public func named(_ name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.isNamed(name) }
  }
}

extension AttributeSyntax {
  /// Whether it is Graft's attribute of this name, with or without its module.
  public func isNamed(_ name: String) -> Bool {
    let text = attributeName.trimmedDescription
    return ["Graft", "GraftCourier"].contains { text.unqualified(in: $0) == name }
  }

  /// The argument with a label.
  public func argument(_ label: String) -> ExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.labelled(label)
  }

  /// Whether the argument with a label is the literal `true`; false without it.
  ///
  /// - Parameter problem: the problem of an argument that is no literal.
  public func isTrue(
    _ label: String, orThrow problem: SyntaxProblem.Kind
  ) throws(SyntaxProblem) -> Bool {
    guard let expression = argument(label) else { return false }
    guard let literal = expression.as(BooleanLiteralExprSyntax.self) else {
      throw SyntaxProblem(problem, at: expression)
    }
    return literal.literal.tokenKind == .keyword(.true)
  }
}

extension LabeledExprListSyntax {
  /// The argument with a label.
  public func labelled(_ label: String) -> ExprSyntax? {
    first { $0.label?.text == label }?.expression
  }
}

extension IfConfigDeclSyntax {
  /// The members in all clauses.
  public var members: [DeclSyntax] {
    clauses.flatMap { clause -> [DeclSyntax] in
      if case .decls(let items) = clause.elements { items.map(\.decl) } else { [] }
    }
  }
}
