// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes a courier's class in an extension, where the optimiser sees that it conforms.
struct CourierClassAttribute: ExtensionMacro, UnformattedMacro {

  static func expansion(
    of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let literal = attribute.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
    let text = literal?.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? ""
    return [.unparsed("extension \(type.trimmedDescription) {\n\(text)\n}")]
  }
}
