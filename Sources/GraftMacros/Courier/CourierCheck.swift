// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// Finds requirements that can't be forwarded to several receivers.
struct CourierCheck {
  let isClassBound: Bool
  let isConcurrent: Bool

  func check(_ bounds: [TypeSyntax]) throws(SyntaxProblem) {
    for bound in bounds {
      if let suppressed = bound.suppressed {
        throw notForwarded(
          "calls to '~\(suppressed)' receivers",
          "it is an object and calls them through 'any': remove '~\(suppressed)'", at: bound)
      }
      if ["Actor", "DistributedActor", "AnyActor"].contains(bound.unqualified) {
        throw notForwarded(
          "calls to actors",
          "it is no actor itself: require 'Sendable' instead, with 'async' requirements", at: bound)
      }
      if Self.isNotForwarded(bound.unqualified) {
        throw notForwarded(
          "what '\(bound.unqualified)' requires",
          "that protocol has no @Courier: "
            + "remove it here, and let the receivers' types conform to it", at: bound)
      }
    }
  }

  /// Whether a protocol of the standard library requires initialisers or mentions
  /// `Self`.
  ///
  /// Any other protocol can be implemented in an extension of the courier; if it
  /// isn't, the compiler says what is missing.
  private static func isNotForwarded(_ name: String) -> Bool {
    StandardProtocols.withAssociatedTypes[name] != nil
      || [
        "AdditiveArithmetic", "Codable", "CodingKey", "Comparable", "Decodable", "Equatable",
        "ExpressibleByNilLiteral", "Hashable", "LosslessStringConvertible",
      ].contains(name)
  }

  func check(_ declaration: DeclSyntax) throws(SyntaxProblem) {
    if let associated = declaration.as(AssociatedTypeDeclSyntax.self) {
      throw notForwarded(
        "calls with an associated type",
        "receivers can differ in '\(associated.name.text)': "
          + "use one type, or a generic method", at: associated)
    }
    if let initialiser = declaration.as(InitializerDeclSyntax.self) {
      throw notForwarded(
        "an initialiser",
        "there is no receiver to call before there is a courier: "
          + "move it to a protocol of its own", at: initialiser.initKeyword)
    }
    if let condition = declaration.as(IfConfigDeclSyntax.self) {
      throw notForwarded(
        "requirements inside '#if'",
        "the macro does not see which branch is compiled: "
          + "put '#if' around the protocol", at: condition.clauses.first!.poundKeyword)
    }
    try declaration.attributes.checkForm()
    try checkModifiers(declaration)
    for parameter in declaration.genericParameters
    where parameter.specifier?.tokenKind == .keyword(.each) {
      throw notForwarded("a parameter pack", "take an array", at: parameter)
    }
    for binding in declaration.as(VariableDeclSyntax.self)?.bindings ?? []
    where binding.pattern.trimmedDescription == "receivers" {
      throw notForwarded(
        "'receivers'", "that is the property which every courier has: rename this one",
        at: binding.pattern)
    }
    let effects = declaration.signature?.effectSpecifiers
    let isAsync = effects?.asyncSpecifier != nil
    if let specifier = effects?.throwsClause?.throwsSpecifier,
      specifier.tokenKind == .keyword(.rethrows), isAsync, isConcurrent
    {
      throw notForwarded(
        "'rethrows' of several at a time",
        "their errors come together: write 'throws', or remove 'concurrent: true'", at: specifier)
    }
    let finder = UnforwardedFinder(self, isAsync: isAsync)
    finder.walk(declaration)
    if let problem = finder.problem { throw problem }
  }

  private func checkModifiers(_ declaration: DeclSyntax) throws(SyntaxProblem) {
    for modifier in declaration.modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static):
        throw notForwarded(
          "a static requirement",
          "receivers are values, not types: move it to a protocol of its own", at: modifier)
      case .keyword(.mutating): throw mutation(at: modifier)
      case .keyword(.distributed):
        throw notForwarded(
          "a distributed requirement", "it is no actor itself: remove 'distributed'", at: modifier)
      default: continue
      }
    }
  }

  fileprivate func mutation(at node: some SyntaxProtocol) -> SyntaxProblem {
    notForwarded(
      "changes of values",
      "a value that it holds would change in a copy: "
        + "let the protocol inherit from 'AnyObject'", at: node)
  }

  fileprivate func notForwarded(
    _ what: String, _ advice: String, at node: some SyntaxProtocol
  ) -> SyntaxProblem {
    SyntaxProblem(.notForwarded(what, advice), at: node)
  }
}

/// Finds types and accessors that can't be forwarded.
private final class UnforwardedFinder: SyntaxVisitor {
  private let check: CourierCheck
  private let isAsync: Bool
  private(set) var problem: SyntaxProblem?

  init(_ check: CourierCheck, isAsync: Bool) {
    self.check = check
    self.isAsync = isAsync
    super.init(viewMode: .sourceAccurate)
  }

  private func find(_ what: String, _ advice: String, at node: some SyntaxProtocol) {
    if problem == nil { problem = check.notForwarded(what, advice, at: node) }
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.tokenKind == .keyword(.Self) {
      find("'Self'", "receivers differ in type: use 'any' protocol, or another type", at: node)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    if let ellipsis = node.ellipsis {
      find("variadic arguments", "Swift has no way to: take an array", at: ellipsis)
    }
    let isClosure = node.type.unattributed.is(FunctionTypeSyntax.self)
    if isAsync, check.isConcurrent, isClosure, !node.type.has(attribute: "escaping") {
      find(
        "a closure that does not escape to several at a time",
        "each runs in a task of its own: make it '@escaping', or remove 'concurrent: true'",
        at: node.type)
    }
    return .visitChildren
  }

  override func visit(_ node: SimpleTypeSpecifierSyntax) -> SyntaxVisitorContinueKind {
    switch node.specifier.tokenKind {
    case .keyword(.sending), .keyword(.consuming), .keyword(.__owned):
      let name = node.specifier.text
      find(
        "a value that is '\(name)'", "only one receiver could have it: remove '\(name)'", at: node)
    case .keyword(.inout) where isAsync && check.isConcurrent:
      find(
        "an 'inout' argument to several at a time",
        "each is to see what the one before it did: "
          + "remove 'concurrent: true', or 'inout'", at: node)
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    let isSetter = node.accessorSpecifier.tokenKind == .keyword(.set)
    if !isSetter && node.accessorSpecifier.tokenKind != .keyword(.get) {
      find(
        "'\(node.accessorSpecifier.text)'", "require 'get' and 'set'", at: node.accessorSpecifier)
    }
    let change = node.modifier?.name.tokenKind
    let isMutating = isSetter ? change != .keyword(.nonmutating) : change == .keyword(.mutating)
    if isMutating && !check.isClassBound && problem == nil {
      problem = check.mutation(at: node)
    }
    return .visitChildren
  }
}
