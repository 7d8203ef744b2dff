// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxBuilder

/// A member of an extension with `@Default`, as the requirement that it implements.
struct AuthorDefaultMember {
  /// The declaration without its body, its access level and its default arguments.
  let requirement: DeclSyntax

  /// Nil if the member is no default: if it is private, or an alias.
  ///
  /// - Parameter isAny: whether a member is allowed that can't end a chain.
  init?(_ member: DeclSyntax, isAny: Bool = false) throws(SyntaxProblem) {
    if let condition = member.as(IfConfigDeclSyntax.self) {
      throw SyntaxProblem(.conditionalMember, at: condition.clauses.first!.poundKeyword)
    }
    if member.modifiers.has(.private) || member.modifiers.has(.fileprivate) { return nil }
    if !isAny, let parameter = member.parameters.first(where: { $0.defaultValue != nil }) {
      let name = (parameter.secondName ?? parameter.firstName).text
      throw SyntaxProblem(.defaultWithValue(name), at: parameter)
    }
    if !isAny, let attribute = member.attributes.named("_disfavoredOverload") {
      throw SyntaxProblem(
        .defaultThatIsDisfavored, at: attribute,
        fix: .remove(attribute, "remove '@_disfavoredOverload'"))
    }
    if !isAny, member.needsOtherName, !member.isMarked("RenamedDefault") {
      throw SyntaxProblem(
        .defaultOfSharedName, at: member.nameNode,
        fix: .insert("@RenamedDefault ", before: member, "mark it '@RenamedDefault'"))
    }
    if !isAny, !member.is(FunctionDeclSyntax.self) {
      if let ellipsis = member.ellipsis { throw SyntaxProblem(.defaultVariadic, at: ellipsis) }
      if member.isGeneric { throw SyntaxProblem(.defaultGeneric, at: member.nameNode) }
    }
    if !isAny, let result = member.resultType, result.hasToken(.keyword(.some)) {
      throw SyntaxProblem(.defaultOfOpaqueType, at: result)
    }
    switch member.as(DeclSyntaxEnum.self) {
    case .functionDecl(let function): requirement = Self.requirement(function)
    case .initializerDecl(let initialiser): requirement = Self.requirement(initialiser)
    case .variableDecl(let property): requirement = try Self.requirement(property)
    case .subscriptDecl(let declared): requirement = Self.requirement(declared)
    default: return nil
    }
  }

  private static func requirement(_ function: some SignedDeclSyntax) -> DeclSyntax {
    var copy = function.detached
    copy.modifiers = function.modifiers.ofRequirement
    copy.body = nil
    copy.signature.parameterClause.parameters = plain(
      function.signature.parameterClause.parameters)
    return DeclSyntax(copy)
  }

  private static func requirement(
    _ property: VariableDeclSyntax
  ) throws(SyntaxProblem) -> DeclSyntax {
    var copy = property.detached
    copy.modifiers = property.modifiers.ofRequirement
    copy.bindings = PatternBindingListSyntax(
      try property.bindings.map { binding throws(SyntaxProblem) in
        guard binding.typeAnnotation != nil else {
          throw SyntaxProblem(.advisablePropertyWithoutType, at: binding)
        }
        var binding = binding
        binding.accessorBlock = binding.accessorBlock?.ofRequirement
        return binding
      })
    return DeclSyntax(copy)
  }

  private static func requirement(_ declared: SubscriptDeclSyntax) -> DeclSyntax {
    var copy = declared.detached
    copy.modifiers = declared.modifiers.ofRequirement
    copy.accessorBlock = declared.accessorBlock?.ofRequirement
    copy.parameterClause.parameters = plain(declared.parameterClause.parameters)
    return DeclSyntax(copy)
  }

  static func plain(
    _ parameters: FunctionParameterListSyntax
  ) -> FunctionParameterListSyntax {
    FunctionParameterListSyntax(
      parameters.map { parameter in
        var parameter = parameter
        parameter.defaultValue = nil
        return parameter
      })
  }
}

extension DeclSyntax {
  /// Whether it is a function that a call can't distinguish from its requirement.
  var needsOtherName: Bool {
    guard let function = self.as(FunctionDeclSyntax.self) else { return false }
    guard case .identifier = function.name.tokenKind else { return true }
    return isGeneric || ellipsis != nil
  }

  /// The ellipsis of a variadic parameter.
  fileprivate var ellipsis: TokenSyntax? { parameters.lazy.compactMap(\.ellipsis).first }
}

extension DeclModifierListSyntax {
  /// The modifiers without the access level.
  var ofRequirement: DeclModifierListSyntax {
    let levels: [Keyword] = [.public, .package, .internal]
    return filter { modifier in !levels.contains { modifier.name.tokenKind == .keyword($0) } }
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
