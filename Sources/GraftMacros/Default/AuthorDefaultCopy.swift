// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// A generic default under another name. The compiler takes a generic requirement that is
/// declared once more for another one, so that a call can't tell the default from it.
struct AuthorDefaultCopy {
  let name: String
  let source: String

  /// Nil of what is not generic.
  init?(_ member: DeclSyntax, number: Int) throws(SyntaxProblem) {
    guard member.isGeneric else { return nil }
    guard var function = member.as(FunctionDeclSyntax.self) else {
      throw SyntaxProblem(.defaultGeneric, at: member)
    }
    name = "_default\(number)_" + function.name.text.filter { $0 != "`" }
    function.name = function.name.with(\.tokenKind, .identifier(name))
    function.modifiers = function.modifiers.ofRequirement
    let attributes = function.attributes.copied
    function.attributes = []
    source = attributes + "fileprivate " + function.trimmedDescription
  }
}
