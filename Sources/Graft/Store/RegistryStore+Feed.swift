// SPDX-License-Identifier: Apache-2.0

/// Telling of what happens. It is noted under the lock, in the order in which it happens, and
/// handed out when the lock is open.
extension RegistryStore {
  /// - Parameter capacity: how many changes are kept for a reader that is slow.
  /// - Returns: the number of a reader who is told of what happens from now on.
  func openReader(capacity: Int) -> UInt64 {
    withState { $0.feed.open(capacity: capacity) }
  }

  func closeReader(_ number: UInt64) {
    let deliveries = state.withLock { state in
      state.feed.close(number)
      return state.feed.takeDeliveries()
    }
    for delivery in deliveries { delivery.make() }
  }

  /// - Returns: true for the first who asks.
  func claimReader(_ number: UInt64) -> Bool {
    state.withLock { $0.feed.claim(number) }
  }

  /// The next change for a reader, also one that it has to wait for; nil if it was closed.
  func nextChange(
    of number: UInt64, isolation: isolated (any Actor)?
  ) async -> RegistryChange? {
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { waiting in
        withState { $0.feed.read(number, ChangeFeed.Waiting(waiting)) }
      }
    } onCancel: {
      closeReader(number)
    }
  }

  /// Tells of what changed nothing here.
  func note(_ change: RegistryChange) {
    withState { state in
      if !state.feed.isEmpty { state.feed.note(change) }
    }
  }
}

extension RegistryStore.State {
  /// Tells of images whose state has changed.
  ///
  /// - Parameter accepted: of these, those that `load` accepted.
  mutating func noteStates(of numbers: [Int], accepted: [Int] = []) {
    guard !feed.isEmpty else { return }
    for number in numbers {
      let entry = images[number]
      switch entry.state {
      case .active where accepted.contains(number): feed.note(.arrived(entry.image))
      case .active: feed.note(.reinstated(entry.image))
      case .withdrawn: feed.note(.withdrawn(entry.image))
      case .superseded:
        if let newer = entry.successor {
          feed.note(.superseded(entry.image, by: images[newer].image))
        }
      case .rolledBack: feed.note(.rolledBack(entry.image))
      // What is refused, `load` tells with the reason.
      case .staged, .refused: break
      }
    }
  }

  /// Tells of an image that was linked, or came by `dlopen`. Of others `load` does when it
  /// accepts them.
  mutating func noteArrival(of number: Int) {
    if !feed.isEmpty, images.counts(number) { feed.note(.arrived(images[number].image)) }
  }

  /// Tells of answers that are other ones than were published before.
  mutating func noteAnswers(from old: [RecordID?]?, to chains: ResolvedChains) {
    guard !feed.isEmpty, let old else { return }
    for change in changes(from: old, to: chains) { feed.note(.answered(change)) }
  }

  mutating func changes(
    from old: [RecordID?], to chains: ResolvedChains
  ) -> [ImageArrival.Change] {
    let extended = chains.extended
    let new = chains.answers
    return extended.requirements.indices.filter { old[$0] != new[$0] }.map { number in
      ImageArrival.Change(
        subject: SwiftRuntime.name(of: chains.base.subject, isQualified: false),
        protocolName: extended.name,
        requirement: extended.requirements[number].name,
        before: old[number].map { index.record($0, of: images).registered },
        after: new[number].map { index.record($0, of: images).registered })
    }
  }
}
