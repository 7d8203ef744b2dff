// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// By which rule an extension comes before the next one in a chain.
public enum ResolutionRule: String, Hashable, Sendable {
  /// Its priority is higher.
  case priority
  /// A constraint of it refines the extended protocol.
  case refined
  /// Its constraints imply those of the other.
  case specific
  /// Nothing stands below it.
  case only
}

extension ResolutionRule {
  init(_ rule: RankingRule) {
    self =
      switch rule {
      case .priority: .priority
      case .refined: .refined
      case .specific: .specific
      }
  }
}
