// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax
import SwiftSyntaxBuilder

/// Replaces `#function` and the like by their values in the source file.
public final class WordRewriter: SyntaxRewriter {
  private let words: [String: String]
  /// How many nested functions, accessors and types are around: `#function` is another
  /// one there.
  private var depth = 0

  public init(_ words: [String: String]) {
    self.words = words
    super.init()
  }

  // A default argument has the values of its callers.
  public override func visit(_ node: FunctionParameterSyntax) -> FunctionParameterSyntax { node }

  public override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax {
    nested { super.visit(node) }
  }

  public override func visit(_ node: AccessorBlockSyntax) -> AccessorBlockSyntax {
    nested { super.visit(node) }
  }

  public override func visit(_ node: MemberBlockSyntax) -> MemberBlockSyntax {
    nested { super.visit(node) }
  }

  private func nested<Node>(_ visit: () -> Node) -> Node {
    depth += 1
    defer { depth -= 1 }
    return visit()
  }

  public override func visit(_ node: MacroExpansionExprSyntax) -> ExprSyntax {
    guard let text = words[node.macroName.text], node.arguments.isEmpty,
      depth == 0 || node.macroName.text != "function"
    else {
      return super.visit(node)
    }
    var literal = StringLiteralExprSyntax(content: text)
    literal.leadingTrivia = node.leadingTrivia
    literal.trailingTrivia = node.trailingTrivia
    return ExprSyntax(literal)
  }
}
