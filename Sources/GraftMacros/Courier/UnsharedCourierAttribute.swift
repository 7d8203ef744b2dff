// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Says of the class of a courier that it is not shared between threads, where nothing else
/// is said of that.
public struct UnsharedCourierAttribute: ExtensionMacro {
  /// The text is written as it is to be read; formatting it takes most of the time.
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
