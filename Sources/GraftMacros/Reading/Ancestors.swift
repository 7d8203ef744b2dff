// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// The protocols that one refines, and the types that its requirements use.
struct Ancestors {
  /// The refined protocols, as `A & B`.
  let bounds: String
  /// The protocol's constraints, with a leading space.
  let whereClause: String
  /// The declarations of associated types and aliases.
  let memberTypes: [String]

  /// Protocols without members that could be confused with a requirement.
  ///
  /// Actors share only their isolation.
  static let withoutMembers: Set<String> = [
    "Actor", "AnyActor", "AnyObject", "BitwiseCopyable", "Copyable", "Escapable", "Sendable",
    "SendableMetatype", "UnsafeSendable",
  ]

  /// Nil if no refined protocol can have members.
  init?(_ declared: ProtocolDeclSyntax, _ declarations: [DeclSyntax]) {
    let parts = declared.bounds
    let isPlain = parts.allSatisfy { $0.suppressed == nil && $0.unqualified != "Actor" }
    let hasMembers = parts.contains { !Self.withoutMembers.contains($0.unqualified) }
    guard isPlain, hasMembers else { return nil }
    bounds = parts.map(\.trimmedDescription).joined(separator: " & ")
    whereClause = declared.genericWhereClause.map { " " + $0.trimmedDescription } ?? ""
    let types = declarations.filter { [.associatedTypeDecl, .typeAliasDecl].contains($0.kind) }
    // A bound such as `Query<Self>` can imply that `Self` conforms to the protocol itself, which
    // another protocol can't repeat: the compiler aborts.
    guard !types.contains(where: { $0.is(AssociatedTypeDeclSyntax.self) && $0.mentionsSelf }),
      !types.contains(where: SelfArgumentFinder.finds), !declared.isConstrainedByItself
    else { return nil }
    memberTypes = types.map(\.trimmedDescription)
  }
}

extension ProtocolDeclSyntax {
  /// Whether a constraint on another type than `Self` mentions `Self`.
  fileprivate var isConstrainedByItself: Bool {
    (genericWhereClause?.requirements ?? []).contains { requirement in
      switch requirement.requirement {
      case .sameTypeRequirement(let same): same.mentionsSelf
      case .conformanceRequirement(let conformance): conformance.rightType.mentionsSelf
      default: false
      }
    }
  }
}
