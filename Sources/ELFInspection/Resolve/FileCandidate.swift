// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// An extension of a protocol, with what the metadata of its class says.
struct FileCandidate {
  let located: LocatedDescriptor
  /// In the order in which the registry looks at them.
  let number: Int
  /// The numbers of the protocol's requirements that it implements.
  let requirements: Set<Int>
  /// What its class asks of a subject. Nil where the class was not found, or is not
  /// understood.
  let conditions: [GenericSignature.Condition]?
  /// Comparable with those of others.
  let constraints: [FileConstraint]
  let isRefined: Bool
  /// Why its place is not known.
  let obstacle: String?

  var hasPredicate: Bool { located.descriptor.hasPredicate }
}

extension FileCandidate: ExtensionRank {
  var priority: Int32 { located.descriptor.priority }

  func implies(_ other: FileCandidate, byDetermining: Bool) -> Bool {
    // A predicate is implied by itself only.
    if other.hasPredicate, number != other.number { return false }
    return other.constraints.allSatisfy { wanted in
      constraints.contains { $0.implies(wanted, byDetermining: byDetermining) }
    }
  }
}
