// SPDX-License-Identifier: Apache-2.0

/// Changes that are noted under the lock, and reported in their order without it.
struct News: ~Copyable {
  /// The copy for debuggers; nil for registries of tests.
  var debug: DebugState?
  var feed = ChangeFeed()
  private var traced: [String] = []
  private var probed: [() -> Void] = []

  init(debug: DebugState?) {
    self.debug = debug
  }

  /// News to report without the lock: standard error can be a full pipe, a tracer can
  /// stop at a probe, and a reader runs executors' code.
  struct Taken {
    fileprivate let traced: [String]
    fileprivate let probed: [() -> Void]
    fileprivate let deliveries: [ChangeFeed.Delivery]

    func deliver() {
      Trace.complain()
      for line in traced { Trace.write(line) }
      for probe in probed { probe() }
      for (waiting, change) in deliveries { waiting.resume(returning: change) }
    }
  }

  mutating func note(_ change: RegistryChange) {
    let row = tell(change)
    if let line = Trace.text(of: row) { traced.append(line) }
  }

  /// Notes an image that the loader entered.
  ///
  /// `load` reports its images when it accepts them.
  mutating func noteArrival(of entry: ImageTable.Entry) {
    if let text = Trace.text(of: Event.entered(entry).row) { traced.append(text) }
    if entry.state == .active { tell(.arrived(entry.image)) }
  }

  /// Tells tracers and readers of a change.
  @discardableResult
  private mutating func tell(_ change: RegistryChange) -> Event.Row {
    let row = Event.change(change).row
    if let probe = row.probe { probed.append(probe) }
    if !feed.isEmpty { feed.note(change) }
    return row
  }

  mutating func take() -> Taken {
    let taken = Taken(traced: traced, probed: probed, deliveries: feed.takeDeliveries())
    if !traced.isEmpty { traced = [] }
    if !probed.isEmpty { probed = [] }
    return taken
  }
}

extension Registry {
  /// Notes an event that changes nothing in the registry.
  func note(_ change: RegistryChange) { withState { $0.news.note(change) } }
}
