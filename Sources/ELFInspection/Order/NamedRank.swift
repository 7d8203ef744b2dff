// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The rank of an extension as far as its record tells, where there are no types: priority,
/// then more of the same constraints. Which constraint refines or implies another, names do
/// not say.
struct NamedRank: ExtensionRank {
  let priority: Int32
  let protocolName: String
  let constraints: Set<String>
  let hasPredicate: Bool
  var isRefined: Bool { false }

  init(_ descriptor: ExtensionDescriptor) {
    priority = descriptor.priority
    protocolName = descriptor.protocolName
    constraints = Set(descriptor.constraints)
    hasPredicate = descriptor.hasPredicate
  }

  /// A predicate is a constraint that only itself implies. Of protocols whose names are
  /// written in different ways, the same constraints may be others.
  func implies(_ other: NamedRank, byDetermining: Bool) -> Bool {
    if other.hasPredicate { return false }
    guard constraints != other.constraints || hasPredicate else {
      return protocolName == other.protocolName
    }
    let own = byDetermining ? constraints.compactMap(ConstraintText.init) : []
    return other.constraints.allSatisfy { wanted in
      if constraints.contains(wanted) { return true }
      guard let wanted = ConstraintText(wanted) else { return false }
      return own.contains { $0.isConcrete && $0.determines(wanted) }
    }
  }
}
