// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import GraftDescriptors
import SwiftSyntax

/// The arguments of `@Extensible`.
struct ExtensibleArguments {
  /// The suffix of the class that extensions inherit from.
  private(set) var suffix = _BaseClassName.suffixes[0]
  /// The argument that says that the protocol grows; nil if it does not.
  private(set) var growing: ExprSyntax?

  init(_ attribute: AttributeSyntax) throws(SyntaxProblem) {
    guard case .argumentList(let arguments) = attribute.arguments else { return }
    for argument in arguments {
      if argument.label?.text == "growing" {
        guard let literal = argument.expression.as(BooleanLiteralExprSyntax.self) else {
          throw SyntaxProblem(.growingIsNoLiteral, at: argument.expression)
        }
        growing = literal.literal.tokenKind == .keyword(.true) ? argument.expression : nil
        continue
      }
      let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      let suffix = _BaseClassName.suffixes.first { $0.lowercased() == name?.filter { $0 != "`" } }
      guard let suffix else { throw SyntaxProblem(.suffixIsNoCase, at: argument.expression) }
      self.suffix = suffix
    }
  }
}
