// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The registry's order of extensions, as far as names tell: a file has no
/// metatypes, so which constraint refines or implies another is not known.
public enum NamedOrder {
  /// Which of two extensions comes first, and why.
  public enum Verdict: Hashable, Sendable {
    case first(RankingRule)
    case second(RankingRule)
    /// The same constraints and priority: neither comes first.
    case conflict
    /// Different constraints, or the protocol's name is qualified in different ways:
    /// the types decide, or the subject.
    case undecided
  }

  /// Of two extensions of one protocol that implement the same requirement.
  public static func compare(_ first: Descriptor, _ second: Descriptor) -> Verdict {
    let (one, two) = (ConstraintSet(first), ConstraintSet(second))
    if one == two {
      let isConflict = !one.hasPredicate && first.protocolName == second.protocolName
      return isConflict ? .conflict : .undecided
    }
    if let rule = one.precedes(two) { return .first(rule) }
    return two.precedes(one).map { .second($0) } ?? .undecided
  }
}

/// What decides by name where an extension stands.
struct ConstraintSet: ExtensionRank, Hashable {
  let priority: Int32
  let constraints: Set<String>
  let hasPredicate: Bool

  init(_ descriptor: Descriptor) {
    priority = descriptor.priority
    constraints = Set(descriptor.constraints)
    hasPredicate = descriptor.hasPredicate
  }

  /// For a subject that meets both, as far as names tell. A predicate is one constraint
  /// more, implied only by itself: no other's is known to be the same.
  func implies(_ other: ConstraintSet, byDetermining: Bool) -> Bool {
    if other.hasPredicate { return false }
    if constraints.isSuperset(of: other.constraints) { return true }
    guard byDetermining else { return false }
    let determining = sameTypes
    guard !determining.isEmpty else { return false }
    return other.constraints.allSatisfy { wanted in
      if constraints.contains(wanted) { return true }
      guard let wanted = ConstraintText(wanted) else { return false }
      return determining.contains { $0.determines(wanted) }
    }
  }

  /// Constraints that say which type something is.
  var sameTypes: [ConstraintText] {
    constraints.compactMap(ConstraintText.init).filter(\.isConcrete)
  }

  /// Which protocol refines which, names do not say.
  var isRefined: Bool { false }

  var isEmpty: Bool { constraints.isEmpty && !hasPredicate }
}
