// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros
import Synchronization

/// The protocols that have been read. Each role of `@Extensible` asks for the same one in a
/// request of its own, and reading it is most of what a role does.
enum ReadProtocols {
  private static let known = Mutex<[String: ProtocolDeclaration]>([:])

  /// Reads a protocol, unless that has been done.
  static func declaration(
    _ declaration: some SyntaxProtocol, attribute: AttributeSyntax,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) -> ProtocolDeclaration {
    let key = key(of: declaration, attribute, in: expansion)
    if let key, let read = known.withLock({ $0[key] }) { return read }
    let read = try ProtocolDeclaration(declaration, attribute: attribute, in: expansion)
    if let key { known.withLock { $0[key] = read } }
    return read
  }

  /// Nil where what surrounds the declaration is not what is on disk, but given.
  private static func key(
    of declaration: some SyntaxProtocol, _ attribute: AttributeSyntax,
    in expansion: some MacroExpansionContext
  ) -> String? {
    guard ModuleSources.given == nil,
      let place = expansion.location(
        of: declaration, at: .afterLeadingTrivia, filePathMode: .filePath)
    else { return nil }
    let text = attribute.description + declaration.trimmedDescription
    return "\(place.file):\(place.line):\(place.column):\(text)"
  }
}
