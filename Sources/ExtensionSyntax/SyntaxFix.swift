// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
public import SwiftSyntax

/// A replacement in a declaration's source that solves a problem.
public struct SyntaxFix: Sendable {
  /// The title, in the imperative: `add 'final'`.
  public let title: String
  private let range: Range<AbsolutePosition>
  private let text: String
  private let root: Syntax

  public static func insert(
    _ text: String, before node: some SyntaxProtocol, _ title: String
  ) -> SyntaxFix {
    let position = node.positionAfterSkippingLeadingTrivia
    return SyntaxFix(title: title, range: position..<position, text: text, root: Syntax(node))
  }

  public static func insert(
    _ text: String, after node: some SyntaxProtocol, _ title: String
  ) -> SyntaxFix {
    let position = node.endPositionBeforeTrailingTrivia
    return SyntaxFix(title: title, range: position..<position, text: text, root: Syntax(node))
  }

  public static func replace(
    _ node: some SyntaxProtocol, with text: String, _ title: String
  ) -> SyntaxFix {
    let start = node.positionAfterSkippingLeadingTrivia
    let range = start..<node.endPositionBeforeTrailingTrivia
    return SyntaxFix(title: title, range: range, text: text, root: Syntax(node))
  }

  /// Removes a node and the white space before it.
  public static func remove(_ node: some SyntaxProtocol, _ title: String) -> SyntaxFix {
    let range = node.position..<node.endPositionBeforeTrailingTrivia
    return SyntaxFix(title: title, range: range, text: "", root: Syntax(node))
  }

  /// Marks a requirement as `@Required`, so that conforming types implement it.
  public static func require(_ requirement: some SyntaxProtocol) -> SyntaxFix {
    .insert("@Required ", before: requirement, "mark it '@Required'")
  }

  var fixIt: FixIt {
    FixIt(
      message: Message(title: title),
      changes: [.replaceText(range: range, with: text, in: root)])
  }

  private struct Message: FixItMessage {
    let title: String

    var message: String { title }
    var fixItID: MessageID { MessageID(domain: "Graft", id: title) }
  }
}
