// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros
import Synchronization

/// A cache of protocols that have been read.
///
/// Each role of `@Extensible` asks for the protocol in its own request, and reading
/// it is most of a role's work.
enum ReadProtocols {
  private static let known = Mutex<[String: ProtocolDeclaration]>([:])

  /// Reads a protocol, or returns the cached one.
  static func declaration(
    _ declaration: some SyntaxProtocol, attribute: AttributeSyntax,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) -> ProtocolDeclaration {
    let key = key(of: declaration, attribute, in: expansion)
    if let key, let read = known.withLock({ $0[key] }) { return read }
    let read = try ProtocolDeclaration(declaration, attribute: attribute, in: expansion)
    // Errors point at nodes, which belong to one request.
    if let key, read.problems.isEmpty { known.withLock { $0[key] = read } }
    return read
  }

  /// The key in the cache; nil if the surrounding files are given and not those on
  /// disk.
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
