// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What a protocol requires once more, of what those that it refines require without a
/// default. A default of it takes no other's place.
struct RepeatedRequirements {
  private let identities: Set<String>

  /// The standard library's that have no members that could be meant, beside those that
  /// the compiler writes.
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
