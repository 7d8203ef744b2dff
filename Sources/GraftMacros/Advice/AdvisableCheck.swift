// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// Finds implementations that can't be advised.
struct AdvisableCheck {
  let isClass: Bool

  /// Checks a method, and the attributes of any declaration.
  func check(_ declaration: some SyntaxProtocol) throws(SyntaxProblem) {
    if let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes {
      try Self.check(attributes)
    }
    guard let function = declaration.as(FunctionDeclSyntax.self) else { return }
    if case .binaryOperator = function.name.tokenKind {
      throw SyntaxProblem(.advisableOperator, at: function.name)
    }
    if function.modifiers.has(.prefix) || function.modifiers.has(.postfix) {
      throw SyntaxProblem(.advisableOperator, at: function.name)
    }
    for modifier in function.modifiers where modifier.name.tokenKind == .keyword(.borrowing) {
      throw SyntaxProblem(.advisableBorrowing, at: modifier)
    }
    let parameters = function.signature.parameterClause.parameters
    if let ellipsis = parameters.lazy.compactMap(\.ellipsis).first {
      throw SyntaxProblem(.advisableVariadic, at: ellipsis)
    }
    guard let result = function.signature.returnClause?.type else { return }
    try Self.check(result)
    if isClass, result.mentionsSelf { throw SyntaxProblem(.advisableSelfOfClass, at: result) }
  }

  private static func check(_ attributes: AttributeListSyntax) throws(SyntaxProblem) {
    for name in ["inlinable", "_alwaysEmitIntoClient", "_transparent", "backDeployed"] {
      guard let attribute = attributes.named(name) else { continue }
      throw SyntaxProblem(.advisableCopied(name), at: attribute)
    }
    let builder = attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first(
      where: \.isBuilder)
    if let builder { throw SyntaxProblem(.advisableBuilt, at: builder) }
  }

  /// Checks the type of a result or a property.
  private static func check(_ type: TypeSyntax) throws(SyntaxProblem) {
    if type.hasToken(.keyword(.some)) { throw SyntaxProblem(.advisableOpaque, at: type) }
  }

  /// Checks a stored property.
  static func check(_ property: VariableDeclSyntax) throws(SyntaxProblem) {
    try check(property.attributes)
    if property.bindingSpecifier.tokenKind == .keyword(.let) {
      throw SyntaxProblem(
        .advisableConstant, at: property.bindingSpecifier,
        fix: .replace(property.bindingSpecifier, with: "var", "replace 'let' with 'var'"))
    }
    for modifier in property.modifiers
    where [.keyword(.static), .keyword(.class)].contains(modifier.name.tokenKind) {
      throw SyntaxProblem(.advisableStaticProperty, at: modifier)
    }
    guard let binding = property.bindings.first else { return }
    if case .accessors(let accessors) = binding.accessorBlock?.accessors,
      let observer = accessors.first(where: {
        [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
      })
    {
      throw SyntaxProblem(.advisableObserved, at: observer.accessorSpecifier)
    }
    if let type = binding.typeAnnotation?.type {
      try check(type)
    } else if binding.accessorBlock == nil {
      throw SyntaxProblem(.advisablePropertyWithoutType, at: binding.pattern)
    }
  }
}
