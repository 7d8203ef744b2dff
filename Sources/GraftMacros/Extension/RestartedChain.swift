// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// Finds calls of a requirement on the subject in an extension's override of it.
///
/// They restart the chain and come back to the override, where the next link was
/// meant. Such a call never ends if it is unconditional, or if it passes the
/// override's arguments on. Others can be a recursion that ends.
struct RestartedChain {
  /// The override's name as written, and without backticks.
  private let method: (written: String, name: String)
  /// The requirement's parameters.
  private let parameters: [(label: String, name: String)]
  private let subject: String
  /// The argument by which the next link gets the subject.
  private let argument: String
  /// The subject's type, on which a static requirement can be called too.
  private let typeName: String?
  private let isOverloaded: Bool
  private let body: CodeBlockSyntax

  /// The errors and warnings in the overrides of a class.
  ///
  /// - Parameter typed: whether the attribute declares that there are overloads.
  static func problems(in declaration: some DeclSyntaxProtocol, typed: Bool) -> [SyntaxProblem] {
    guard let extensionClass = declaration.as(ClassDeclSyntax.self) else { return [] }
    let overrides = extensionClass.memberBlock.members.compactMap {
      $0.decl.as(FunctionDeclSyntax.self)
    }.filter { $0.modifiers.has(.override) }
    let names = overrides.map(\.labelledName)
    let typeName = extensionClass.genericParameterClause?.parameters.first?.name.text
    return overrides.flatMap { function in
      let isOverloaded = typed || names.count { $0 == function.labelledName } > 1
      return RestartedChain(function, typeName, isOverloaded: isOverloaded)?.problems ?? []
    }
  }

  private init?(_ function: FunctionDeclSyntax, _ typeName: String?, isOverloaded: Bool) {
    let all = function.signature.parameterClause.parameters
    guard let body = function.body, let first = all.first else { return nil }
    method = (function.name.trimmedDescription, function.name.text.filter { $0 != "`" })
    parameters = all.dropFirst().map { ($0.firstName.text, ($0.secondName ?? $0.firstName).text) }
    subject = (first.secondName ?? first.firstName).text
    argument = (first.type.has(.inout) ? "&" : "") + subject
    self.typeName = first.type.is(MetatypeTypeSyntax.self) ? typeName : nil
    self.isOverloaded = isOverloaded
    self.body = body
  }

  private var problems: [SyntaxProblem] {
    let finder = CallFinder(subject)
    finder.walk(body)
    // The name may refer to something else.
    guard !finder.isShadowed else { return [] }
    return finder.candidates.compactMap(problem)
  }

  private func problem(_ node: ExprSyntax) -> SyntaxProblem? {
    guard let arguments = arguments(of: node) else { return nil }
    let isUnchanged = arguments.map(\.trimmedDescription) == parameters.map(\.name)
    guard isUnchanged || (!isOverloaded && node.isUnconditional(in: body)) else { return nil }
    let call = "super.\(method.written)"
    return SyntaxProblem(
      .restartedChain(written: node.calledText, next: call), at: node,
      fix: .replace(node, with: replacement(node, call), "call '\(call)'"))
  }

  /// The arguments, if the expression is a call of the requirement.
  private func arguments(of node: ExprSyntax) -> [ExprSyntax]? {
    if let access = node.as(MemberAccessExprSyntax.self) {
      return isOnSubject(access) && parameters.isEmpty ? [] : nil
    }
    if let subscripted = node.as(SubscriptCallExprSyntax.self) {
      guard method.name == "subscript", isSubject(subscripted.calledExpression) else { return nil }
      return matched(subscripted.arguments, [])
    }
    guard let call = node.as(FunctionCallExprSyntax.self) else { return nil }
    let isCalled = call.calledExpression.as(MemberAccessExprSyntax.self).map(isOnSubject)
    guard isCalled ?? (method.name == "init" && isType(call.calledExpression)) else { return nil }
    let closures =
      [call.trailingClosure].compactMap { $0 }
      + call.additionalTrailingClosures.map(\.closure)
    return matched(call.arguments, closures.map { ExprSyntax($0) })
  }

  private func matched(
    _ arguments: LabeledExprListSyntax, _ closures: [ExprSyntax]
  ) -> [ExprSyntax]? {
    let labels = arguments.map { $0.label?.text ?? "_" }
    guard labels.count + closures.count == parameters.count,
      labels == parameters.prefix(labels.count).map(\.label)
    else { return nil }
    return arguments.map(\.expression) + closures
  }

  private func isOnSubject(_ access: MemberAccessExprSyntax) -> Bool {
    let name = access.declName.baseName.text.filter { $0 != "`" }
    return name == method.name && access.base.map { isSubject($0) || isType($0) } ?? false
  }

  private func isSubject(_ expression: ExprSyntax) -> Bool {
    expression.as(DeclReferenceExprSyntax.self)?.baseName.text == subject
  }

  private func isType(_ expression: ExprSyntax) -> Bool {
    typeName != nil && expression.as(DeclReferenceExprSyntax.self)?.baseName.text == typeName
  }

  private func replacement(_ node: ExprSyntax, _ call: String) -> String {
    let arguments =
      node.as(FunctionCallExprSyntax.self)?.arguments
      ?? node.as(SubscriptCallExprSyntax.self)?.arguments ?? []
    let passed = [argument] + arguments.map { $0.with(\.trailingComma, nil).trimmedDescription }
    let closures = node.as(FunctionCallExprSyntax.self).map { call in
      (call.trailingClosure.map { " " + $0.trimmedDescription } ?? "")
        + call.additionalTrailingClosures.map { " " + $0.trimmedDescription }.joined()
    }
    return "\(call)(\(passed.list))\(closures ?? "")"
  }
}

extension FunctionDeclSyntax {
  fileprivate var labelledName: String {
    name.text + signature.parameterClause.parameters.labels
  }
}

extension ExprSyntax {
  /// The called expression as written, without arguments.
  fileprivate var calledText: String {
    (self.as(FunctionCallExprSyntax.self)?.calledExpression
      ?? self.as(SubscriptCallExprSyntax.self).map { ExprSyntax($0.calledExpression) } ?? self)
      .trimmedDescription
  }
}
