// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A constraint of an extension as the registry compares it, from the metadata in files.
struct FileConstraint {
  enum Meaning {
    /// Protocols, with the types that are given for their associated types; a superclass; or
    /// being an object.
    case conforms(Existential)
    case sameType(SwiftType)
    /// Implied by itself only.
    case predicate
  }

  struct Existential {
    /// With all that they inherit from.
    var protocols: Set<Declaration> = []
    /// As they are written.
    var named: Set<Declaration> = []
    var associatedTypes: [String: SwiftType] = [:]
    /// The class itself, and those that it inherits from.
    var classes: [SwiftType] = []
    var isObject = false
  }

  let path: String
  let meaning: Meaning
  /// As the record has it; nil where it says none, or others.
  let text: ConstraintText?

  func implies(_ other: FileConstraint, byDetermining: Bool) -> Bool {
    if byDetermining, let text, let wanted = other.text, text.determines(wanted) { return true }
    guard path == other.path else { return false }
    switch (meaning, other.meaning) {
    case (.conforms(let own), .conforms(let wanted)): return own.implies(wanted)
    case (.sameType(let own), .sameType(let wanted)): return own == wanted
    case (.conforms, _), (.sameType, _), (.predicate, _): return false
    }
  }
}

extension FileConstraint.Existential {
  func implies(_ other: Self) -> Bool {
    if let wanted = other.classes.first { return classes.contains(wanted) }
    if other.named.isEmpty { return other.isObject && (isObject || !classes.isEmpty) }
    // The registry knows no class's conformances.
    return classes.isEmpty && other.named.isSubset(of: protocols)
      && other.associatedTypes.allSatisfy { associatedTypes[$0] == $1 }
  }
}
