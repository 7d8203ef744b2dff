// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

extension Registry {
  /// The current diagnostics of the loader and of known subjects, in the order of
  /// their texts.
  ///
  /// Asks accessors: no lock may be held.
  var diagnostics: [RegistryDiagnostic] {
    let (ofImages, subjects, version, reading) = catchUp { state, reading in
      let flaws = state.program.images.entries.flatMap { entry in
        entry.loaded.flaws.map { RegistryDiagnostic(.flaw($0), image: entry.image) }
      }
      return (flaws, state.resolved.all, state.program.version, reading)
    }
    let ofSubjects = subjects.flatMap { passedOver(for: $0, version: version, reading) }
    let unread = ConformanceTable.unreadImages.map { path, reason in
      RegistryDiagnostic(
        .unreadConformances(path: LoadedImages.displayPath(path), reason: reason))
    }
    let all =
      ofImages + unread + ofSubjects + severalConformances(of: subjects.map(\.base), reading)
    return all.distinct
  }

  /// The diagnostics of a subject.
  ///
  /// Returns the last ones while the subject is being resolved, since its predicates
  /// can ask for them.
  private func passedOver(
    for subject: ResolvedSubjects.Subject, version: UInt64, _ reading: ConformanceTable.Reading
  ) -> [RegistryDiagnostic] {
    if subject.version == version || subject.resolutionCount > 0 { return subject.diagnostics }
    let (resolved, advice) = resolve(withState { $0.question(subject.base, reading) })
    return resolved.diagnostics + (advice?.diagnostics ?? [])
  }

  /// The conformances of subjects that several modules declare.
  private func severalConformances(
    of bases: [any ExtensionBase.Type], _ reading: ConformanceTable.Reading
  ) -> [RegistryDiagnostic] {
    guard !bases.isEmpty else { return [] }
    let imageCount = graft_swift_image_count()
    var known = state.withLock { $0.resolved.duplicates }
    if known.imageCount != imageCount {
      known = (imageCount, ConformanceRecords(reading).duplicates)
      state.withLock { $0.resolved.duplicates = known }
    }
    if known.modules.count == 0 { return [] }
    return bases.compactMap { base in
      guard let extended = base.extensibleProtocol.descriptor,
        let type = TypeMetadata(base.subject).descriptor,
        let modules = known.modules[ConformanceRecords.Declaration(type, extended)]
      else { return nil }
      return RegistryDiagnostic(
        .severalConformances(
          subject: base.subjectName, protocolName: base.extensibleProtocol.name, modules: modules))
    }
  }
}

extension [RegistryDiagnostic] {
  /// The diagnostics without repetitions, in the order of their descriptions.
  var distinct: [RegistryDiagnostic] {
    inOrderOfDescription.reduce(into: []) { found, next in
      let alike = found.reversed().prefix { $0.description == next.description }
      if !alike.contains(where: { $0 == next }) { found.append(next) }
    }
  }
}
