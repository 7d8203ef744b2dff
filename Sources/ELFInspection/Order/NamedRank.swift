// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// What ranks an extension as far as names tell: a file has no metatypes, so which constraint
/// refines or implies another is not known.
struct NamedRank: ExtensionRank, Hashable {
  let priority: Int32
  let constraints: Set<String>
  let hasPredicate: Bool

  init(_ descriptor: ExtensionDescriptor) {
    priority = descriptor.priority
    constraints = Set(descriptor.constraints)
    hasPredicate = descriptor.hasPredicate
  }

  /// For a subject that meets both, as far as names tell. A predicate is one constraint
  /// more, implied only by itself: no other's is known to be the same.
  func implies(_ other: NamedRank, byDetermining: Bool) -> Bool {
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
