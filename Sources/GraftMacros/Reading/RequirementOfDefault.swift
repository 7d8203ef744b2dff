// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

extension DeclSyntax {
  /// The requirement that a member of an extension with `@Default` implements: the
  /// member without its body, its access level and its default arguments.
  ///
  /// It is nil for a member that is private, or an alias.
  ///
  /// - Parameter isAny: whether a member is allowed that can't end a chain.
  func requirementOfDefault(isAny: Bool = false) throws(SyntaxProblem) -> DeclSyntax? {
    if let condition = self.as(IfConfigDeclSyntax.self) {
      throw SyntaxProblem(.conditionalMember, at: condition.clauses.first!.poundKeyword)
    }
    if modifiers.has(.private) || modifiers.has(.fileprivate) { return nil }
    if !isAny { try checkEndsChain() }
    switch self.as(DeclSyntaxEnum.self) {
    case .functionDecl(let function): return function.requirement
    case .initializerDecl(let initialiser): return initialiser.requirement
    case .variableDecl(let property): return try property.requirement()
    case .subscriptDecl(let declared): return declared.requirement
    default: return nil
    }
  }

  private func checkEndsChain() throws(SyntaxProblem) {
    if let parameter = parameters.first(where: { $0.defaultValue != nil }) {
      let name = (parameter.secondName ?? parameter.firstName).text
      throw SyntaxProblem(.defaultWithValue(name), at: parameter)
    }
    if let attribute = attributes.named("_disfavoredOverload") {
      throw SyntaxProblem(
        .defaultThatIsDisfavored, at: attribute,
        fix: .remove(attribute, "remove '@_disfavoredOverload'"))
    }
    if needsOtherName, !isMarked("RenamedDefault") {
      throw SyntaxProblem(
        .defaultOfSharedName, at: nameNode,
        fix: .insert("@RenamedDefault ", before: self, "mark it '@RenamedDefault'"))
    }
    if !self.is(FunctionDeclSyntax.self) {
      if let ellipsis { throw SyntaxProblem(.defaultVariadic, at: ellipsis) }
      if isGeneric { throw SyntaxProblem(.defaultGeneric, at: nameNode) }
    }
    if let result = resultType, result.hasToken(.keyword(.some)) {
      throw SyntaxProblem(.defaultOfOpaqueType, at: result)
    }
  }

  /// Whether it is a function that a call can't distinguish from its requirement.
  var needsOtherName: Bool {
    self.is(FunctionDeclSyntax.self) && (isOperator || isGeneric || ellipsis != nil)
  }

  /// The ellipsis of a variadic parameter.
  private var ellipsis: TokenSyntax? { parameters.lazy.compactMap(\.ellipsis).first }
}

extension SignedDeclSyntax {
  fileprivate var requirement: DeclSyntax {
    var copy = detached
    copy.modifiers = modifiers.ofRequirement
    copy.body = nil
    copy.signature.parameterClause.parameters = signature.parameterClause.parameters.withoutValues
    return DeclSyntax(copy)
  }
}

extension VariableDeclSyntax {
  fileprivate func requirement() throws(SyntaxProblem) -> DeclSyntax {
    var copy = detached
    copy.modifiers = modifiers.ofRequirement
    copy.bindings = PatternBindingListSyntax(
      try bindings.map { binding throws(SyntaxProblem) in
        guard binding.typeAnnotation != nil else {
          throw SyntaxProblem(.advisablePropertyWithoutType, at: binding)
        }
        return binding.with(\.accessorBlock, binding.accessorBlock?.ofRequirement)
      })
    return DeclSyntax(copy)
  }
}

extension SubscriptDeclSyntax {
  fileprivate var requirement: DeclSyntax {
    var copy = detached
    copy.modifiers = modifiers.ofRequirement
    copy.accessorBlock = accessorBlock?.ofRequirement
    copy.parameterClause.parameters = parameterClause.parameters.withoutValues
    return DeclSyntax(copy)
  }
}

extension FunctionParameterListSyntax {
  var withoutValues: FunctionParameterListSyntax {
    FunctionParameterListSyntax(map { $0.with(\.defaultValue, nil) })
  }
}

extension AccessorBlockSyntax {
  fileprivate var ofRequirement: AccessorBlockSyntax {
    var block = self
    guard case .accessors(let accessors) = accessors else {
      block.accessors = .accessors([AccessorDeclSyntax(accessorSpecifier: .keyword(.get))])
      return block
    }
    block.accessors = .accessors(
      AccessorDeclListSyntax(
        accessors.map { accessor in
          var accessor = accessor
          accessor.body = nil
          accessor.attributes = []
          // A requirement has no coroutines: `_read` and `_modify` are how it is implemented.
          switch accessor.accessorSpecifier.tokenKind {
          case .keyword(._read): accessor.accessorSpecifier.tokenKind = .keyword(.get)
          case .keyword(._modify): accessor.accessorSpecifier.tokenKind = .keyword(.set)
          default: break
          }
          return accessor
        }))
    return block
  }
}
