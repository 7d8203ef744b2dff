// SPDX-License-Identifier: Apache-2.0

/// What has been taken in from the loader, what counts of it, what has been published, and
/// the links. No code of users runs while its lock is held.
///
/// The process has one that generated code asks, and a test can make others. Each lives as
/// long as the process once it has made a link.
final class RegistryStore: Sendable {
  /// The records of one protocol's name, and the version of the state they are of.
  struct Snapshot {
    let version: UInt64
    let records: ProtocolRecords
    let interceptors: (any InterceptorSnapshot)?
  }

  let state: Guarded<State>
  let interceptors: (any Interceptors)?
  /// Raised when an image was told that it comes to count, or ceases to.
  let turns = Signal()
  private let observers = Guarded<[@Sendable () -> Void]>([])

  init(source: ImageSource = .process, interceptors: (any Interceptors)? = nil) {
    state = Guarded(State(source))
    self.interceptors = interceptors
  }

  // MARK: Taking in

  /// Runs with the lock held, on what the loader has by now.
  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, trace, deliveries) = state.withLock { state in
      takeIn(&state)
      return (body(&state), state.trace.take(), state.feed.takeDeliveries())
    }
    trace.write()
    for delivery in deliveries { delivery.make() }
    return result
  }

  private func takeIn(_ state: inout State) {
    // Read before the images: one that arrives in between is taken in twice, not
    // missed.
    let arrivalCount = state.source.arrivalCount()
    guard arrivalCount != state.arrivalCount else { return }
    let areFirst = state.images.entries.isEmpty
    var arrived: [Int] = []
    for loaded in state.source.images(state.images.entries.last?.loaded) {
      let number = state.images.add(loaded)
      if state.images[number].state == .active { state.countVersion += 1 }
      state.index.add(loaded, number: number)
      state.trace.noteArrival(of: state.images[number])
      state.noteArrival(of: number)
      arrived.append(number)
    }
    state.arrivalCount = arrivalCount
    state.version += 1
    // One that was there already has told that Swift knows its types now. Before the first
    // ones nobody was answered, whom they could affect.
    let affected =
      arrived.isEmpty || areFirst
      ? .all : Self.affected(by: arrived.filter { state.images.counts($0) }, state)
    state.forgetCounting(affected)
    state.published.noteArrival(affected)
    state.isToPublishAgain = true
    state.publishAgain()
  }

  // MARK: What was loaded

  /// The records whose protocol has the name of a base class's.
  func snapshot(for base: any ExtensionBase.Type) -> Snapshot {
    withState { snapshot(for: base, explains: false, of: &$0) }
  }

  /// - Parameters:
  ///   - explains: also those that do not count.
  ///   - state: this store's.
  func snapshot(
    for base: any ExtensionBase.Type, explains: Bool, of state: inout State
  ) -> Snapshot {
    let counting = state.counting(of: base.extensibleProtocol.name)
    let withoutLink = state.subjects.withoutLink(base)
    let records =
      explains
      ? ProtocolRecords(state.explainedRecords(of: base))
      : withoutLink.isEmpty
        ? counting.extensions
        : ProtocolRecords(counting.extensions.all.filter { !withoutLink.contains($0.id) })
    return Snapshot(
      version: state.version, records: records,
      interceptors: interceptors?.snapshot(
        for: base,
        withoutLink.isEmpty
          ? counting.interceptors
          : counting.interceptors.filter { !withoutLink.contains($0.id) }))
  }

  // MARK: Links

  /// The link that ends the chains of a base class's subject: of the base class itself, which
  /// goes on to the next link for each requirement, and there is none.
  func finalLink(of base: any ExtensionBase.Type) -> LinkAddress {
    let (known, end) = state.withLock { state in
      (state.links.finalLink(of: base), self.end(&state))
    }
    if let known { return known }
    let link = base.init(end.seat(of: base, base.extensibleProtocol.requirements.count))
    return state.withLock { $0.links.keep(link, endingChainsOf: base) }
  }

  /// What final links ask. That keeps this store, as the links live for ever.
  ///
  /// - Parameter state: this store's.
  func end(_ state: inout State) -> ChainEnd {
    state.links.end { ChainEnd { [self] base, number in stop(at: base, number) } }
  }

  /// Ends the process: nothing implements the requirement.
  func stop(at base: any ExtensionBase.Type, _ requirement: Int) -> Never {
    let name = base.extensibleProtocol.requirements[requirement].name
    fatalError("\n" + resolution(of: base).unansweredMessage(name))
  }

  /// The link of this key, if it was made before.
  func link(_ key: LinkTable.Key) -> LinkAddress? {
    state.withLock { $0.links[key] }
  }

  /// The link of a record, made if there is none.
  func link(
    _ key: LinkTable.Key, of record: RecordID, _ registered: RegisteredExtension,
    make: (LinkSeat) -> ExtensionLink?
  ) throws(MissingLink) -> LinkAddress {
    if let link = link(key) { return link }
    let seat = LinkSeat.allocate(key.successors)
    guard let link = make(seat) else {
      seat.deallocate()
      throw MissingLink(record: record, registered: registered)
    }
    return keep(link, as: key)
  }

  /// Keeps a new link, unless another thread has made the same meanwhile.
  func keep(_ link: ExtensionLink, as key: LinkTable.Key) -> LinkAddress {
    state.withLock { $0.links.keep(link, as: key) }
  }

  // MARK: Who wants to know

  /// - Parameter observer: called after each change of which images and extensions count,
  ///   with no lock held.
  func whenCountChanges(_ observer: @escaping @Sendable () -> Void) {
    observers.withLock { $0.append(observer) }
  }

  func tellObservers() {
    for observer in observers.withLock({ $0 }) { observer() }
  }
}
