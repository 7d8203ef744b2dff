// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A piece of a requirement's source as it stands in the protocol, where the
/// conforming type is `Self`, and in the class, where it is `Subject`.
struct TypeText {
  let inProtocol: String
  let inClass: String
  private(set) var isFunction = false

  static let none = TypeText(inProtocol: "", inClass: "")

  init(inProtocol: String, inClass: String) {
    self.inProtocol = inProtocol
    self.inClass = inClass
  }

  /// - Parameter memberTypes: the protocol's, without what a generic parameter of the
  ///   requirement hides.
  init(_ syntax: some SyntaxProtocol, memberTypes: Set<String>) {
    inProtocol = syntax.trimmedDescription
    inClass = SubjectRewriter(memberTypes: memberTypes).rewrite(syntax).trimmedDescription
    let type = syntax.as(AttributedTypeSyntax.self).map { Syntax($0.baseType) } ?? Syntax(syntax)
    isFunction = type.is(FunctionTypeSyntax.self)
  }

  static func + (first: TypeText, second: TypeText) -> TypeText {
    TypeText(
      inProtocol: first.inProtocol + second.inProtocol, inClass: first.inClass + second.inClass)
  }

  static func + (first: String, second: TypeText) -> TypeText {
    TypeText(inProtocol: first, inClass: first) + second
  }
}

extension SyntaxProtocol {
  /// Whether `Self` stands in it as a type of its own; `Self.Item` is not one.
  var mentionsSelf: Bool {
    let finder = SelfFinder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.found
  }
}

private final class SelfFinder: SyntaxVisitor {
  var found = false

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.tokenKind == .keyword(.Self) { found = true }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    node.baseType.trimmedDescription == "Self" ? .skipChildren : .visitChildren
  }
}

/// Writes `Self` as `Subject`, and the types that the protocol declares as its members.
private final class SubjectRewriter: SyntaxRewriter {
  private let memberTypes: Set<String>

  init(memberTypes: Set<String>) {
    self.memberTypes = memberTypes
    super.init()
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    let visited = super.visit(node).cast(IdentifierTypeSyntax.self)
    if visited.name.tokenKind == .keyword(.Self) {
      return TypeSyntax(visited.with(\.name.tokenKind, .identifier("Subject")))
    }
    if memberTypes.contains(visited.name.text) {
      return TypeSyntax(
        visited.with(\.name.tokenKind, .identifier("Subject." + visited.name.text)))
    }
    return TypeSyntax(visited)
  }
}
