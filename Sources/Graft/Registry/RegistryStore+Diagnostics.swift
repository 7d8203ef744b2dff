// SPDX-License-Identifier: Apache-2.0

/// What is passed over, as of now: nothing is kept that could be right no more.
extension RegistryStore {
  /// By the loader, and for the subjects that were asked about, in the order of their text.
  /// Asks accessors: no lock may be held.
  var diagnostics: [RegistryDiagnostic] {
    let (ofImages, subjects) = withState { state in
      let flaws = state.images.entries.flatMap { entry in
        entry.loaded.flaws.map { RegistryDiagnostic(.flaw($0), image: entry.image) }
      }
      return (flaws, Array(state.asked.values))
    }
    let records = subjects.isEmpty ? nil : ConformanceRecords()
    let ofSubjects = subjects.flatMap { base in
      ResolvedChains(base, snapshot(for: base)).diagnostics + missingLinks(of: base)
        + (records.flatMap { severalConformances(of: base, $0) } ?? [])
    }
    return Set(ofImages + ofSubjects).map { ($0, $0.description) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private func severalConformances(
    of base: any ExtensionBase.Type, _ records: ConformanceRecords
  ) -> [RegistryDiagnostic] {
    guard let modules = base.modules(declaringIn: records) else { return [] }
    let kind = RegistryDiagnostic.Kind.severalConformances(
      subject: SwiftRuntime.name(of: base.subject, isQualified: false),
      protocolName: base.extensibleProtocol.name, modules: modules)
    return [RegistryDiagnostic(kind)]
  }

  /// Of the extensions that could count, those of which the accessor made no link.
  private func missingLinks(of base: any ExtensionBase.Type) -> [RegistryDiagnostic] {
    withState { state in
      (state.withoutLink[ObjectIdentifier(base)] ?? []).compactMap { id in
        let record = self.record(id, &state)
        guard state.images.exclusion(Int(id.image)) == nil,
          !state.blocked.contains(record.registered.name)
        else { return nil }
        return LinkBuilder.MissingLink(record: id, registered: record.registered)
          .diagnostic(for: base)
      }
    }
  }

  /// From now on diagnostics tell of this subject too.
  func noteAsked(_ base: any ExtensionBase.Type) {
    state.withLock { $0.asked[ObjectIdentifier(base)] = base }
  }
}
