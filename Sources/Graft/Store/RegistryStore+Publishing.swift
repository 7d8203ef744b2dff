// SPDX-License-Identifier: Apache-2.0

/// Take a snapshot, compute without the lock, publish if nothing has changed
/// meanwhile.
extension RegistryStore {
  /// Resolves the protocol's requirements for the subject of a base class, and
  /// publishes what calls go to from now on, unless it has changed meanwhile: then
  /// the next call asks again, and this one has an answer that was right when it
  /// looked. So no call waits for those who change something.
  ///
  /// - Returns: the head for each requirement.
  func head(_ base: any ExtensionBase.Type) -> [LinkAddress] {
    // Before anything is resolved: what comes later is noticed the next time.
    ConformanceTable.update()
    defer { interceptors?.releaseUnused() }
    let (standing, begun) = withState { state -> ([LinkAddress]?, BegunResolution?) in
      state.emptyWhatConformancesConcern()
      state.publishAgain()
      // An image that does not concern it may have taken it out, and now it is back.
      if let standing = state.published.standing(base) { return (standing, nil) }
      return (nil, beginResolution(of: base, in: &state))
    }
    return standing ?? resolve(begun!).heads
  }

  private func resolve(
    _ begun: BegunResolution
  ) -> (chains: ResolvedChains, heads: [LinkAddress], isPublished: Bool) {
    let base = begun.base
    let (version, resolved, links) = link(begun)
    let isPublished = publish(.chains(resolved.chains, links), version: version)
    if isPublished { Trace.resolve { resolution(of: base).description } }
    return (resolved.chains, links.heads, isPublished)
  }

  /// The chains as of a version, and their links.
  private func link(
    _ begun: BegunResolution
  ) -> (version: UInt64, resolved: ResolvedSubject, links: PublishedHeads) {
    let base = begun.base
    var begun = begun
    while true {
      let resolved = end(begun)
      if Strictness.isStrict { Strictness.stopAtConflict(resolved.chains) }
      do throws(MissingLink) {
        let links = try LinkBuilder(resolved, store: self).makeLinks()
        return (begun.snapshot.version, resolved, links)
      } catch {
        // Once for each accessor that does so. What stands below it is linked next.
        passOver(error, for: base)
        begun = withState { beginResolution(of: base, in: &$0) }
      }
    }
  }

  func passOver(_ missing: MissingLink, for base: any ExtensionBase.Type) {
    state.withLock { $0.subjects.passOver(missing, for: base) }
  }

  /// - Returns: whether it is published. If not, the links run it for the call that asked.
  @discardableResult
  func publish(_ answer: State.Answer, version: UInt64) -> Bool {
    let (isPublished, deliveries) = state.withLock { state in
      state.publishAgain()
      // A cell would show answers with this one that nobody has looked at.
      guard !state.isToPublishAgain else {
        answer.intercepted?.exchange(version: version)
        return (false, [ChangeFeed.Delivery]())
      }
      var publication = Publication(answer, version: version)
      while !publication.isOver { publication.advance(in: &state) }
      if publication.step != .published { answer.intercepted?.exchange(version: version) }
      return (publication.step == .published, state.feed.takeDeliveries())
    }
    for delivery in deliveries { delivery.make() }
    answer.intercepted?.release()
    return isPublished
  }

  /// Makes the next calls of those subjects ask again whose answers conformances can change
  /// that an image has brought. Such images announce nothing.
  ///
  /// - Parameter always: of all subjects, also if none has since the last time.
  func noticeConformances(always: Bool = false) {
    // Before anything is resolved: what comes later is noticed the next time.
    ConformanceTable.update()
    state.withLock { state in
      state.emptyWhatConformancesConcern()
      guard always else { return }
      state.inheritance.end()
      state.version += 1
      state.published.emptyAll()
    }
  }

  /// Whose answers a change may have changed.
  enum Affected {
    case all
    /// By their names, without what qualifies them.
    case protocols(Set<String>)
    /// Those for which something else is to stand in front of chains.
    case intercepted(where: (any ExtensionBase.Type) -> Bool)

    /// Whether another image or extension may count now.
    var concernsCount: Bool { if case .intercepted = self { false } else { true } }

    func contains(_ base: any ExtensionBase.Type) -> Bool {
      switch self {
      case .all: true
      case .protocols(let names): names.contains(base.extensibleProtocol.name)
      case .intercepted(let isConcerned): isConcerned(base)
      }
    }
  }

  /// Changes which extensions count, and publishes anew what that can change.
  ///
  /// - Parameter change: returns what it affects, or nil if it was not possible.
  /// - Returns: the answers that are other ones now, of subjects that were called
  ///   before; nil as `change`.
  func change(_ change: (inout State) -> Affected?) -> [ImageArrival.Change]? {
    // What is affected can be the last that holds what stood in front of chains, and thus
    // what that has captured: it is given up when the lock is open.
    ConformanceTable.update()
    let (affected, subjects) = withState { state -> (Affected?, [PublishedSubjects.Subject]) in
      guard let affected = change(&state) else { return (nil, []) }
      state.inheritance.end()
      state.version += 1
      if affected.concernsCount { state.countVersion += 1 }
      state.forgetCounting(affected)
      state.published.emptyOwn(where: affected.contains)
      let others = state.noticeConformances().filter { !affected.contains($0.base) }
      state.publishAgain()
      return (affected, state.published.subjects(affected) + others)
    }
    guard let affected else { return nil }
    if affected.concernsCount { tellObservers() }
    defer {
      state.withLock { $0.prepared = PreparedChains() }
      interceptors?.releaseUnused()
    }
    return subjects.flatMap { subject in
      let (chains, _, isPublished) = resolve(
        withState { beginResolution(of: subject.base, in: &$0) })
      // Someone else changes something: the next call is to ask.
      if !isPublished { state.withLock { $0.published.empty(subject.base) } }
      return withState { $0.changes(from: subject.answers, to: chains) }
    }
  }

}
