// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// Finds features that a requirement with a default can't have.
struct RequirementCheck {
  let declaration: DeclSyntax
  let context: ProtocolContext

  func run() throws(SyntaxProblem) {
    for modifier in declaration.modifiers where !Self.modifiers.contains(modifier.name.text) {
      throw refusal(.unknownRequirement(modifier.name.text), at: modifier)
    }
    try declaration.attributes.checkForm()
    if context.bounds.contains("DistributedActor"), !declaration.modifiers.has(.static) {
      throw refusal(.ofDistributedActor, at: name)
    }
    if declaration.isMarked("_spi"), !context.isSPI { throw refusal(.spiRequirement, at: name) }
    // A default, which passes its parameters on, can't meet demands on a call's arguments.
    if let attribute = declaration.attributes.named("_semantics") {
      throw refusal(.unknownRequirement(attribute.trimmedDescription), at: name)
    }
    for parameter in declaration.genericParameters {
      if parameter.specifier?.tokenKind == .keyword(.each) {
        throw refusal(.parameterPack, at: parameter)
      }
      let name = parameter.name.text
      let taken = GeneratedNames.types.union(context.ownNames).union(["Subject"])
      if taken.contains(name) { throw SyntaxProblem(.takenName(name), at: parameter.name) }
    }
    if let what = SynthesisedMembers.name(of: declaration, context.bounds) {
      throw refusal(.synthesised(what), at: name)
    }
    if let taken = declaredNames.first(where: Self.namesOfClass.contains) {
      throw refusal(.requirementOfTakenName(taken), at: name)
    }
    if declaration.as(FunctionDeclSyntax.self)?.name.text == "`Self`" {
      throw refusal(.unknownRequirement("Self"), at: declaration)
    }
    let generics = declaration.genericNames
    let finder = ClashFinder(
      known: context.memberTypes.union(generics),
      aliasesOfSelf: context.aliasesOfSelf.filter { !generics.contains($0.key) })
    finder.walk(declaration)
    if let problem = finder.problem { throw problem }
  }

  private var name: Syntax { declaration.nameNode }

  /// The problem of a requirement that conforming types can implement instead.
  private func refusal(_ kind: SyntaxProblem.Kind, at node: some SyntaxProtocol) -> SyntaxProblem {
    SyntaxProblem(kind, at: node, fix: .require(declaration))
  }

  private static let modifiers: Set<String> = [
    "static", "mutating", "nonmutating", "borrowing", "consuming", "__consuming", "nonisolated",
    "prefix", "postfix",
  ]

  private var declaredNames: [String] {
    let function = declaration.as(FunctionDeclSyntax.self).map { [$0.name.text] }
    let properties = declaration.as(VariableDeclSyntax.self)?.bindings.map(
      \.pattern.trimmedDescription)
    return function ?? properties ?? []
  }

  /// The names of types in the class, which no method of it can have.
  private static let namesOfClass: Set<String> = ["_JoinPoints", "_JoinPointsOfClass", "_Support"]
}

/// Finds names to which the class `PExtension` gives another meaning, and accessors
/// that are neither getters nor setters.
private final class ClashFinder: SyntaxVisitor {
  private let known: Set<String>
  private let aliasesOfSelf: [String: String]
  private(set) var problem: SyntaxProblem?

  /// - Parameter known: the names that belong to the requirement or the protocol.
  init(known: Set<String>, aliasesOfSelf: [String: String]) {
    self.known = known
    self.aliasesOfSelf = aliasesOfSelf
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.moduleSelector != nil { return .visitChildren }
    let name = node.name.text
    if GeneratedNames.ofClass.contains(name), !known.contains(name) {
      problem = SyntaxProblem(.nameOfClass(name), at: node.name)
    }
    if let type = aliasesOfSelf[name] {
      problem = SyntaxProblem(
        .aliasOfSelf(name, of: type), at: node.name,
        fix: .replace(node.name, with: type, "replace '\(name)' with '\(type)'"))
    }
    return .visitChildren
  }

  /// Refuses an isolated `MainActor`, which the compiler can't pass on from a method
  /// of the class.
  override func visit(_ node: AttributedTypeSyntax) -> SyntaxVisitorContinueKind {
    if TypeSyntax(node).has(.isolated), node.baseType.trimmedDescription == "MainActor" {
      problem = SyntaxProblem(.isolatedToMainActor, at: node)
    }
    return .visitChildren
  }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    if ![.keyword(.get), .keyword(.set)].contains(node.accessorSpecifier.tokenKind) {
      problem = SyntaxProblem(
        .unknownRequirement(node.accessorSpecifier.text), at: node.accessorSpecifier)
    }
    return .visitChildren
  }
}
