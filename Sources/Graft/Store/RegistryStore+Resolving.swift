// SPDX-License-Identifier: Apache-2.0

/// A resolution that is under way, with what it starts from.
struct BegunResolution {
  let base: any ExtensionBase.Type
  let snapshot: RegistryStore.Snapshot
  /// The chains by which a change was judged, if there was one.
  let prepared: ResolvedChains?
  /// The number of the chains that the subject had before, if any.
  let number: OrderedCandidates.Number?
  /// Whether it is wanted why extensions do not apply.
  let explains: Bool
}

extension RegistryStore {
  /// What a resolution starts from, as of now.
  ///
  /// - Parameter state: this store's.
  func beginResolution(
    of base: any ExtensionBase.Type, explains: Bool = false, in state: inout State
  ) -> BegunResolution {
    let snapshot = snapshot(for: base, explains: explains, of: &state)
    state.subjects.beginResolution(base)
    return BegunResolution(
      base: base, snapshot: snapshot,
      prepared: explains ? nil : state.prepared.take(base, snapshot.records),
      number: state.published[base]?.number, explains: explains)
  }

  /// Resolves a subject as of now. Calls code of users: no lock may be held.
  func resolved(_ base: any ExtensionBase.Type, explains: Bool = false) -> ResolvedSubject {
    end(withState { beginResolution(of: base, explains: explains, in: &$0) })
  }

  /// Resolves a subject, and keeps what is passed over. Calls code of users: no lock may be
  /// held.
  func end(_ begun: BegunResolution) -> ResolvedSubject {
    let snapshot = begun.snapshot
    let chains =
      begun.prepared
      ?? ResolvedChains.resolve(
        begun.base, snapshot.records, after: begun.number, explains: begun.explains)
    let resolved = ResolvedSubject(chains, snapshot)
    state.withLock { state in
      if begun.prepared == nil { state.resolutionCount += 1 }
      state.subjects.endResolution(resolved, version: snapshot.version)
    }
    return resolved
  }

  /// Who answers for the subject of a base class, and why the others do not.
  func resolution(of base: any ExtensionBase.Type) -> ExtensionResolution {
    ConformanceTable.update()
    return ExtensionResolution(resolved(base, explains: true))
  }
}
