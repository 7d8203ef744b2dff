// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// Finds implementations that can't be advised.
struct AdvisableCheck {
  let isClass: Bool

  /// Checks a method; accepts any other declaration.
  func check(_ declaration: some SyntaxProtocol) throws(SyntaxProblem) {
    guard let function = declaration.as(FunctionDeclSyntax.self) else { return }
    if case .binaryOperator = function.name.tokenKind {
      throw SyntaxProblem(.advisableOperator, at: function.name)
    }
    if function.modifiers.has(.prefix) || function.modifiers.has(.postfix) {
      throw SyntaxProblem(.advisableOperator, at: function.name)
    }
    let parameters = function.signature.parameterClause.parameters
    if let ellipsis = parameters.lazy.compactMap(\.ellipsis).first {
      throw SyntaxProblem(.advisableVariadic, at: ellipsis)
    }
    if let result = function.signature.returnClause?.type, isClass, result.mentionsSelf {
      throw SyntaxProblem(.advisableSelfOfClass, at: result)
    }
  }

  /// Checks a stored property.
  static func check(_ property: VariableDeclSyntax) throws(SyntaxProblem) {
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
    if binding.accessorBlock == nil && binding.typeAnnotation == nil {
      throw SyntaxProblem(.advisablePropertyWithoutType, at: binding.pattern)
    }
  }
}
