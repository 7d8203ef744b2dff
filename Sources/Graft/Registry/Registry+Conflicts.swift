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

  mutating func add(_ other: BroughtConflicts) {
    conflicts = (conflicts + other.conflicts.without(conflicts)).inOrderOfDescription
    byName = (byName + other.byName.without(byName)).inOrderOfDescription
  }

  /// Adds the conflicts of a subject.
  ///
  /// - Parameter now: its chains in the program that the change replaces; nil if the subject comes
  ///   with the change.
  fileprivate mutating func add(_ resolved: ResolvedChains, now: () -> ResolvedChains?) {
    let (new, decided) = (resolved.conflicts, resolved.decisionsByName)
    if new.isEmpty && decided.isEmpty { return }
    let now = now()
    add(
      BroughtConflicts(
        conflicts: new.without(now?.conflicts ?? []),
        byName: decided.without(now?.decisionsByName ?? [])))
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
    let known = KnownSubjects(reading, where: canConflict) { name, subject in
      concerned?.contains(name) ?? true || subject.isDeclared(in: arriving)
    }
    let collected = TypeMetadata((any Collected).self)
    var brought = BroughtConflicts()
    for (base, subject) in zip(known.bases, known.conformances) {
      let extended = base.extensibleProtocol
      // A replaced build keeps the extensions that it had for its protocols.
      if program.isOfReplaced(extended) || TypeMetadata(extended.type).refines(collected) {
        continue
      }
      brought.add(ResolvedChains(base, withState { _ in program.memo(of: extended) }, reading)) {
        subject.isDeclared(in: arriving)
          ? nil : ResolvedChains(base, withState { _ in original.memo(of: extended) }, reading)
      }
    }
    return brought
  }

  /// Conflicts in a draft's answers that its original does not have.
  func conflicts(
    in answers: [SubjectAnswer], by draft: Draft, _ reading: ConformanceTable.Reading
  ) -> BroughtConflicts {
    var (brought, original) = (BroughtConflicts(), draft.original)
    for answer in answers {
      brought.add(answer.resolved) {
        let name = answer.base.extensibleProtocol.name
        return ResolvedChains(answer.base, withState { _ in original.memo(of: name) }, reading)
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
