// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The requirements that a protocol repeats from those that it refines, where these
/// have no default.
///
/// A generated default replaces no other there.
struct RepeatedRequirements {
  private let identities: Set<String>

  /// The standard library's protocols whose only members that could be confused with
  /// a requirement are those that the compiler writes.
  static let withoutOthers = Ancestors.withoutMembers.union([
    "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible",
    "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable",
  ])

  init(_ known: KnownAncestors, _ module: ModuleDeclarations) {
    let ofModule = Set(known.protocols.map(\.name.text))
    guard !known.hasOthers, !ofModule.isEmpty,
      known.names.subtracting(known.aliasNames).subtracting(ofModule)
        .isSubset(of: Self.withoutOthers)
    else {
      identities = []
      return
    }
    let required = known.protocols.flatMap { module.members($0.memberBlock).flatMap(\.identities) }
    let implemented = ofModule.flatMap { name in
      module.extensions(of: name).flatMap { found in
        module.members(found.declaration.memberBlock).flatMap(\.identities)
      }
    }
    identities = Set(required).subtracting(implemented)
  }

  func contains(_ requirement: DeclSyntax) -> Bool {
    !identities.isEmpty && requirement.identities.contains(where: identities.contains)
  }
}
