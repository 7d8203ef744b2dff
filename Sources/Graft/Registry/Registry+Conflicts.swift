// SPDX-License-Identifier: Apache-2.0

extension Registry {
  /// The conflicts that a draft would bring for the types that loaded images declare
  /// to conform, whether they were called or not.
  ///
  /// Subclasses of such types are not looked at by themselves.
  ///
  /// Asks accessors: no lock may be held.
  func conflicts(
    by draft: Draft, _ reading: ConformanceTable.Reading
  ) -> [RegistryDiagnostic] {
    var (program, original) = (draft.program, draft.original)
    // A single extension is in no conflict.
    func canConflict(_ name: String) -> Bool {
      withState { _ in program.memo(of: name).extensions.count > 1 }
    }
    let known: KnownSubjects
    switch draft.affected {
    case .advised: return []
    case .all: known = KnownSubjects(reading, where: canConflict)
    case .protocols(let names):
      let concerned = names.filter(canConflict)
      if concerned.isEmpty { return [] }
      known = KnownSubjects(reading) { concerned.contains($0) }
    }
    let collected = TypeMetadata((any Collected).self)
    return known.bases.flatMap { base -> [RegistryDiagnostic] in
      let (name, type) = (base.extensibleProtocol.name, base.extensibleProtocol.type)
      if TypeMetadata(type).refines(collected) { return [] }
      let new = ResolvedChains(base, withState { _ in program.memo(of: name) }, reading).conflicts
      if new.isEmpty { return [] }
      let now = ResolvedChains(base, withState { _ in original.memo(of: name) }, reading).conflicts
      return new.filter { !now.contains($0) }
    }.inOrderOfDescription
  }
}
