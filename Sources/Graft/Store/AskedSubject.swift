// SPDX-License-Identifier: Apache-2.0

/// A subject that was asked about, and what was passed over for it the last time.
struct AskedSubject {
  let base: any ExtensionBase.Type
  /// The version of the state that this was found in.
  private(set) var version: UInt64?
  private(set) var diagnostics: [RegistryDiagnostic] = []
  /// Resolutions that are under way, whose predicates may ask for diagnostics.
  private(set) var resolutionCount = 0

  init(_ base: any ExtensionBase.Type) { self.base = base }

  mutating func begin() { resolutionCount += 1 }

  mutating func end(_ resolved: ResolvedSubject, version: UInt64) {
    resolutionCount -= 1
    (diagnostics, self.version) = (resolved.diagnostics, version)
  }
}

extension RegistryStore {
  /// Resolves a subject, and keeps what is passed over. Calls code of users: no lock may be
  /// held.
  func resolved(
    _ base: any ExtensionBase.Type, _ snapshot: Snapshot, explains: Bool = false
  ) -> ResolvedSubject {
    let (prepared, number) = state.withLock { state in
      state.subjects.beginResolution(base)
      return (
        explains ? nil : state.prepared.take(base, snapshot.records),
        state.published[base]?.number
      )
    }
    let chains =
      prepared
      ?? ResolvedChains.resolve(base, snapshot.records, after: number, explains: explains)
    let resolved = ResolvedSubject(chains, snapshot)
    state.withLock { state in
      if prepared == nil { state.resolutionCount += 1 }
      state.subjects.endResolution(resolved, version: snapshot.version)
    }
    return resolved
  }

  /// Who answers for the subject of a base class, and why the others do not.
  func resolution(of base: any ExtensionBase.Type) -> Resolution {
    ConformanceTable.update()
    return Resolution(resolved(base, snapshot(for: base, explains: true), explains: true))
  }
}
