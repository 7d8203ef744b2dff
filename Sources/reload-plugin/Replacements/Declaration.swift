// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A part of a source file that changes as a whole: a member, the head of a type, a
/// protocol, or an import.
struct Declaration {
  enum Kind: Equatable {
    case function
    case initializer
    /// A property without storage.
    case computed
    /// A property with storage.
    ///
    /// Its observers can be replaced, but not its initial value.
    case observed
    case `subscript`
    case stored(isMutable: Bool)
    case enumerationCase
    case deinitializer
    /// The name, generic parameters, attributes and inheritance of a type.
    case typeHead
    /// An extension's text before its braces, if it has conformances.
    case conformance
    case protocolDeclaration
    case alias
    /// A statement of `main.swift`.
    case statement
    case other
  }

  let kind: Kind
  let scope: Scope
  let syntax: Syntax
  /// The name for people: `Cart.total()`.
  let title: String
  /// The name in calls, as written.
  let baseName: String
  let line: Int
  let modifiers: Set<String>
  let attributes: Set<String>
  /// The part that callers or the program's layout depend on.
  let signature: String
  /// The part that a replacement can change.
  let body: String
  /// The default arguments, which are in the code of callers.
  let defaults: String

  /// The identity of a declaration across versions of its file.
  struct Identity: Hashable {
    let scope: Scope
    let signature: String
  }

  var identity: Identity { Identity(scope: scope, signature: signature) }

  /// The title without the type's name.
  var ownTitle: Substring { title.dropFirst(scope.title(of: "").count) }

  /// The name in calls, without backticks.
  var plainName: String { baseName.withoutBackticks }
}

extension String {
  var withoutBackticks: String { filter { $0 != "`" } }

  /// The last part of a type's name: `Line` of `Cart.Line<Int>`.
  var lastName: String {
    let path = prefix { $0 != "<" }
    return path.split(separator: ".").last.map(String.init) ?? self
  }
}

extension TokenSyntax {
  /// Whether it is a name, rather than the same text in a string.
  func isName(_ name: String) -> Bool {
    if case .stringSegment = tokenKind { return false }
    return text == name || text == "`\(name)`"
  }

  /// Whether it is `init` as a value, without the arguments of a call.
  var isInitializerValue: Bool {
    isName("init") && parent?.is(DeclReferenceExprSyntax.self) == true
      && nextToken(viewMode: .sourceAccurate)?.tokenKind != .leftParen
  }

  /// Whether it is the name in a call with a trailing closure, such as `Task { … }`.
  var isCalledWithClosure: Bool {
    var node = parent
    while let inner = node, let outer = inner.parent {
      if let call = outer.as(FunctionCallExprSyntax.self) {
        return call.calledExpression.id == inner.id && call.trailingClosure != nil
      }
      guard outer.is(MemberAccessExprSyntax.self) || outer.is(GenericSpecializationExprSyntax.self)
      else { return false }
      node = outer
    }
    return false
  }
}

extension SyntaxProtocol {
  func mentions(_ name: String) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.isName(name) }
  }

  /// The text of the tokens, so that spaces and comments make no difference.
  var tokenText: String {
    tokens(viewMode: .sourceAccurate).map(\.text).joined(separator: " ")
  }
}

extension Declaration {
  /// Whether it uses one of some names, rather than declaring another entity of that
  /// name.
  func uses(_ names: [String]) -> Bool {
    names.contains { name in
      let words =
        plainName == name
        ? body + " " + defaults : [signature, body, defaults].joined(separator: " ")
      return words.split(separator: " ").contains { $0 == name || $0 == "`\(name)`" }
    }
  }

  /// The names by which code mentions it: of a subscript a label, if it has one.
  var names: [String] {
    switch kind {
    case .subscript: firstRequiredLabel.map { [$0] } ?? []
    case .initializer: ["init"] + (scope.type.map { [$0.lastName] } ?? [])
    case .conformance: inherited
    default: plainName.isEmpty ? [] : [plainName]
    }
  }

  /// The first label that each use of a subscript, or each call of an initialiser, has; nil if
  /// there is none.
  var firstRequiredLabel: String? {
    let isSubscript = kind == .subscript
    return labelled.first {
      // A single name in a subscript is no label.
      let hasLabel = $0.firstName.text != "_" && (!isSubscript || $0.secondName != nil)
      let isClosure = $0.type.mentions("->")
      return hasLabel && !isClosure && $0.defaultValue == nil && $0.ellipsis == nil
    }?.firstName.text.withoutBackticks
  }

  /// The parameters of a subscript or an initialiser, whose labels find what uses it.
  private var labelled: FunctionParameterListSyntax {
    switch syntax.as(SyntaxEnum.self) {
    case .subscriptDecl(let node): node.parameterClause.parameters
    case .initializerDecl(let node): node.signature.parameterClause.parameters
    default: []
    }
  }

  /// The last names of what a type, an extension or a protocol inherits.
  var inherited: [String] {
    let clause = syntax.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause
    return clause?.inheritedTypes.map(\.type.trimmedDescription.lastName) ?? []
  }

  /// Whether it is another name for a type or protocol, or for one of several.
  func isAlias(of name: String) -> Bool {
    syntax.as(TypeAliasDeclSyntax.self)?.initializer.value.mentions(name) == true
  }

  /// The base names of a protocol's requirements.
  var requirements: [String] {
    let members = syntax.as(ProtocolDeclSyntax.self)?.memberBlock.members ?? []
    return members.flatMap { member -> [String] in
      switch member.decl.as(DeclSyntaxEnum.self) {
      case .functionDecl(let node): [node.name.text.withoutBackticks]
      case .variableDecl(let node):
        node.bindings.map(\.pattern.trimmedDescription.withoutBackticks)
      case .initializerDecl: ["init"]
      case .subscriptDecl: ["subscript"]
      case .associatedTypeDecl(let node): [node.name.text]
      default: []
      }
    }
  }

  var isPrivate: Bool {
    scope.isPrivate || !modifiers.isDisjoint(with: ["private", "fileprivate"])
  }

  var isOperator: Bool {
    syntax.as(FunctionDeclSyntax.self)?.name.tokenKind.isOperator == true
  }

  /// Whether code can use it without writing its name.
  var isUsedWithoutName: Bool {
    switch kind {
    case .subscript: firstRequiredLabel == "dynamicMember"
    case .initializer: labelled.first.map { Self.literals.contains($0.firstName.text) } ?? false
    case .computed: ["wrappedValue", "projectedValue"].contains(plainName)
    case .function: Self.unnamed.contains(plainName)
    default: false
    }
  }

  /// The functions that the language calls.
  private static let unnamed: Set = [
    "callAsFunction", "dynamicallyCall", "appendInterpolation", "~=", "buildBlock",
    "buildPartialBlock", "buildExpression", "buildOptional", "buildEither", "buildArray",
    "buildLimitedAvailability", "buildFinalResult",
  ]

  /// The labels of the initialisers that literals call.
  private static let literals: Set = [
    "integerLiteral", "floatLiteral", "booleanLiteral", "stringLiteral", "unicodeScalarLiteral",
    "extendedGraphemeClusterLiteral", "stringInterpolation", "arrayLiteral",
    "dictionaryLiteral", "nilLiteral",
  ]

  /// The labels of the initialisers that the attribute of a property wrapper calls.
  static let wrapping: Set = ["wrappedValue", "projectedValue"]

  /// Whether it is an initialiser of a class that subclasses call by `super.init`.
  var isDesignated: Bool {
    kind == .initializer && scope.isClass && !modifiers.contains("convenience")
  }

  var isStatic: Bool { !modifiers.isDisjoint(with: ["static", "class"]) }

  func hasSameName(as other: Declaration) -> Bool {
    scope.type == other.scope.type && plainName == other.plainName && !plainName.isEmpty
  }
}
