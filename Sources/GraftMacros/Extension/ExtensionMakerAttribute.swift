// SPDX-License-Identifier: Apache-2.0

import SwiftParser
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes `extension Maker: ExtensionMaker where …`.
///
/// A peer macro can't write an extension, so it writes an enum with this macro.
public struct ExtensionMakerAttribute: ExtensionMacro {
  /// Leaves the text as it is written; formatting takes most of the time.
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard case .argumentList(let arguments) = attribute.arguments else { return [] }
    func text(_ label: String) -> String? {
      arguments.first { $0.label?.text == label }?
        .expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
    let members = text("members")
    let conformance = "Graft::" + (members == nil ? "ConstraintProbe" : "ExtensionMaker")
    return [
      .unparsed(
        """
        extension \(type.trimmedDescription): \(conformance) where \(text("where") ?? "") {
        \(members ?? "")
        }
        """)
    ]
  }
}
