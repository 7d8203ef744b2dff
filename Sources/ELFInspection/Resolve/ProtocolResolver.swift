// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Resolves the requirements of one protocol for any number of subjects.
///
/// Subjects that meet the same conditions share their chains.
struct ProtocolResolver {
  struct Subject {
    let type: Declaration
    let name: String
    let record: ConformanceRecord
  }

  private let program: SwiftProgram
  private let extended: ExtensibleProtocol
  private let candidates: [FileCandidate]
  /// Extensions of other protocols with this name, and those that do not count.
  private let others: [ResolvedAnswer.Exclusion]
  private let conditions: [GenericSignature.Condition]
  /// The indices of each candidate's conditions.
  private let conditionsByCandidate: [[Int]]
  /// The types in constraints that depend on the subject.
  private let types: [SwiftType]
  private var known: [Key: [Resolved]] = [:]

  /// The facts about a subject that decide its answers.
  private struct Key: Hashable {
    let truths: [Truth]
    /// The types of the subject in place of `types`; nil for one that is not known.
    let types: [SwiftType?]
    /// The actor to which its conformance to the protocol is isolated.
    let isolation: ConformanceRecord.Isolation?
  }

  /// A requirement's answer, for all subjects with the same facts.
  private struct Resolved {
    var outcome: ResolvedAnswer.Outcome
    var chain: [ResolvedAnswer.Link] = []
    var conflict: [LocatedDescriptor] = []
    var conflicts: [[LocatedDescriptor]] = []
    var exclusions: [ResolvedAnswer.Exclusion] = []
    var dependencies: [ResolvedAnswer.Dependency] = []
  }

  /// Prepares the extensions of a protocol.
  ///
  /// - Parameters:
  ///   - descriptors: the extensions that name the protocol.
  ///   - excluded: extensions that name the protocol and do not count.
  init(
    _ program: SwiftProgram, _ extended: ExtensibleProtocol, _ reader: CandidateReader,
    _ descriptors: [LocatedDescriptor], _ excluded: [ResolvedAnswer.Exclusion]
  ) {
    self.program = program
    self.extended = extended
    var others: [ResolvedAnswer.Exclusion] = []
    var candidates: [FileCandidate] = []
    let meant = descriptors.sorted {
      ($0.descriptor.extensionName, $0.origin.display, $0.offset)
        < ($1.descriptor.extensionName, $1.origin.display, $1.offset)
    }
    for (number, located) in meant.enumerated() {
      switch reader.meaning(located, number: number, of: extended) {
      case .candidate(let found): candidates.append(found)
      case .excluded(let reason):
        others.append(ResolvedAnswer.Exclusion(descriptor: located, reason: reason))
      }
    }
    var numbers: [GenericSignature.Condition: Int] = [:]
    var conditions: [GenericSignature.Condition] = []
    conditionsByCandidate = candidates.map { candidate in
      (candidate.conditions ?? []).map { condition in
        if let known = numbers[condition] { return known }
        numbers[condition] = conditions.count
        conditions.append(condition)
        return conditions.count - 1
      }
    }
    self.conditions = conditions
    types = Array(
      Set(candidates.flatMap { $0.constraints.flatMap(\.types) }.filter(\.hasParameters)))
    self.candidates = candidates
    self.others = others + excluded
  }

  /// Calls `visit` with the answer to each requirement.
  mutating func eachAnswer(_ subject: Subject, _ wanted: [Int], _ visit: (ResolvedAnswer) -> Void) {
    let resolved = resolve(subject)
    let isGeneric = (try? program.context(subject.type))?.flags.isGeneric == true
    for number in wanted {
      let requirement = extended.requirements[number]
      let found = resolved[number]
      visit(
        ResolvedAnswer(
          subject: subject.name, subjectOrigin: subject.record.file.origin,
          isGeneric: isGeneric, protocolName: extended.name, requirement: requirement.name,
          outcome: found.outcome, chain: found.chain, conflict: found.conflict,
          conflicts: found.conflicts, exclusions: found.exclusions,
          dependencies: found.dependencies))
    }
  }

  private mutating func resolve(_ subject: Subject) -> [Resolved] {
    do throws(InspectionError) {
      let question = try SubjectQuestion(program, subject.record)
      let key = Key(
        truths: conditions.map { question.truth($0) },
        types: types.map { try? program.substitute($0, [question.subject]) },
        isolation: subject.record.isolation)
      if let found = known[key] { return found }
      let found = resolve(key)
      known[key] = found
      return found
    } catch {
      return extended.requirements.map { _ in
        Resolved(
          outcome: .depends,
          dependencies: [ResolvedAnswer.Dependency(descriptor: nil, reason: error.text)])
      }
    }
  }
}

extension ProtocolResolver {
  private func resolve(_ key: Key) -> [Resolved] {
    let known = zip(types, key.types).reduce(into: [SwiftType: SwiftType]()) { $0[$1.0] = $1.1 }
    let candidates = self.candidates.map { $0.knowing(known) }
    var applying: [Int] = []
    var open: [(candidate: Int, reason: String, isOrdered: Bool)] = []
    var exclusions: [(candidate: Int, reason: String)] = []
    for (index, candidate) in candidates.enumerated() {
      let own = conditionsByCandidate[index].map { key.truths[$0] }
      if let failed = own.firstIndex(of: .fails) {
        let text = describe(conditions[conditionsByCandidate[index][failed]])
        exclusions.append((index, "the subject does not meet \(text)"))
      } else if let obstacle = candidate.obstacle {
        open.append((index, obstacle, false))
      } else if let reason = own.compactMap(\.dependency).first {
        open.append((index, reason, true))
      } else if let reason = isolation(conditionsByCandidate[index], key) {
        open.append((index, reason, true))
      } else if candidate.hasPredicate {
        open.append((index, "what applies(to:) says", true))
      } else {
        applying.append(index)
      }
    }
    // Extensions that do not apply have no part in the order.
    let sure = applying.map { candidates[$0] }
    let order = RankedOrder(sure)
    let withOpen = open.isEmpty ? order : RankedOrder(sure + open.map { candidates[$0.candidate] })
    return extended.requirements.indices.map { number in
      func implements(_ index: Int) -> Bool { candidates[index].requirements.contains(number) }
      let chain = order.chain { sure[$0].requirements.contains(number) }
      let unsure = open.enumerated().filter { implements($0.element.candidate) }
      var found = resolved(chain, of: sure)
      found.dependencies = unsure.map {
        ResolvedAnswer.Dependency(
          descriptor: candidates[$0.element.candidate].located, reason: $0.element.reason)
      }
      // An extension below the first one can't change which one answers.
      let isSettled = unsure.allSatisfy { one in
        guard one.element.isOrdered, let head = chain.links.first, !chain.isConflictFirst else {
          return false
        }
        return withOpen.precedes(head, sure.count + one.offset)
      }
      if !isSettled { found.outcome = .depends }
      found.exclusions +=
        exclusions.filter { implements($0.candidate) }.map {
          ResolvedAnswer.Exclusion(descriptor: candidates[$0.candidate].located, reason: $0.reason)
        } + others.filter { self.implements($0.descriptor, number) }
      return found
    }
  }

  /// The reason why it matters that a constraint holds only on a global actor.
  ///
  /// Nil if it doesn't: the subject itself is isolated to that actor.
  private func isolation(_ indices: [Int], _ key: Key) -> String? {
    for index in indices {
      guard case .isolated(let isolation) = key.truths[index] else { continue }
      if let actor = isolation.actor, key.isolation?.actor == actor { continue }
      return
        "whether the requirement is isolated to \(isolation.actor.map(program.text) ?? "the actor"):"
        + " \(describe(conditions[index])) is met only there"
    }
    return nil
  }

  private func implements(_ located: LocatedDescriptor, _ number: Int) -> Bool {
    located.descriptor.requirements.contains {
      extended.requirements(named: $0, among: extended.requirements.count).contains(number)
    }
  }

  private func resolved(_ chain: RankedOrder.Chain, of candidates: [FileCandidate]) -> Resolved {
    var found = Resolved(outcome: chain.links.isEmpty ? .nobody : .answered)
    if chain.isConflictFirst { found.outcome = .conflict }
    for (index, link) in chain.links.enumerated() {
      found.chain.append(
        ResolvedAnswer.Link(
          descriptor: candidates[link].located,
          rule: index < chain.rules.count ? chain.rules[index] : nil))
    }
    for (index, conflict) in chain.conflicts.enumerated() {
      let parties = conflict.map { candidates[$0].located }
      found.conflicts.append(parties)
      if index == 0, chain.isConflictFirst { found.conflict = parties }
      for party in parties {
        let names = parties.filter { $0 != party }.map(\.descriptor.extensionName)
        found.exclusions.append(
          ResolvedAnswer.Exclusion(
            descriptor: party, reason: "conflict with \(names.joined(separator: ", "))"))
      }
    }
    for (candidate, conflict) in chain.belowConflict {
      let names = chain.conflicts[conflict].map { candidates[$0].located.descriptor.extensionName }
      found.exclusions.append(
        ResolvedAnswer.Exclusion(
          descriptor: candidates[candidate].located,
          reason:
            "it does not rank below all of those in conflict: \(names.joined(separator: ", "))"))
    }
    return found
  }

  /// The condition, written as a constraint.
  private func describe(_ condition: GenericSignature.Condition) -> String {
    func clause(_ type: SwiftType, _ sign: String, _ other: String) -> String {
      let path = type.path ?? "?"
      return path == "Subject" && sign == ":"
        ? other : "\(path)\(sign == ":" ? ":" : " ==") \(other)"
    }
    switch condition {
    case .conforms(let type, let wanted): return clause(type, ":", program.name(wanted))
    case .sameType(let type, let other): return clause(type, "==", program.text(other))
    case .superclass(let type, let other): return clause(type, ":", program.text(other))
    case .isObject(let type): return clause(type, ":", "AnyObject")
    case .unknown(let what): return what
    }
  }
}

extension Truth {
  fileprivate var dependency: String? {
    if case .depends(let reason) = self { reason } else { nil }
  }
}

extension SwiftProgram {
  /// The type as Swift code, as far as it is understood.
  func text(_ type: SwiftType) -> String {
    switch type {
    case .nominal(let declaration, let arguments):
      arguments.isEmpty
        ? name(declaration)
        : "\(name(declaration))<\(arguments.map(text).joined(separator: ", "))>"
    case .parameter, .member: type.path ?? "?"
    case .existential([], nil, let isObject): isObject ? "AnyObject" : "Any"
    case .existential(let protocols, let superclass, _):
      "any "
        + ([superclass.map(text)].compactMap(\.self) + protocols.map(name)).joined(separator: " & ")
    case .compound(let form, let parts): form.text(parts.map(text))
    case .structural: "another type"
    }
  }
}
