// SPDX-License-Identifier: Apache-2.0

/// A change that lets more extensions count, before it is made: it can be refused.
enum Proposal {
  case accept(OpenedImages)
  case transition(ImageState.Transition, of: Int)
  case unblock(String)

  /// - Returns: what of the state it can change.
  fileprivate func apply(
    to images: inout ImageTable, _ blocked: inout Set<String>, of state: RegistryStore.State
  ) -> RegistryStore.Affected {
    switch self {
    case .accept(let opened):
      return RegistryStore.affected(by: opened.judged + images.accept(opened), state)
    case .transition(let transition, let number):
      return RegistryStore.affected(by: images.apply(transition, to: number) ?? [], state)
    case .unblock(let name):
      blocked.remove(name)
      return state.affected(byExtensionsNamed: name)
    }
  }
}

extension RegistryStore {
  /// The conflicts that a change would bring for subjects in use. Their chains are kept for the
  /// change.
  func newConflicts(if proposal: Proposal) -> [RegistryDiagnostic] {
    ConformanceTable.update()
    let (subjects, records, conformanceCount) = withState { state in
      var (images, blocked) = (state.images, state.blocked)
      let affected = proposal.apply(to: &images, &blocked, of: state)
      var subjects = state.published.subjects(affected)
      state.forgetNumbers(&subjects)
      var records: [String: ProtocolRecords] = [:]
      for name in Set(subjects.map { $0.base.extensibleProtocol.name }) {
        records[name] = ProtocolRecords(
          state.records(of: name, if: images, blocked),
          after: state.counting[name]?.extensions)
      }
      return (subjects, records, ConformanceTable.countUnderLock)
    }
    let then = subjects.map { subject in
      ResolvedChains.resolve(
        subject.base, records[subject.base.extensibleProtocol.name]!, after: subject.number)
    }
    state.withLock { state in
      state.resolutionCount += then.count
      state.prepared = PreparedChains(then, of: records, conformanceCount: conformanceCount)
    }
    return zip(subjects, then).flatMap { subject, then in
      conflicts(of: then, besides: subject)
    }.inOrderOfDescription
  }

  private func conflicts(
    of chains: ResolvedChains, besides subject: PublishedSubjects.Subject
  ) -> [RegistryDiagnostic] {
    let new = chains.conflicts.filter { !subject.conflicts.contains($0) }
    guard !new.isEmpty else { return [] }
    // What was published can be older than conformances that are there already.
    let now = ResolvedChains.resolve(subject.base, snapshot(for: subject.base).records).conflicts
    return new.filter { !now.contains($0) }
  }

  /// The version of what counts. A judgement holds as long as it stays the same.
  var countVersion: UInt64 { withState { $0.countVersion } }
}
