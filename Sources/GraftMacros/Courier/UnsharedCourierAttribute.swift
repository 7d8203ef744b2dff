// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Declares a courier's class not `Sendable`, unless something else declares
/// whether it is.
public struct UnsharedCourierAttribute: ExtensionMacro {
  /// Leaves the text as it is written; formatting takes most of the time.
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty else { return [] }
    return [
      .unparsed(
        "@available(*, unavailable) extension \(type.trimmedDescription): @unchecked Swift::Sendable {}"
      )
    ]
  }
}
