// SPDX-License-Identifier: Apache-2.0

/// Constraints on a subject: a superclass, `AnyObject` and protocols, as an existential type such
/// as `any Animal & Greeter & Named` lists them.
final class SubjectConstraints: @unchecked Sendable {
  /// A constraint on an associated type in it is for the accessor.
  let type: ExistentialType
  /// The protocols that the subject has to conform to, each with the protocol by which Graft makes
  /// the conformance, if no type has one.
  private let conditions: [(wanted: ProtocolDescriptor, assumed: ProtocolDescriptor?)]

  init(_ type: ExistentialType) {
    self.type = type
    conditions = type.protocols.map { wanted in
      let extended = AssumedConformance.extended(by: wanted)
      return (extended ?? wanted, extended.map { _ in wanted })
    }
  }

  /// Nil for another type than a class or an existential type.
  convenience init?(_ type: TypeMetadata) {
    guard let existential = ExistentialType(classOrExistential: type) else { return nil }
    self.init(existential)
  }

  /// The conformances to the protocols, and the only global actor on which they hold.
  typealias Answer = (tables: [UnsafeRawPointer], actor: TypeMetadata?)

  /// How a subject meets the constraints; nil if it does not.
  ///
  /// - Parameter isOfDeclarations: becomes false if more than the declarations of the subject's
  ///   type and superclasses decides.
  func answer(
    for subject: TypeMetadata, isOfDeclarations: inout Bool
  ) -> Answer? {
    if type.isClassBound, !subject.isClass { return nil }
    if let superclass = type.superclass, !subject.implies(superclass) { return nil }
    var tables: [UnsafeRawPointer] = []
    var actor: TypeMetadata?
    tables.reserveCapacity(conditions.count)
    for condition in conditions {
      let own: UnsafeRawPointer
      switch subject.conformance(to: condition.wanted) {
      case .conforms(let table): own = table
      case .doesNot: return nil
      case .undecided:
        isOfDeclarations = false
        guard
          let found = SwiftRuntime.conformance(of: subject, to: condition.wanted),
          // Nobody is on two actors.
          actor == nil || found.actor == nil || actor == found.actor
        else { return nil }
        (own, actor) = (found.table, found.actor ?? actor)
      }
      tables.append(
        condition.assumed.map { AssumedConformance.table(of: subject, for: $0, own: own) }
          ?? own)
    }
    return (tables, actor)
  }
}
