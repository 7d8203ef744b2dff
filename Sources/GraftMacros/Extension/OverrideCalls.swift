// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Finds expressions that can be calls on the subject.
final class CallFinder: SyntaxAnyVisitor {
  private(set) var candidates: [ExprSyntax] = []
  private(set) var isShadowed = false
  private let subject: String

  init(_ subject: String) {
    self.subject = subject
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    switch node.as(SyntaxEnum.self) {
    case .functionCallExpr(let call): candidates.append(ExprSyntax(call))
    case .subscriptCallExpr(let call): candidates.append(ExprSyntax(call))
    case .memberAccessExpr(let access) where !access.isCalled && !access.isAssigned:
      candidates.append(ExprSyntax(access))
    case .identifierPattern(let pattern): note(pattern.identifier)
    case .closureShorthandParameter(let parameter): note(parameter.name)
    case .closureParameter(let parameter): note(parameter.secondName ?? parameter.firstName)
    case .functionParameter(let parameter): note(parameter.secondName ?? parameter.firstName)
    default: break
    }
    return .visitChildren
  }

  private func note(_ name: TokenSyntax) {
    isShadowed = isShadowed || name.text == subject
  }
}

extension MemberAccessExprSyntax {
  fileprivate var isCalled: Bool {
    parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == id
  }

  /// Whether it is the target of `subject.name = …`, before operators are folded.
  fileprivate var isAssigned: Bool {
    guard let list = parent?.as(ExprListSyntax.self),
      let index = list.firstIndex(of: ExprSyntax(self))
    else { return false }
    let next = list.index(after: index)
    return next < list.endIndex && list[next].is(AssignmentExprSyntax.self)
  }
}

extension ExprSyntax {
  /// Whether the override always reaches this node.
  func isUnconditional(in body: CodeBlockSyntax) -> Bool {
    let finder = ExitFinder(before: position)
    finder.walk(body)
    guard !finder.leaves else { return false }
    var node = Syntax(self)
    while node.id != body.id, let parent = node.parent {
      if parent.mayLeaveOut(node) { return false }
      node = parent
    }
    return true
  }
}

extension Syntax {
  fileprivate func mayLeaveOut(_ child: Syntax) -> Bool {
    switch kind {
    case .closureExpr, .functionDecl, .switchCase, .whileStmt, .forStmt, .catchClause: return true
    // The condition is evaluated first.
    case .ifExpr, .guardStmt: return !child.is(ConditionElementListSyntax.self)
    // The operators `a ?? b`, `a && b` and `a ? b : c`, before they are folded.
    case .exprList: return self.as(ExprListSyntax.self)?.first?.id != child.id && hasBranch
    case .conditionElementList:
      return self.as(ConditionElementListSyntax.self)?.first?.id != child.id
    default: return false
    }
  }

  private var hasBranch: Bool {
    self.as(ExprListSyntax.self)?.contains { element in
      let name = element.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
      return element.is(UnresolvedTernaryExprSyntax.self) || ["??", "&&", "||"].contains(name)
    } ?? false
  }
}

/// Finds out whether a statement before a position may leave the override.
private final class ExitFinder: SyntaxAnyVisitor {
  private(set) var leaves = false
  private let place: AbsolutePosition

  init(before place: AbsolutePosition) {
    self.place = place
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    let isExit = [.returnStmt, .throwStmt, .tryExpr].contains(node.kind)
    leaves = leaves || isExit && node.endPosition <= place
    return .visitChildren
  }
}
