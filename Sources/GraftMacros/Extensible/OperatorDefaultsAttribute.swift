// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the defaults of a protocol's operators, which are functions at file scope.
///
/// Swift expands each macro whose declaration lists an operator as soon as code of the
/// module uses that operator, so this is none of the roles of `@Extensible`.
struct OperatorDefaultsAttribute: PeerTextMacro {
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String] {
    guard
      let extensible = declaration.as(ProtocolDeclSyntax.self)?.attributes.named("Extensible")
    else { throw problem(at: attribute) }
    // `@Extensible` reports errors of the protocol.
    guard
      let declared = try? ReadProtocols.declaration(
        declaration, attribute: extensible, in: context), declared.problems.isEmpty
    else { return [] }
    let operators = DefaultEmission(declared: declared, qualifiedName: declared.name).operators
    guard !operators.isEmpty else { throw problem(at: attribute) }
    return operators
  }

  private static func problem(at attribute: AttributeSyntax) -> SyntaxProblem {
    SyntaxProblem(
      .operatorDefaultsOfNone, at: attribute, fix: .remove(attribute, "remove '@OperatorDefaults'"))
  }
}
