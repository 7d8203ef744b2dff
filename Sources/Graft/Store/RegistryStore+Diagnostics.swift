// SPDX-License-Identifier: Apache-2.0

/// What is passed over, as of now: nothing is kept that could be right no more.
extension RegistryStore {
  /// By the loader, and for the subjects that were asked about, in the order of their text.
  /// Asks accessors about subjects for which something has changed: no lock may be held.
  var diagnostics: [RegistryDiagnostic] {
    let (ofImages, subjects, version) = withState { state in
      let flaws = state.images.entries.flatMap { entry in
        entry.loaded.flaws.map { RegistryDiagnostic(.flaw($0), image: entry.image) }
      }
      return (flaws, state.subjects.all, state.version)
    }
    let ofSubjects = subjects.flatMap { subject in
      passedOver(for: subject, version: version) + missingLinks(of: subject.base)
    }
    ConformanceTable.update()
    let unread = ConformanceTable.unreadImages.map { path, reason in
      RegistryDiagnostic(
        .unreadConformances(path: LoadedImages.displayPath(path), reason: reason))
    }
    let all = ofImages + unread + ofSubjects + severalConformances(of: subjects.map(\.base))
    return all.distinct
  }

  /// While a subject is being resolved, its predicates can ask this: then it is what it was
  /// before.
  private func passedOver(for subject: AskedSubject, version: UInt64) -> [RegistryDiagnostic] {
    if subject.version == version || subject.resolutionCount > 0 { return subject.diagnostics }
    return resolved(subject.base).diagnostics
  }

  private func severalConformances(
    of bases: [any ExtensionBase.Type]
  ) -> [RegistryDiagnostic] {
    guard !bases.isEmpty else { return [] }
    let imageCount = LoadedImages.swiftImageCount
    var known = state.withLock { $0.subjects.duplicates }
    if known.imageCount != imageCount {
      known = DuplicateConformances(ConformanceRecords(), imageCount: imageCount)
      state.withLock { $0.subjects.duplicates = known }
    }
    return bases.compactMap { base in
      guard let modules = known.modules(of: base) else { return nil }
      return RegistryDiagnostic(
        .severalConformances(
          subject: SwiftRuntime.name(of: base.subject, isQualified: false),
          protocolName: base.extensibleProtocol.name, modules: modules))
    }
  }

  /// Of the extensions that could count, those of which the accessor made no link.
  private func missingLinks(of base: any ExtensionBase.Type) -> [RegistryDiagnostic] {
    withState { state in
      state.subjects.withoutLink(base).compactMap { id in
        let record = state.index.record(id, of: state.images)
        guard state.images.exclusion(Int(id.image)) == nil,
          !state.blocked.contains(record.registered.name)
        else { return nil }
        return MissingLink(record: id, registered: record.registered)
          .diagnostic(for: base)
      }
    }
  }
}

extension [RegistryDiagnostic] {
  /// Each once, in the order of their descriptions, which several can have in common.
  var distinct: [RegistryDiagnostic] {
    inOrderOfDescription.reduce(into: []) { found, next in
      let alike = found.reversed().prefix { $0.description == next.description }
      if !alike.contains(next) { found.append(next) }
    }
  }
}
