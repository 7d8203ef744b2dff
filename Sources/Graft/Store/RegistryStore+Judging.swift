// SPDX-License-Identifier: Apache-2.0

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
