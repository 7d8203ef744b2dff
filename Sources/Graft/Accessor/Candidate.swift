// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// An extension that applies to a subject, with the facts that rank it.
final class Candidate: @unchecked Sendable {
  /// A global actor that its constraints need, and the requirements that it can't
  /// answer because of that.
  struct Isolation {
    let actor: TypeMetadata
    let elsewhere: [Int]
  }

  let record: ExtensionRecord
  let priority: Int32
  let plugin: String?
  let constraints: [Constraint]
  /// The numbers of the requirements that it can answer.
  let requirements: [Int]
  /// Whether one of its constraints is a protocol that refines the extended one.
  let isRefined: Bool
  let isolation: Isolation?
  /// Diagnostics of its unknown and ambiguous names of requirements.
  let diagnostics: [RegistryDiagnostic]

  var registered: RegisteredExtension { record.registered }

  /// - Parameter actor: the only global actor on which the constraints hold.
  init(
    _ record: ExtensionRecord, _ extensions: SubjectExtensions,
    isolatedTo actor: TypeMetadata? = nil
  ) {
    let (extended, descriptor) = (extensions.extended, record.registered.descriptor)
    let constraints = extensions.constraints(of: record)
    let named = Self.requirements(of: record, in: extended)
    let isolation = actor.flatMap { actor in
      let elsewhere = named.found.without(extended.requirements(on: actor.address))
      return elsewhere.isEmpty || !extensions.isIsolating(actor)
        ? nil : Isolation(actor: actor, elsewhere: elsewhere)
    }
    (self.record, priority, plugin) = (record, descriptor.priority, record.plugin)
    let texts = descriptor.constraints
    self.constraints =
      constraints.enumerated().map { index, constraint in
        let isKnown = texts.count == constraints.count
        return Constraint.type(constraint, isKnown ? ConstraintText(texts[index]) : nil)
      } + (descriptor.hasPredicate ? [.predicate(record.id)] : [])
    requirements = named.found.without(isolation?.elsewhere ?? [])
    isRefined = constraints.contains { $0.refines(extended.type) }
    self.isolation = isolation
    diagnostics = named.diagnostics
  }

  private static func requirements(
    of record: ExtensionRecord, in extended: GeneratedCode.ExtensibleProtocol
  ) -> (found: [Int], diagnostics: [RegistryDiagnostic]) {
    var found: [Int] = []
    var diagnostics: [RegistryDiagnostic] = []
    let registered = record.registered
    for (name, numbers) in record.requirements(in: extended) ?? [] {
      found += numbers.without(found)
      // Overloads that differ only in the result repeat one name.
      let times = registered.descriptor.requirements.count { $0 == name }
      if numbers.count == times { continue }
      let kind: RegistryDiagnostic.Kind =
        numbers.isEmpty
        ? .unknownRequirement(name, protocolName: extended.name)
        : .ambiguousRequirement(name, overloads: numbers.map { extended.requirements[$0].name })
      diagnostics.append(RegistryDiagnostic(kind, extension: registered))
    }
    return (found.inOrder(<), diagnostics)
  }

  /// A constraint, comparable with others of the same subject.
  enum Constraint {
    /// A constraint, with the descriptor's text if the descriptor has one for each
    /// constraint.
    case type(ExtensionConstraint, ConstraintText?)
    /// The predicate of an extension, which only that predicate itself implies.
    case predicate(RecordID)

    /// Whether this constraint implies another.
    ///
    /// - Parameter byDetermining: whether to draw conclusions from concrete types.
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

  /// Whether it constrains the subject to a protocol that inherits from `extended`.
  func refines(_ extended: Any.Type) -> Bool {
    path == "Subject" && relation == .conforms
      && TypeMetadata(type).refines(TypeMetadata(extended))
  }
}
