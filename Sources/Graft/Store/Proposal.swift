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
      let now = ResolvedChains(subject.base, snapshot(for: subject.base).records)
      let then = ResolvedChains(
        subject.base, snapshot(for: subject.base, if: proposal).records)
      return then.conflicts.filter { !now.conflicts.contains($0) }
    }.sorted { $0.description < $1.description }
  }

  /// The version of what counts. A judgement holds as long as it stays the same.
  var countVersion: UInt64 { withState { $0.countVersion } }
}
