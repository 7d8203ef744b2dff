// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Declares a courier's class not `Sendable`, unless something else declares
/// whether it is.
struct UnsharedCourierAttribute: ExtensionMacro, UnformattedMacro {

  static func expansion(
    of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty else { return [] }
    return [
      .unparsed(
        """
        @available(*, unavailable) \
        extension \(type.trimmedDescription): @unchecked Swift::Sendable {}
        """)
    ]
  }
}
