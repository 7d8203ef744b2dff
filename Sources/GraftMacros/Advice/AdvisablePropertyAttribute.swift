// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Makes a stored property advisable.
///
/// The value gets another name, and the declared property dispatches. This macro is
/// separate from `@Advisable`, since Swift attaches a macro only where all its
/// roles fit.
struct AdvisablePropertyAttribute: PeerTextMacro {
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String] {
    AdvisableEmission.peers(
      try AdvisableMember.accessors(of: declaration, attribute, in: context),
      context.makeUniqueName)
  }
}

extension AdvisablePropertyAttribute: AccessorMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The peer role has reported the error.
    guard
      let members = try? AdvisableMember.accessors(of: declaration, attribute, in: context)
    else { return [] }
    return AdvisableEmission.accessors(members).map { "\(raw: $0)" }
  }
}
