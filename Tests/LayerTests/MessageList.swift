// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import SwiftSyntax

/// The messages in a source file: literals that read as prose.
struct MessageList {
  /// The messages in their order. Interpolated values are shown as `\(value)`.
  let messages: [String]

  /// Reads a Swift file.
  ///
  /// - Parameter writesCode: whether the file's other literals are code that it
  ///   generates. Only texts of problems and traps count then.
  init(swift text: String, writesCode: Bool) {
    let visitor = Visitor(writesCode: writesCode)
    visitor.walk(Parser.parse(source: text))
    messages = visitor.messages
  }

  /// Reads a file of C, in which adjacent literals are one.
  init(c text: String) {
    let code = text.replacing(/\/\/.*|^#include.*/.anchorsMatchLineEndings(), with: "")
    let literals = /"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*/
    messages = code.matches(of: literals).map { match -> String in
      let joined = String(match.output).replacing(/"\s*"/, with: "")
      return String(joined.dropFirst().dropLast()).replacing("\\n", with: "")
    }.filter(Self.isProse)
  }

  /// Whether a text has three words of prose outside quotes, and is no code.
  static func isProse(_ text: String) -> Bool {
    // An apostrophe in a word begins no quotation.
    let plain = text.replacing(/[a-z]'[a-z]/, with: "x")
      .replacing(/\\\([^)]*\)|'[^']*'|`[^`]*`|"[^"]*"/, with: "X")
    let words = plain.split(separator: " ").filter {
      $0.wholeMatch(of: /\(?[A-Za-z][a-z]*(-[a-z]+)*[),.:;?]*/) != nil
    }
    return words.count >= 3 && words.contains { $0.first?.isLowercase == true }
      && !plain.contains { "{}=$<>".contains($0) }
  }
}

extension MessageList {
  private final class Visitor: SyntaxVisitor {
    var messages: [String] = []
    private let writesCode: Bool

    init(writesCode: Bool) {
      self.writesCode = writesCode
      super.init(viewMode: .sourceAccurate)
    }

    /// The initialiser of problems, and functions that end the process.
    private static let functions = ["Self", "fatalError", "preconditionFailure", "precondition"]

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      guard writesCode else { return .visitChildren }
      if Self.functions.contains(call.calledExpression.trimmedDescription) {
        for argument in call.arguments {
          let inner = Visitor(writesCode: false)
          inner.walk(argument)
          messages += inner.messages
        }
        return .skipChildren
      }
      return .visitChildren
    }

    override func visit(_ sequence: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
      var parts: [ExprSyntax] = []
      func end() {
        if parts.contains(where: { $0.is(StringLiteralExprSyntax.self) }) {
          take(parts.map(Self.text).joined())
        }
        parts = []
      }
      for element in sequence.elements {
        let isOperator = element.is(BinaryOperatorExprSyntax.self)
        if isOperator, element.trimmedDescription == "+" { continue }
        if isOperator || element.is(AssignmentExprSyntax.self) {
          end()
        } else if let choice = element.as(UnresolvedTernaryExprSyntax.self) {
          end()
          walk(choice.thenExpression)
        } else {
          parts.append(element)
          walkValues(of: element)
        }
      }
      end()
      return .skipChildren
    }

    override func visit(_ literal: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
      take(Self.text(ExprSyntax(literal)))
      walkValues(of: ExprSyntax(literal))
      return .skipChildren
    }

    /// Visits a literal's interpolated values, or another expression.
    private func walkValues(of expression: ExprSyntax) {
      guard let literal = expression.as(StringLiteralExprSyntax.self) else {
        return walk(expression)
      }
      for segment in literal.segments {
        if let value = segment.as(ExpressionSegmentSyntax.self) { walk(value.expressions) }
      }
    }

    private func take(_ text: String) {
      if !writesCode, MessageList.isProse(text) { messages.append(text) }
    }

    private static func text(_ expression: ExprSyntax) -> String {
      guard let literal = expression.as(StringLiteralExprSyntax.self) else {
        return value(expression)
      }
      // Other texts of several lines are code and pages.
      guard literal.openingQuote.tokenKind == .stringQuote else { return "" }
      return literal.segments.map { segment in
        segment.as(ExpressionSegmentSyntax.self).map { value($0.expressions) }
          ?? segment.trimmedDescription.replacing("\\\"", with: "\"")
      }.joined()
    }

    private static func value(_ value: some SyntaxProtocol) -> String {
      let text = value.trimmedDescription
      if let counted = text.wholeMatch(of: /([\w.]+)\.counted\("(.*)"\)/) {
        return "\\(\(counted.1)) \(counted.2)s"
      }
      let isLong = text.count > 30 || text.contains { "\"\n".contains($0) }
      return "\\(\(isLong ? "…" : text))"
    }
  }
}
