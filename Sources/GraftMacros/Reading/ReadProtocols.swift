// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros
import Synchronization

/// The protocols that have been read.
///
/// Each role of `@Extensible` asks for it in its own request, and reading it is most of
/// a role's work.
enum ReadProtocols {
  private static let known = Mutex<[String: ProtocolDeclaration]>([:])

  /// Reads a protocol, unless it was read before, with this text at this place.
  static func declaration(
    _ declaration: some SyntaxProtocol, attribute: AttributeSyntax,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) -> ProtocolDeclaration {
    let place = SourcePlace(of: declaration, in: expansion)
    let key = "\(place?.begin("") ?? "")\(attribute)\(declaration)"
    if let read = known.withLock({ $0[key] }) { return read }
    let read = try ProtocolDeclaration(declaration, attribute: attribute, in: expansion)
    // Errors point at nodes, which belong to one request.
    if read.problems.isEmpty { known.withLock { $0[key] = read } }
    return read
  }
}
