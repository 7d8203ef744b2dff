// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The registry's order of extensions, as far as names tell: a file has no
/// metatypes, so which constraint refines or implies another is not known.
public enum NamedOrder {
  /// By which rule an extension comes before another.
  public enum Rule: String, Hashable, Sendable {
    case priority
    /// Its constraints are those of the other, and more.
    case specific
  }

  /// Which of two extensions comes first, and why.
  public enum Verdict: Hashable, Sendable {
    case first(Rule)
    case second(Rule)
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
struct ConstraintSet: Hashable {
  let priority: Int32
  let constraints: Set<String>
  let hasPredicate: Bool

  init(_ descriptor: Descriptor) {
    priority = descriptor.priority
    constraints = Set(descriptor.constraints)
    hasPredicate = descriptor.hasPredicate
  }

  /// Nil if it does not come before the other.
  func precedes(_ other: ConstraintSet) -> NamedOrder.Rule? {
    if priority != other.priority { return priority > other.priority ? .priority : nil }
    // A predicate is one constraint more, implied only by itself.
    guard !other.hasPredicate, count > other.count else { return nil }
    return constraints.isSuperset(of: other.constraints) ? .specific : nil
  }

  /// More than that of whatever it comes before, at the same priority.
  var count: Int { constraints.count + (hasPredicate ? 1 : 0) }
}
