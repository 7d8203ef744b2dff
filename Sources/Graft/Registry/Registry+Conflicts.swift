// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The conflicts that a change would bring.
struct BroughtConflicts {
  /// The conflicts that no rule decides.
  private(set) var conflicts: [RegistryDiagnostic] = []
  /// The decisions that only the names of plug-ins make.
  private(set) var byName: [RegistryDiagnostic] = []

  /// Refuses the change if a host wants that.
  func refuse(by choice: ConflictChoice?) throws(ChangeRefusal) {
    let refusing =
      switch choice {
      case nil, .passOver: [RegistryDiagnostic]()
      case .firstByName: conflicts
      case .refuse: conflicts + byName
      }
    if !refusing.isEmpty { throw .conflicts(refusing) }
  }

  /// The chains that were compared, with the decisions that only the first ones have: most subjects
  /// have the chains of others.
  private var compared: [[ObjectIdentifier]: (chains: [Chains], decisions: [Chains.Decision])] =
    [:]

  mutating func add(_ other: BroughtConflicts) {
    if !other.conflicts.isEmpty {
      conflicts = (conflicts + other.conflicts.without(conflicts)).inOrderOfDescription
    }
    if !other.byName.isEmpty {
      byName = (byName + other.byName.without(byName)).inOrderOfDescription
    }
  }

  /// A subject's chains, and the conflicts that no rule decides.
  fileprivate typealias Found = (chains: Chains, conflicts: [RegistryDiagnostic])

  /// Adds the conflicts of a subject.
  ///
  /// - Parameters:
  ///   - registered: returns the extension of a record.
  ///   - now: what it has in the program that the change replaces; nil if it comes with the change.
  fileprivate mutating func add(
    _ resolved: ResolvedChains, _ registered: (RecordID) -> RegisteredExtension,
    now: () -> Found?
  ) {
    let (new, chains) = (resolved.conflicts, resolved.chains)
    if new.isEmpty && chains.decisionsByName.isEmpty { return }
    let now = now()
    var brought = BroughtConflicts()
    brought.conflicts = new.without(now?.conflicts ?? [])
    brought.byName = decisions(of: chains, since: now?.chains).map { decision in
      RegistryDiagnostic(
        .decidedByName(
          subject: resolved.base.subjectName,
          requirement: resolved.extended.requirements[decision.requirement].name,
          over: registered(decision.second)),
        extension: registered(decision.first))
    }
    add(brought)
  }

  private mutating func decisions(of new: Chains, since old: Chains?) -> [Chains.Decision] {
    let chains = [new] + (old.map { [$0] } ?? [])
    let key = chains.map(ObjectIdentifier.init)
    if let known = compared[key] { return known.decisions }
    let before = Set(old?.decisionsByName ?? [])
    let found = new.decisionsByName.filter { !before.contains($0) }
    compared[key] = (chains, found)
    return found
  }
}

extension Registry {
  /// The conflicts that a draft would bring for the types that loaded images declare
  /// to conform, whether they were called or not.
  ///
  /// Subclasses of such types are not looked at by themselves.
  ///
  /// Asks accessors: no lock may be held.
  func conflicts(by draft: Draft, _ reading: ConformanceTable.Reading) -> BroughtConflicts {
    var (program, original) = (draft.program, draft.original)
    let arriving = draft.edit.arrivingImages(in: original)
    // A single extension is in no conflict.
    func canConflict(_ name: String) -> Bool {
      withState { _ in program.memo(of: name).extensions.count > 1 }
    }
    if case .advised = draft.affected { return BroughtConflicts() }
    let concerned = draft.affected.protocolNames?.filter(canConflict)
    if concerned?.isEmpty == true, arriving.isEmpty { return BroughtConflicts() }
    let known = KnownSubjects(reading, where: canConflict) { name, record in
      concerned?.contains(name) ?? true || record.isDeclared(in: arriving)
    }
    let collected = TypeMetadata((any Collected).self)
    var brought = BroughtConflicts()
    for (base, record) in known.subjects {
      let extended = base.extensibleProtocol
      // A replaced build keeps the extensions that it had for its protocols.
      if program.isOfReplaced(extended) || TypeMetadata(extended.type).refines(collected) {
        continue
      }
      let resolved = ResolvedChains(base, withState { _ in program.memo(of: extended) }, reading)
      brought.add(resolved, registered) {
        if record.isDeclared(in: arriving) { return nil }
        let now = ResolvedChains(base, withState { _ in original.memo(of: extended) }, reading)
        return (now.chains, now.conflicts)
      }
    }
    return brought
  }

  /// Conflicts in a draft's answers that its original does not have.
  func conflicts(
    in answers: [SubjectAnswer], by draft: Draft, _ reading: ConformanceTable.Reading
  ) -> BroughtConflicts {
    var (brought, original) = (BroughtConflicts(), draft.original)
    for (answer, subject) in zip(answers, draft.subjects) {
      brought.add(answer.resolved, registered) {
        let extended = answer.base.extensibleProtocol
        let memo = withState { _ in original.memo(of: extended) }
        // Its last answer can be older than the program.
        if memo === subject.memo { return (subject.chains, subject.conflicts) }
        let now = ResolvedChains(answer.base, memo, reading)
        return (now.chains, now.conflicts)
      }
    }
    return brought
  }
}

extension Program.Edit {
  /// The images whose types come with the edit, by their program headers.
  fileprivate func arrivingImages(in program: Program) -> Set<UInt> {
    guard case .accept(let opened) = self else { return [] }
    let judged = opened.judged.filter { [.staged, .refused].contains(program.images[$0].state) }
      .map { program.images[$0].loaded.programHeaders }
    return Set(judged + (opened.isNew ? [opened.programHeaders] : []))
  }
}

extension ImageTable {
  /// The copies that do not count among the plug-ins' extensions that images have too.
  func duplicates(of numbers: [Int]) -> [RegistryDiagnostic] {
    let copies = Set(numbers.flatMap { entries[$0].copies })
    // Names are there already, and keys have to be made.
    let names = Set(numbers.flatMap { entries[$0].registered.map(\.name) })
    let all = entries.indices.filter { counts($0) && canBeReplaced($0) }
      .flatMap { entries[$0].registered.filter { names.contains($0.name) } }
      .filter { copies.contains($0.keyOfCopies) }
    return Duplicates(all).among(all).map {
      RegistryDiagnostic(.duplicate(of: $0.image), extension: $0.item)
    }
  }
}
