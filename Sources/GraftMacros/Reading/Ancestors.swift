// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// What a protocol refines, and what the types of its requirements are made of.
struct Ancestors {
  /// `A & B`.
  let bounds: String
  /// Its constraints, with a space before them.
  let whereClause: String
  /// The declarations of associated types and aliases.
  let memberTypes: [String]

  /// Without members that could be meant. What actors have in common is their isolation.
  static let withoutMembers: Set<String> = [
    "Actor", "AnyActor", "AnyObject", "BitwiseCopyable", "Copyable", "Escapable", "Sendable",
    "SendableMetatype", "UnsafeSendable",
  ]

  /// Nil where nothing that it refines can have members.
  init?(_ declared: ProtocolDeclSyntax, _ declarations: [DeclSyntax]) {
    let parts = declared.bounds
    let isPlain = parts.allSatisfy { $0.suppressed == nil && $0.unqualified != "Actor" }
    let hasMembers = parts.contains { !Self.withoutMembers.contains($0.unqualified) }
    guard isPlain, hasMembers else { return nil }
    bounds = parts.map(\.trimmedDescription).joined(separator: " & ")
    whereClause = declared.genericWhereClause.map { " " + $0.trimmedDescription } ?? ""
    memberTypes = declarations.filter {
      [.associatedTypeDecl, .typeAliasDecl].contains($0.kind)
    }.map(\.trimmedDescription)
  }
}
