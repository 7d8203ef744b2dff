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
    /// With its text in the descriptor, where there is one for each.
    case type(ExtensionConstraint, ConstraintText?)
    /// Implied by itself only.
    case predicate(RecordID)

    /// - Parameter byDetermining: also what follows from knowing a type.
    func implies(_ other: Constraint, byDetermining: Bool) -> Bool {
      switch (self, other) {
      case (.predicate(let own), .predicate(let wanted)): own == wanted
      case (.type(let own, let text), .type(let wanted, let wantedText)):
        own.implies(wanted)
          || byDetermining && text.flatMap { one in wantedText.map(one.determines) } ?? false
      default: false
      }
    }
  }

  /// What an accessor says of the constraints, with what its descriptor does.
  static func constraints(
    _ constraints: [ExtensionConstraint], of descriptor: Descriptor
  ) -> [Constraint] {
    let texts = descriptor.constraints
    return constraints.enumerated().map { index, constraint in
      .type(
        constraint, texts.count == constraints.count ? ConstraintText(texts[index]) : nil)
    }
  }
}

extension Candidate: ExtensionRank {
  func implies(_ other: Candidate, byDetermining: Bool) -> Bool {
    other.constraints.allSatisfy { wanted in
      constraints.contains { $0.implies(wanted, byDetermining: byDetermining) }
    }
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
