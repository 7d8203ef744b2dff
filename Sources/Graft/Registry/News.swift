// SPDX-License-Identifier: Apache-2.0

/// Changes that are noted under the lock, and reported in their order without it.
struct News: ~Copyable {
  var feed = ChangeFeed()
  private var traced: [String] = []

  /// News to report without the lock: standard error can be a full pipe, and a reader
  /// runs executors' code.
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

  /// Notes an image that the loader entered.
  ///
  /// `load` reports its images when it accepts them.
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

// Readers of changes.
extension Registry {
  /// Notes an event that changes nothing in the registry.
  func note(_ change: RegistryChange) { withState { $0.news.note(change) } }

  /// Opens a reader of the changes from now on.
  ///
  /// - Parameter capacity: the number of changes to keep for a slow reader.
  /// - Returns: the reader's number.
  func openReader(capacity: Int) -> UInt64 { withState { $0.news.feed.open(capacity: capacity) } }

  func closeReader(_ number: UInt64) {
    let news = state.withLock { state in
      state.news.feed.close(number)
      return state.news.take()
    }
    news.deliver()
  }

  /// Claims a reader for an iterator.
  ///
  /// - Returns: true the first time.
  func claimReader(_ number: UInt64) -> Bool { state.withLock { $0.news.feed.claim(number) } }

  /// Waits for the reader's next change; nil if the reader was closed.
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
