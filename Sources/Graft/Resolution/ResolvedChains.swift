// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The chains of one subject and protocol, with what is needed to explain them.
final class ResolvedChains {
  struct Excluded {
    let registered: RegisteredExtension
    let reason: ExclusionReason
    /// Nil where it is so for all that it implements.
    var requirements: Set<Int>? = nil
  }

  /// The call by which the accessors were asked.
  let call: AccessorCall
  let ordered: OrderedCandidates
  /// Extensions of the protocol's name that do not apply, for all requirements. Where no
  /// explanation was asked for, there are none.
  let excluded: [Excluded]
  let diagnostics: [RegistryDiagnostic]
  /// Whether it follows from what the images declare of the subject's own type and of what
  /// that inherits from, and from nothing else.
  let isOfDeclarations: Bool

  var base: any ExtensionBase.Type { call.base }
  var extended: _ExtensibleProtocol { call.extended }
  var candidates: [Candidate] { ordered.candidates }
  /// For each requirement.
  var chains: [RankedOrder.Chain] { ordered.chains }
  var conflicts: [RegistryDiagnostic] { diagnostics.filter(\.isConflict) }
  /// For each requirement the extension that answers, or nil.
  var answers: [RecordID?] { ordered.answers }

  /// Names the chains where they follow from what is declared and from which records count, so
  /// that those of the next records can be found by them.
  let number: OrderedCandidates.Number?

  /// Asks the accessors, orders those that apply, and builds the chains. Calls
  /// code of users: no lock may be held.
  ///
  /// - Parameters:
  ///   - records: those whose protocol has the name of the base class's.
  ///   - number: of the subject's chains before, if nothing that is declared has changed.
  ///   - explains: whether it is wanted why the others do not apply.
  static func resolve(
    _ base: any ExtensionBase.Type, _ records: ProtocolRecords,
    after number: OrderedCandidates.Number? = nil, explains: Bool = false
  ) -> ResolvedChains {
    let before = explains ? nil : number.flatMap(records.before)
    return before.flatMap { resolve(base, records, after: $0) } ?? resolve(base, records, explains)
  }

  /// Nil where more decides.
  private static func resolve(
    _ base: any ExtensionBase.Type, _ records: ProtocolRecords, after before: ProtocolRecords.Before
  ) -> ResolvedChains? {
    var applicability = Applicability(base, explains: false)
    for index in before.added { applicability.add(index, of: records) }
    guard applicability.isOfDeclarations else { return nil }
    let ordered = records.order(
      after: before, adding: applicability.shared, of: applicability.call.extended)
    return ResolvedChains(&applicability, ordered)
  }

  private static func resolve(
    _ base: any ExtensionBase.Type, _ records: ProtocolRecords, _ explains: Bool
  ) -> ResolvedChains {
    var applicability = Applicability(base, explains: explains)
    for index in records.all.indices { applicability.add(UInt32(index), of: records) }
    let extended = applicability.call.extended
    let ordered =
      if let candidates = applicability.candidates {
        OrderedCandidates(candidates, [], requirementCount: extended.requirements.count)
      } else {
        records.order(applicability.shared, of: extended)
      }
    return ResolvedChains(&applicability, ordered)
  }

  private init(_ applicability: inout Applicability, _ ordered: OrderedCandidates) {
    number = applicability.isOfDeclarations ? ordered.number : nil
    applicability.note(ordered)
    call = applicability.call
    self.ordered = ordered
    excluded = applicability.excluded
    diagnostics = applicability.diagnostics
    isOfDeclarations = !applicability.hasAskedOthers
  }
}

/// Sorts the records of a protocol's name into those that apply and those that
/// do not.
private struct Applicability {
  let call: AccessorCall
  private let explains: Bool
  /// The numbers of those among the records that apply and are the same for every subject.
  private(set) var shared: [UInt32] = []
  /// Those that apply; nil as long as all of them are the same for every subject.
  private(set) var candidates: [Candidate]?
  var excluded: [ResolvedChains.Excluded] = []
  var diagnostics: [RegistryDiagnostic] = []

  init(_ base: any ExtensionBase.Type, explains: Bool) {
    self.explains = explains
    call = AccessorCall(base: base, explains: explains)
  }

  var hasAskedOthers: Bool { call.hasAskedOthers }
  /// Whether which records apply follows from what is declared, and nothing is to be said of
  /// the others.
  var isOfDeclarations: Bool { candidates == nil && !hasAskedOthers && diagnostics.isEmpty }

  private var subjectName: String { SwiftRuntime.name(of: call.base.subject, isQualified: false) }

  mutating func add(_ index: UInt32, of records: ProtocolRecords) {
    let record = records.all[Int(index)]
    if let exclusion = record.exclusion {
      exclude(record, exclusion)
      return
    }
    let finding = call.finding(of: record)
    switch finding.outcome {
    case .applies:
      if finding.isShared {
        records.prepareCandidate(index) { Candidate(record, call) }
        candidates?.append(records.candidate(index))
        shared.append(index)
      } else {
        add(Candidate(record, call, isolatedTo: finding.actor), of: records)
      }
    case .otherProtocol: exclude(record, .otherProtocol)
    case .constraintFails(nil): break
    case .constraintFails(let index?):
      let constraints = record.registered.descriptor.constraints
      if constraints.indices.contains(index) {
        exclude(record, .constraint(constraints[index]))
      } else if constraints.isEmpty {
        // Only the protocol itself can fail.
        exclude(record, .otherProtocol)
      } else {
        passOverUnanswered(record)
      }
    case .predicateFails: exclude(record, .predicate)
    case .shapeDiffers:
      exclude(record, .shape)
      let name = call.extended.name
      diagnostics.append(
        RegistryDiagnostic(.shapeDiffers(protocolName: name), extension: record.registered))
    case .otherRuntime: exclude(record, .runtime)
    case .unanswered: passOverUnanswered(record)
    }
  }

  private mutating func passOverUnanswered(_ record: ExtensionRecord) {
    exclude(record, .unanswered)
    diagnostics.append(RegistryDiagnostic(.unanswered, extension: record.registered))
  }

  private mutating func add(_ candidate: Candidate, of records: ProtocolRecords) {
    if candidates == nil { candidates = shared.map(records.candidate) }
    candidates!.append(candidate)
    guard let isolation = candidate.isolation else { return }
    let name = SwiftRuntime.name(of: isolation.actor.address)
    if explains {
      excluded.append(
        ResolvedChains.Excluded(
          registered: candidate.registered, reason: .isolated(actor: name),
          requirements: isolation.elsewhere))
    }
    let requirements = isolation.elsewhere.inOrder(<).map {
      call.extended.requirements[$0].name
    }
    diagnostics.append(
      RegistryDiagnostic(
        .isolated(subject: subjectName, actor: name, requirements: requirements),
        extension: candidate.registered))
  }

  private mutating func exclude(_ record: ExtensionRecord, _ reason: ExclusionReason) {
    guard explains else { return }
    excluded.append(ResolvedChains.Excluded(registered: record.registered, reason: reason))
  }

  /// What is passed over among those that apply.
  mutating func note(_ ordered: OrderedCandidates) {
    diagnostics += ordered.diagnostics
    for (candidate, image) in ordered.duplicates {
      exclude(candidate.record, .duplicate(of: image))
      diagnostics.append(
        RegistryDiagnostic(.duplicate(of: image), extension: candidate.registered))
    }
    guard ordered.chains.contains(where: { !$0.conflicts.isEmpty }) else { return }
    let requirements = call.extended.requirements.map(\.name)
    let subject = subjectName
    for (requirement, chain) in zip(requirements, ordered.chains) {
      diagnostics += chain.conflicts.map { conflict in
        let parties = conflict.map { ordered.candidates[$0].registered }
        return RegistryDiagnostic(
          .conflict(
            subject: subject, requirement: requirement, with: Array(parties.dropFirst())),
          extension: parties[0])
      }
    }
  }
}
