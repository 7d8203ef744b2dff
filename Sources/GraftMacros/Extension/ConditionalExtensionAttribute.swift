// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes `extension Condition: ConditionalExtension where …`.
///
/// A peer macro can't write an extension, so it writes an enum with this macro.
struct ConditionalExtensionAttribute: ExtensionMacro, UnformattedMacro {

  static func expansion(
    of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    func text(_ label: String) -> String {
      attribute.argument(label)?.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? ""
    }
    return [
      .unparsed(
        """
        \(text("at"))
        extension \(type.trimmedDescription): Graft::ConditionalExtension where \(text("where")) {
        static var linkClass: Graft::ExtensionLink.Type { \(text("class")).self }
        static var constraints: [Graft::ExtensionConstraint] { [\(text("constraints"))] }
        }
        \(text("at").isEmpty ? "" : "#sourceLocation()")
        """)
    ]
  }
}
