// SPDX-License-Identifier: Apache-2.0

import CGraft
import GraftDescriptors

/// An extension that applies to a subject, with what ranks it.
struct Candidate {
  let record: RecordID
  let registered: RegisteredExtension
  let accessor: graft_accessor
  let constraints: [Constraint]
  /// Of the protocol's requirements, those that it implements.
  let requirements: Set<Int>
  /// One of its constraints is a protocol that refines the extended one.
  let isRefined: Bool

  var priority: Int32 { registered.descriptor.priority }

  /// A constraint, comparable with others of the same subject.
  enum Constraint {
    case type(ExtensionConstraint)
    /// Implied by itself only.
    case predicate(RecordID)

    func implies(_ other: Constraint) -> Bool {
      switch (self, other) {
      case (.predicate(let own), .predicate(let wanted)): own == wanted
      case (.type(let own), .type(let wanted)): own.implies(wanted)
      default: false
      }
    }
  }

  /// The rule by which this candidate comes before another, or nil if it does not.
  ///
  /// Priority and refinement are total preorders and specificity is a partial
  /// order, so the whole is transitive.
  func precedes(_ other: Candidate) -> ResolutionRule? {
    if priority != other.priority { return priority > other.priority ? .priority : nil }
    if isRefined != other.isRefined { return isRefined ? .refined : nil }
    return implies(other) && !other.implies(self) ? .specific : nil
  }

  private func implies(_ other: Candidate) -> Bool {
    other.constraints.allSatisfy { wanted in constraints.contains { $0.implies(wanted) } }
  }
}

extension ExtensionConstraint {
  fileprivate func implies(_ other: ExtensionConstraint) -> Bool {
    guard path == other.path && relation == other.relation else { return false }
    return switch relation {
    case .sameType: type == other.type
    case .conforms: TypeMetadata(type).implies(TypeMetadata(other.type))
    }
  }

  /// True for a protocol on the subject itself that inherits from `extended`.
  func refines(_ extended: Any.Type) -> Bool {
    path == "Subject" && relation == .conforms
      && TypeMetadata(type).refines(TypeMetadata(extended))
  }
}
