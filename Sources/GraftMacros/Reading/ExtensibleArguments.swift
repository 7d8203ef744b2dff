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
    if let argument = attribute.argument("suffix") {
      let name = argument.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      let suffix = _BaseClassName.suffixes.first { $0.lowercased() == name?.filter { $0 != "`" } }
      guard let suffix else { throw SyntaxProblem(.suffixIsNoCase, at: argument) }
      self.suffix = suffix
    }
    let grows = try attribute.isTrue("growing", orThrow: .growingIsNoLiteral)
    growing = grows ? attribute.argument("growing") : nil
  }
}
