// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

@testable import ELFInspection

/// Which of two extensions comes first by name, and why.
enum NamedVerdict: Hashable {
  case first(ResolutionRule)
  case second(ResolutionRule)
  /// The same constraints and priority: neither comes first.
  case conflict
  /// Different constraints, or the protocol's name is qualified in different ways: the
  /// types decide, or the subject.
  case undecided

  /// The verdict on two extensions of one protocol that implement the same
  /// requirement.
  init(_ first: ExtensionDescriptor, _ second: ExtensionDescriptor) {
    let (one, two) = (NamedRank(first), NamedRank(second))
    if let (rule, isFirst) = one.decision(over: two) {
      self = isFirst ? .first(rule) : .second(rule)
    } else {
      let isSame = one.implies(two, byDetermining: true) && two.implies(one, byDetermining: true)
      self = isSame && one.priority == two.priority ? .conflict : .undecided
    }
  }
}
