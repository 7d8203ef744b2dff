// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// An extension of a protocol, with the metadata of its class.
struct FileCandidate {
  let located: LocatedDescriptor
  /// The name of the plug-in that brings it; nil for an extension of the program.
  let plugin: String?
  /// The index in the order in which the registry tries extensions.
  let number: Int
  /// The indices of the requirements that it implements.
  let requirements: Set<Int>
  /// The conditions that its class puts on a subject; nil if the class was not
  /// found or not understood.
  let conditions: [GenericSignature.Condition]?
  /// The constraints in a form that can be compared.
  private(set) var constraints: [FileConstraint]
  let isRefined: Bool
  /// The reason why its rank is unknown.
  let obstacle: String?

  var hasPredicate: Bool { located.descriptor.hasPredicate }

  /// The candidate with types as they are for a subject.
  func knowing(_ known: [SwiftType: SwiftType]) -> FileCandidate {
    var candidate = self
    candidate.constraints = constraints.map { $0.knowing(known) }
    return candidate
  }
}

extension FileCandidate: ExtensionRank {
  var priority: Int32 { located.descriptor.priority }

  func implies(_ other: FileCandidate, byDetermining: Bool) -> Bool {
    // A predicate implies only itself.
    if other.hasPredicate, number != other.number { return false }
    return other.constraints.allSatisfy { wanted in
      constraints.contains { $0.implies(wanted, byDetermining: byDetermining) }
    }
  }
}
