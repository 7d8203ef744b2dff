// SPDX-License-Identifier: Apache-2.0

/// What has happened and was not told yet. It is noted under the lock, in the order in which it
/// happens, and told when the lock is open.
struct News {
  var feed = ChangeFeed()
  private var traced: [String] = []

  /// What to tell with no lock held: standard error can be a pipe that is full, and a reader runs
  /// code of executors.
  struct Taken {
    fileprivate let traced: [String]
    fileprivate let deliveries: [ChangeFeed.Delivery]

    func deliver() {
      Trace.complain()
      for line in traced { Trace.write(line) }
      for delivery in deliveries { delivery.make() }
    }
  }

  mutating func note(_ change: RegistryChange) {
    if Trace.isOn(.load), let line = Trace.change(change) { traced.append(line) }
    if !feed.isEmpty { feed.note(change) }
  }

  /// Notes an image that the loader entered. `load` tells of those that it opens when it accepts
  /// them.
  mutating func noteArrival(of entry: ImageTable.Entry) {
    if Trace.isOn(.load) { traced.append(Trace.entered(entry)) }
    if entry.state == .active, !feed.isEmpty { feed.note(.arrived(entry.image)) }
  }

  mutating func take() -> Taken {
    let taken = Taken(traced: traced, deliveries: feed.takeDeliveries())
    if !traced.isEmpty { traced = [] }
    return taken
  }
}

/// Readers of what happens.
extension Registry {
  /// Tells of what changed nothing here.
  func note(_ change: RegistryChange) { withState { $0.news.note(change) } }

  /// - Parameter capacity: how many changes are kept for a reader that is slow.
  /// - Returns: the number of a reader who is told of what happens from now on.
  func openReader(capacity: Int) -> UInt64 { withState { $0.news.feed.open(capacity: capacity) } }

  func closeReader(_ number: UInt64) {
    let news = state.withLock { state in
      state.news.feed.close(number)
      return state.news.take()
    }
    news.deliver()
  }

  /// - Returns: true for the first who asks.
  func claimReader(_ number: UInt64) -> Bool { state.withLock { $0.news.feed.claim(number) } }

  /// The next change for a reader, also one that it has to wait for; nil if it was closed.
  func nextChange(
    of number: UInt64, isolation: isolated (any Actor)?
  ) async -> RegistryChange? {
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { waiting in
        withState { $0.news.feed.read(number, ChangeFeed.Waiting(waiting)) }
      }
    } onCancel: {
      closeReader(number)
    }
  }
}
