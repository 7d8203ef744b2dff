// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The chains of one subject and protocol, with what is needed to explain them.
struct ResolvedChains {
  struct Excluded {
    let registered: RegisteredExtension
    let reason: ExclusionReason
    /// Nil where it is so for all that it implements.
    var requirements: Set<Int>? = nil
  }

  let base: any ExtensionBase.Type
  let candidates: [Candidate]
  /// Extensions of the protocol's name that do not apply, for all requirements.
  let excluded: [Excluded]
  /// For each requirement.
  let chains: [RankedOrder.Chain]
  let order: RankedOrder
  let diagnostics: [RegistryDiagnostic]

  var conflicts: [RegistryDiagnostic] { diagnostics.filter(\.isConflict) }

  /// For each requirement the extension that answers, or nil.
  var answers: [RecordID?] {
    chains.map { $0.links.first.map { candidates[$0].record } }
  }

  /// Asks the accessors, orders those that apply, and builds the chains. Calls
  /// code of users: no lock may be held.
  ///
  /// - Parameter records: those whose protocol has the name of the base class's.
  init(_ base: any ExtensionBase.Type, _ records: [ExtensionRecord]) {
    var applicability = Applicability(base)
    // Their order, which loading and linking decide, must not show.
    for record in records.sorted(by: { $0.comesBefore($1) }) { applicability.add(record) }
    applicability.dropDuplicates()
    let order = RankedOrder(applicability.candidates)
    let candidates = applicability.candidates
    let requirements = base.extensibleProtocol.requirements.map(\.name)
    let chains = requirements.indices.map { requirement in
      order.chain(
        of: Set(candidates.indices.filter { candidates[$0].requirements.contains(requirement) }))
    }
    self.base = base
    self.candidates = candidates
    self.excluded = applicability.excluded
    self.order = order
    self.chains = chains
    let subject = applicability.subjectName
    let conflicts = zip(requirements, chains).flatMap { requirement, chain in
      chain.conflicts.map { conflict in
        let parties = conflict.map { candidates[$0].registered }
        return RegistryDiagnostic(
          .conflict(
            subject: subject, requirement: requirement, with: Array(parties.dropFirst())),
          extension: parties[0])
      }
    }
    diagnostics = applicability.diagnostics + conflicts
  }
}

/// Sorts the records of a protocol's name into those that apply and those that
/// do not.
private struct Applicability {
  private let base: any ExtensionBase.Type
  private let call: AccessorCall
  let subjectName: String
  var candidates: [Candidate] = []
  var excluded: [ResolvedChains.Excluded] = []
  var diagnostics: [RegistryDiagnostic] = []

  init(_ base: any ExtensionBase.Type) {
    self.base = base
    self.call = AccessorCall(base: base)
    subjectName = SwiftRuntime.name(of: base.subject, isQualified: false)
  }

  mutating func add(_ record: ExtensionRecord) {
    let registered = record.registered
    if let exclusion = record.exclusion {
      exclude(registered, exclusion)
      return
    }
    let answer = call.answer(of: record)
    switch answer.outcome {
    case .applies: candidates.append(candidate(record, isolatedTo: answer.actor))
    case .otherProtocol: exclude(registered, .otherProtocol)
    case .constraintFails(let index):
      let constraints = registered.descriptor.constraints
      if constraints.indices.contains(index) {
        exclude(registered, .constraint(constraints[index]))
      } else if constraints.isEmpty {
        // Only the protocol itself can fail.
        exclude(registered, .otherProtocol)
      } else {
        passOverUnanswered(registered)
      }
    case .predicateFails: exclude(registered, .predicate)
    case .shapeDiffers:
      exclude(registered, .shape)
      let name = base.extensibleProtocol.name
      diagnostics.append(
        RegistryDiagnostic(.shapeDiffers(protocolName: name), extension: registered))
    case .otherRuntime: exclude(registered, .runtime)
    case .unanswered: passOverUnanswered(registered)
    }
  }

  private mutating func passOverUnanswered(_ registered: RegisteredExtension) {
    exclude(registered, .unanswered)
    diagnostics.append(RegistryDiagnostic(.unanswered, extension: registered))
  }

  /// - Parameter actor: on which alone the constraints hold; nil if that does not matter.
  private mutating func candidate(
    _ record: ExtensionRecord, isolatedTo actor: TypeMetadata?
  ) -> Candidate {
    let constraints = call.constraints(of: record.accessor)
    let predicate: [Candidate.Constraint] =
      record.registered.descriptor.hasPredicate ? [.predicate(record.id)] : []
    return Candidate(
      record: record.id, registered: record.registered, accessor: record.accessor,
      constraints: Candidate.constraints(constraints, of: record.registered.descriptor)
        + predicate,
      requirements: requirements(of: record, isolatedTo: actor),
      isRefined: constraints.contains { $0.refines(base.extensibleProtocol.type) })
  }

  /// Those that an extension can answer wherever they are called.
  private mutating func requirements(
    of record: ExtensionRecord, isolatedTo actor: TypeMetadata?
  ) -> Set<Int> {
    let registered = record.registered
    let found = requirements(of: registered)
    guard let actor, call.isIsolating(actor, record) else { return found }
    let elsewhere = found.subtracting(base.extensibleProtocol.requirements(on: actor.address))
    guard !elsewhere.isEmpty else { return found }
    let name = SwiftRuntime.name(of: actor.address)
    excluded.append(
      ResolvedChains.Excluded(
        registered: registered, reason: .isolated(actor: name), requirements: elsewhere))
    let requirements = elsewhere.sorted().map { base.extensibleProtocol.requirements[$0].name }
    diagnostics.append(
      RegistryDiagnostic(
        .isolated(subject: subjectName, actor: name, requirements: requirements),
        extension: registered))
    return found.subtracting(elsewhere)
  }

  private mutating func requirements(of registered: RegisteredExtension) -> Set<Int> {
    let extended = base.extensibleProtocol
    var found: Set<Int> = []
    for name in registered.descriptor.requirements {
      let numbers = extended.requirements(named: name)
      found.formUnion(numbers)
      // Overloads that differ in the result only have one name, each time.
      let times = registered.descriptor.requirements.count { $0 == name }
      if numbers.count == times { continue }
      let kind: RegistryDiagnostic.Kind =
        numbers.isEmpty
        ? .unknownRequirement(name, protocolName: extended.name)
        : .ambiguousRequirement(name, overloads: numbers.map { extended.requirements[$0].name })
      diagnostics.append(RegistryDiagnostic(kind, extension: registered))
    }
    return found
  }

  mutating func dropDuplicates() {
    let duplicates = Duplicates(candidates.map(\.registered))
    for (index, image) in duplicates.images.sorted(by: { $0.key < $1.key }) {
      let registered = candidates[index].registered
      exclude(registered, .duplicate(of: image))
      diagnostics.append(RegistryDiagnostic(.duplicate(of: image), extension: registered))
    }
    candidates = duplicates.without(candidates)
  }

  private mutating func exclude(_ registered: RegisteredExtension, _ reason: ExclusionReason) {
    excluded.append(ResolvedChains.Excluded(registered: registered, reason: reason))
  }
}
