// SPDX-License-Identifier: Apache-2.0

/// A change that lets more extensions count, before it is made: it can be refused.
enum Proposal {
  case accept(OpenedImages)
  case transition(ImageState.Transition, of: Int)
  case unblock(String)

  /// - Returns: the numbers of the images whose state changes; nil if any may be concerned.
  func apply(to images: inout ImageTable, _ blocked: inout Set<String>) -> [Int]? {
    switch self {
    case .accept(let opened): return opened.judged + images.accept(opened)
    case .transition(let transition, let number): return images.apply(transition, to: number) ?? []
    case .unblock(let name):
      blocked.remove(name)
      return nil
    }
  }
}

extension RegistryStore {
  /// The conflicts that a change would bring for subjects in use.
  func newConflicts(if proposal: Proposal) -> [RegistryDiagnostic] {
    let subjects = withState { state in
      var (images, blocked) = (state.images, state.blocked)
      let names = proposal.apply(to: &images, &blocked).map { Self.protocolNames(of: $0, state) }
      return state.published.subjects.filter {
        names?.contains($0.base.extensibleProtocol.name) ?? true
      }
    }
    return subjects.flatMap { subject in
      let now = ResolvedChains(subject.base, snapshot(for: subject.base))
      let then = ResolvedChains(subject.base, snapshot(for: subject.base, if: proposal))
      return then.conflicts.filter { !now.conflicts.contains($0) }
    }.sorted { $0.description < $1.description }
  }

  /// Of what counts. A judgement holds as long as it stays the same.
  var countVersion: UInt64 { withState { $0.countVersion } }
}

/// What came of judging a change and then making it.
enum Judged<Outcome> {
  case made(Outcome)
  case refused([RegistryDiagnostic])
  /// Not in the state that things are in.
  case impossible
}

extension RegistryStore {
  /// Where others change what counts all the time, nothing is judged for ever. A conflict
  /// that then came in between is a diagnostic only.
  static let judgementLimit = 16

  /// Makes a change, unless it would bring a conflict for a subject that is in use.
  ///
  /// - Parameter make: makes it, if what counts is still of the version that it is given;
  ///   of whichever, if that is nil.
  func judge<Outcome>(
    _ proposal: Proposal, allowingConflicts: Bool, make: (UInt64?) -> Attempt<Outcome>
  ) -> Judged<Outcome> {
    for number in 1...Self.judgementLimit {
      let countVersion = countVersion
      let conflicts = allowingConflicts ? [] : newConflicts(if: proposal)
      guard conflicts.isEmpty else { return .refused(conflicts) }
      let isLast = allowingConflicts || number == Self.judgementLimit
      switch make(isLast ? nil : countVersion) {
      case .made(let outcome): return .made(outcome)
      case .impossible: return .impossible
      case .outdated: continue
      }
    }
    return .impossible
  }

  /// What came of one attempt at a change.
  enum Attempt<Outcome> {
    case made(Outcome)
    case impossible
    /// Something else counts by now.
    case outdated
  }

  /// - Parameter countVersion: what the change was judged by; nil where that does not matter.
  func attempt(
    judgedBy countVersion: UInt64?, _ body: (inout State) -> Affected?
  ) -> Attempt<[ImageArrival.Change]> {
    var isOutdated = false
    let changes = change { state in
      isOutdated = countVersion.map { $0 != state.countVersion } ?? false
      return isOutdated ? nil : body(&state)
    }
    return changes.map { .made($0) } ?? (isOutdated ? .outdated : .impossible)
  }
}
