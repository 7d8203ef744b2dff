// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Finds types that may demand of `Self`, as a generic argument or bound, that it conforms.
final class SelfArgumentFinder: SyntaxVisitor {
  private var found = false

  static func finds(in declared: any SyntaxProtocol) -> Bool {
    let finder = SelfArgumentFinder(viewMode: .sourceAccurate)
    finder.walk(declared)
    return finder.found
  }

  override func visit(_ node: ReturnClauseSyntax) -> SyntaxVisitorContinueKind {
    node.parent?.is(FunctionTypeSyntax.self) == true ? .visitChildren : .skipChildren
  }

  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    let name = node.parent?.as(IdentifierTypeSyntax.self)?.name.text ?? ""
    return Self.undemanding.contains(name) ? .visitChildren : note(node)
  }

  private static let undemanding: Set<String> = [
    "Array", "KeyPath", "Optional", "Result", "WritableKeyPath",
  ]

  override func visit(_ node: GenericParameterClauseSyntax) -> SyntaxVisitorContinueKind {
    note(node)
  }

  override func visit(_ node: GenericWhereClauseSyntax) -> SyntaxVisitorContinueKind { note(node) }

  private func note(_ node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
    if node.mentionsSelf { found = true }
    return .visitChildren
  }
}
