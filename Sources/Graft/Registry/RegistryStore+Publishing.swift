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
    defer { releaseQuiescentAdvice() }
    return resolve(base).heads
  }

  private func resolve(
    _ base: any ExtensionBase.Type
  ) -> (chains: ResolvedChains, heads: [LinkAddress], isPublished: Bool) {
    let (version, chains, links) = link(base)
    let isPublished = publish(links, of: chains, version: version)
    if isPublished { Trace.resolve { Resolution(chains).description } }
    return (chains, links.heads, isPublished)
  }

  /// The chains as of a version, and their links.
  private func link(
    _ base: any ExtensionBase.Type
  ) -> (version: UInt64, chains: ResolvedChains, links: AdviceLinks) {
    while true {
      let snapshot = snapshot(for: base)
      let chains = resolved(base, snapshot)
      if Strictness.isStrict { Strictness.stopAtConflict(chains) }
      do throws(LinkBuilder.MissingLink) {
        return (snapshot.version, chains, try LinkBuilder(chains, store: self).makeLinks())
      } catch {
        // Once for each accessor that does so. What stands below it is linked next.
        passOver(error, for: base)
      }
    }
  }

  func passOver(_ missing: LinkBuilder.MissingLink, for base: any ExtensionBase.Type) {
    noteAsked(base)
    state.withLock { state in
      _ = state.withoutLink[ObjectIdentifier(base), default: []].insert(missing.record)
    }
  }

  private func publish(
    _ links: AdviceLinks, of chains: ResolvedChains, version: UInt64
  ) -> Bool {
    let (isPublished, retired) = state.withLock { state -> (Bool, [RetiredBodies.Body]) in
      var publication = Publication(State.Answer.chains(chains, links), version: version)
      while !publication.isOver { publication.advance(in: &state) }
      let isPublished = publication.step == .published
      if !isPublished { state.exchangeAdvice(links, version: version) }
      return (isPublished, state.retiredAdvice.takeNew())
    }
    if !retired.isEmpty { releaseAdvice(of: retired.map(\.slot)) }
    return isPublished
  }

  /// Makes the next call of every subject ask again, if an image may have brought
  /// conformances. Such images announce nothing.
  ///
  /// - Parameter always: also if none has since the last time.
  func noticeConformances(always: Bool = false) {
    // Read before anything is resolved: what comes later is noticed the next time.
    let count = LoadedImages.swiftImageCount
    state.withLock { state in
      // Another thread may have read a later count.
      guard always || count > state.swiftImageCount else { return }
      if always { state.inheritance.end() }
      state.swiftImageCount = max(count, state.swiftImageCount)
      state.version += 1
      state.published.emptyAll()
    }
  }

  /// Whose answers a change may have changed.
  enum Affected {
    case all
    /// By their names, without what qualifies them.
    case protocols(Set<String>)
    /// The subjects of an advice.
    case advised(InstalledAdvice)

    /// Whether another image may count now.
    var concernsImages: Bool { if case .advised = self { false } else { true } }

    func contains(_ base: any ExtensionBase.Type) -> Bool {
      switch self {
      case .all: true
      case .protocols(let names): names.contains(base.extensibleProtocol.name)
      case .advised(let advice): advice.concerns(base)
      }
    }
  }

  /// Changes which extensions count, and publishes anew what that can change.
  ///
  /// - Parameter change: returns what it affects, or nil if it was not possible.
  /// - Returns: the answers that are other ones now, of subjects that were called
  ///   before; nil as `change`.
  func change(_ change: (inout State) -> Affected?) -> [ImageArrival.Change]? {
    // What is affected can be the last that holds an advice, and thus what that has
    // captured: it is given up when the lock is open.
    let (affected, subjects) = withState { state -> (Affected?, [PublishedSubjects.Subject]) in
      guard let affected = change(&state) else { return (nil, []) }
      state.inheritance.end()
      state.version += 1
      if affected.concernsImages { state.countVersion += 1 }
      state.published.emptyOwn()
      return (affected, state.published.subjects.filter { affected.contains($0.base) })
    }
    guard let affected else { return nil }
    if affected.concernsImages { CourierImages.noticeChange() }
    defer { releaseQuiescentAdvice() }
    return subjects.flatMap { subject in
      let (chains, _, isPublished) = resolve(subject.base)
      // Someone else changes something: the next call is to ask.
      if !isPublished { state.withLock { $0.published.empty(subject.base) } }
      return changes(from: subject.answers, to: chains)
    }
  }

  private func changes(from old: [RecordID?], to chains: ResolvedChains) -> [ImageArrival.Change] {
    let extended = chains.base.extensibleProtocol
    let new = chains.answers
    return withState { state in
      extended.requirements.indices.filter { old[$0] != new[$0] }.map { number in
        ImageArrival.Change(
          subject: SwiftRuntime.name(of: chains.base.subject, isQualified: false),
          protocolName: extended.name,
          requirement: extended.requirements[number].name,
          before: old[number].map { self.record($0, &state).registered },
          after: new[number].map { self.record($0, &state).registered })
      }
    }
  }
}
