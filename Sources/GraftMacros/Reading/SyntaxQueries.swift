// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// A function or an initialiser.
protocol SignedDeclSyntax: DeclSyntaxProtocol, WithAttributesSyntax, WithModifiersSyntax,
  WithGenericParametersSyntax, WithOptionalCodeBlockSyntax
{
  var signature: FunctionSignatureSyntax { get set }
}

extension FunctionDeclSyntax: SignedDeclSyntax {}
extension InitializerDeclSyntax: SignedDeclSyntax {}

extension SignedDeclSyntax {
  /// The body for a member of another name: `#function` in it is that of this one.
  var titledBody: CodeBlockSyntax? {
    body.map { WordRewriter(["function": title]).rewrite($0).cast(CodeBlockSyntax.self) }
  }

  /// The name with labels: `render(_:at:)`.
  private var title: String {
    let function = self.as(FunctionDeclSyntax.self)
    let parameters = signature.parameterClause.parameters
    let labels =
      function?.isOperator ?? false
      ? String(repeating: "_:", count: parameters.count) : parameters.labels
    return "\(function?.name.text ?? "init")(\(labels))".filter { $0 != "`" }
  }
}

extension FunctionDeclSyntax {
  var isOperator: Bool { if case .identifier = name.tokenKind { false } else { true } }
}

extension DeclSyntax {
  var attributes: AttributeListSyntax {
    asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
  }

  var modifiers: DeclModifierListSyntax {
    asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
  }

  var genericParameters: GenericParameterListSyntax {
    asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.parameters ?? []
  }

  var genericNames: Set<String> { Set(genericParameters.map(\.name.text)) }

  var isOperator: Bool { self.as(FunctionDeclSyntax.self)?.isOperator ?? false }

  /// The signature of a function or an initialiser.
  var signature: FunctionSignatureSyntax? {
    self.as(FunctionDeclSyntax.self)?.signature ?? self.as(InitializerDeclSyntax.self)?.signature
  }

  /// The parameters of a function, an initialiser or a subscript.
  var parameters: FunctionParameterListSyntax {
    signature?.parameterClause.parameters
      ?? self.as(SubscriptDeclSyntax.self)?.parameterClause.parameters ?? []
  }

  /// The type of a function's, a property's or a subscript's result.
  var resultType: TypeSyntax? {
    self.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
      ?? self.as(SubscriptDeclSyntax.self)?.returnClause.type
      ?? self.as(VariableDeclSyntax.self)?.bindings.first?.typeAnnotation?.type
  }

  /// The node at which an error of the whole requirement is reported.
  var nameNode: Syntax {
    self.as(FunctionDeclSyntax.self).map { Syntax($0.name) } ?? Syntax(self)
  }

  func isMarked(_ mark: String) -> Bool { attributes.named(mark) != nil }
}

extension FunctionParameterListSyntax {
  /// The labels as a name has them: `_:at:`.
  var labels: String { map { $0.firstName.text + ":" }.joined() }
}

extension [Syntax] {
  /// The names of the types that are a lexical context, the outermost first.
  var typeNames: [String] {
    reversed().compactMap { node in
      node.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
        ?? node.asProtocol((any NamedDeclSyntax).self)?.name.text
    }
  }
}

extension DeclModifierListSyntax {
  /// The modifiers as they stand before a default.
  var written: String { map { $0.oneLine + " " }.joined() }

  func without(_ keywords: Keyword...) -> DeclModifierListSyntax {
    filter { modifier in !keywords.contains { modifier.name.tokenKind == .keyword($0) } }
  }

  /// The modifiers that decide who owns the subject, and where the requirement runs.
  var convention: String { without(.static, .mutating, .nonmutating).written }

  /// The modifiers without the access level.
  var ofRequirement: DeclModifierListSyntax { without(.public, .package, .internal) }

  /// The fixity of an operator: `prefix `, `postfix ` or nothing.
  var fixity: String {
    has(.prefix) ? "prefix " : has(.postfix) ? "postfix " : ""
  }
}

extension AttributeListSyntax {
  /// Checks that generated code can repeat them.
  func checkForm() throws(SyntaxProblem) {
    for element in self {
      if case .ifConfigDecl(let condition) = element {
        throw SyntaxProblem(.conditionalAttribute, at: condition.clauses.first!.poundKeyword)
      }
      if element.hasToken(.multilineStringQuote) {
        throw SyntaxProblem(.attributeOfSeveralLines, at: element)
      }
    }
  }

  /// The attributes that apply to the generated code too, each on a line.
  var copied: String {
    filter { element in
      guard let attribute = element.as(AttributeSyntax.self) else { return true }
      return !Self.ofDeclarationOnly.contains { attribute.isNamed($0) }
    }.map { $0.oneLine + "\n" }.joined()
  }

  /// The attributes that a complete body can have: a result builder would transform it.
  var withoutBuilders: AttributeListSyntax {
    filter { !($0.as(AttributeSyntax.self)?.isBuilder ?? false) }
  }

  /// The result builders without arguments, which no global actor is called like.
  var builders: [String] {
    compactMap { $0.as(AttributeSyntax.self) }.filter(\.isBuilder)
      .map(\.attributeName.trimmedDescription).filter { !$0.contains("<") }
  }

  /// The types of the copied attributes that are not the language's own: global
  /// actors, and attributes that a default can't have.
  var customTypes: [String] {
    compactMap { element in
      guard let attribute = element.as(AttributeSyntax.self) else { return nil }
      let isKnown =
        attribute.attributeName.unqualified == "MainActor"
        || Self.ofDeclarationOnly.contains { attribute.isNamed($0) }
      return attribute.isCustom && !isKnown ? attribute.attributeName.trimmedDescription : nil
    }
  }

  /// The names of this package's attributes, and of those that apply only to the one
  /// declaration.
  private static let ofDeclarationOnly = [
    "Required", "RenamedDefault", "Unadvised", "Extensible", "OperatorDefaults", "Courier",
    "Advisable", "AdvisableProperty",
    "dynamicMemberLookup", "dynamicCallable", "inline", "inlinable", "usableFromInline",
    "warn_unqualified_access", "_alwaysEmitIntoClient", "_disfavoredOverload", "_effects",
    "_optimize", "_semantics", "_specialize", "_transparent", "backDeployed", "specialized",
    // Attributes of requirements only.
    "_borrowed", "_nonoverride",
    // `Sendable` functions, which links can't be.
    "Sendable",
    // An attribute of the whole protocol.
    "_spi",
  ]

  /// `@_spi(Name) `, or nothing.
  var spi: String {
    compactMap { $0.as(AttributeSyntax.self) }.filter { $0.isNamed("_spi") }
      .map { $0.oneLine + " " }.joined()
  }
}

extension SyntaxProtocol {
  func mentions(_ names: Set<String>) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
  }
}
