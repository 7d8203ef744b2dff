// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A constraint of an extension in the registry's form, read from the metadata
/// in files.
struct FileConstraint {
  enum Meaning {
    /// The protocols with the types given for their associated types, a
    /// superclass, or `AnyObject`.
    case conforms(Existential)
    case sameType(SwiftType)
    /// A predicate, which implies only itself.
    case predicate
  }

  struct Existential {
    /// The protocols, inherited ones included.
    var protocols: Set<Declaration> = []
    /// The protocols as written.
    var named: Set<Declaration> = []
    var associatedTypes: [String: SwiftType] = [:]
    /// The class and its superclasses.
    var classes: [SwiftType] = []
    /// Whether it is `AnyObject`, or a protocol of objects.
    var isObject = false
  }

  let path: String
  fileprivate(set) var meaning: Meaning
  /// The constraint in the record; nil if the record has none, or another one.
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

extension FileConstraint {
  /// The types that it is compared by.
  var types: [SwiftType] {
    switch meaning {
    case .sameType(let type): [type]
    case .conforms(let found): found.classes + found.associatedTypes.values
    case .predicate: []
    }
  }

  /// The constraint with types as they are for a subject.
  func knowing(_ known: [SwiftType: SwiftType]) -> FileConstraint {
    var constraint = self
    switch meaning {
    case .sameType(let type): constraint.meaning = .sameType(known[type] ?? type)
    case .conforms(var found):
      found.classes = found.classes.map { known[$0] ?? $0 }
      found.associatedTypes = found.associatedTypes.mapValues { known[$0] ?? $0 }
      constraint.meaning = .conforms(found)
    case .predicate: break
    }
    return constraint
  }
}

extension FileConstraint.Existential {
  func implies(_ other: Self) -> Bool {
    if let wanted = other.classes.first { return classes.contains(wanted) }
    if other.named.isEmpty { return other.isObject && (isObject || !classes.isEmpty) }
    // The registry does not consult conformances of classes.
    return classes.isEmpty && other.named.isSubset(of: protocols)
      && other.associatedTypes.allSatisfy { associatedTypes[$0] == $1 }
  }
}
