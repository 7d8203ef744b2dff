// SPDX-License-Identifier: Apache-2.0

/// The subjects whose answers a change may change.
enum Affected {
  case all
  /// The subjects of protocols with these unqualified names.
  case protocols(Set<String>)
  /// The subjects whose advice changes.
  case advised((any ExtensionBase.Type) -> Bool)

  /// The unqualified names of the protocols; nil unless names tell them.
  var protocolNames: Set<String>? { if case .protocols(let names) = self { names } else { nil } }

  /// Whether it concerns which images or extensions count.
  var concernsCount: Bool { if case .advised = self { false } else { true } }

  /// These subjects and those of other changes of what counts.
  func union(_ other: Affected) -> Affected {
    guard case (.protocols(let one), .protocols(let other)) = (self, other) else { return .all }
    return .protocols(one.union(other))
  }

  func contains(_ base: any ExtensionBase.Type) -> Bool {
    switch self {
    case .all: true
    case .protocols(let names): names.contains(base.extensibleProtocol.name)
    case .advised(let isConcerned): isConcerned(base)
    }
  }
}
