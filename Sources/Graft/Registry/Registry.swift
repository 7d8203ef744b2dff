// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The program, its published answers, and the links.
///
/// No users' code runs while the lock is held.
///
/// - A **call** without an answer resolves its question without the lock, and publishes the answer
///   unless the program has changed (`Registry+Answering.swift`).
/// - A **change** edits a copy of the program, answers the affected subjects in use, and replaces
///   the program unless somebody refuses (`Registry+Changing.swift`).
/// - An **arrival** of an image that the loader entered is taken in by the next holder of the lock.
///
/// Generated code asks one registry, and tests can make others. A registry that has made a link is
/// never freed.
final class Registry: Sendable {
  struct State: ~Copyable {
    let source: ImageSource
    var program: Program
    var published = PublishedSubjects()
    var resolved = ResolvedSubjects()
    var advice = AdviceTable()
    var lifecycles = LifecycleTable()
    var inheritance = Inheritance()
    /// The builds that threads are mapping.
    var claims: [(file: FileState, thread: UInt, forkCount: UInt64)] = []
    var news: News
  }

  let state: Guarded<State>
  let links: LinkTable
  let adviceLinks = AdviceLinkTable()
  /// Raised after each call of a lifecycle, and when the claim of a build is released.
  let turns = Signal()
  private let observers = Guarded<[@Sendable (Set<Owner>) -> Void]>([])

  /// - Parameter isShared: whether generated code asks it, so that debuggers show it.
  init(source: ImageSource = .process, isShared: Bool = false) {
    links = LinkTable()
    let program = Program(links)
    let news = News(debug: isShared ? DebugState(program) : nil)
    state = Guarded(State(source: source, program: program, news: news))
  }

  /// Runs a body with the lock, after taking in the images that the loader has
  /// entered.
  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    withNews { state in
      state.takeIn()
      return body(&state)
    }
  }

  /// Runs a body with the lock, once the registry knows all images and conformances of the
  /// process.
  ///
  /// Cells of subjects that new conformances concern are emptied, and answers that the loader has
  /// emptied but that still hold are published again. Asks the dynamic linker: no lock may be held.
  func catchUp<Result>(
    _ body: (inout State, ConformanceTable.Reading) -> Result
  ) -> Result {
    let reading = ConformanceTable.read()
    return withState { state in
      state.noteConformances()
      return body(&state, reading)
    }
  }

  /// Runs a body with the lock, and then reports what it has noted.
  func withNews<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, news) = state.withLock { (body(&$0), $0.news.take()) }
    news.deliver()
    return result
  }

  /// Registers an observer.
  ///
  /// - Parameter observer: called without a lock after images or extensions come or
  ///   go.
  func whenCountChanges(_ observer: @escaping @Sendable (Set<Owner>) -> Void) {
    observers.withLock { $0.append(observer) }
  }

  /// Calls the observers.
  ///
  /// - Parameter owners: the images whose installed things are removed.
  func tellObservers(removing owners: Set<Owner> = []) {
    for observer in observers.withLock({ $0 }) { observer(owners) }
  }

  // MARK: The ends of chains

  /// The link that ends the chains of a base class's subject.
  func finalLink(of base: any ExtensionBase.Type) -> LinkAddress {
    // The closure keeps the registry for ever, as links live.
    links.finalLink(of: base) { [self] base, number in stop(at: base, number) }
  }

  /// Whether extensions of an image are found on this platform.
  static var isAvailable: Bool {
    #if objectFormat(ELF) || objectFormat(MachO)
      true
    #else
      false
    #endif
  }

  private func stop(at base: any ExtensionBase.Type, _ requirement: Int) -> Never {
    let name = base.extensibleProtocol.requirements[requirement].name
    if !Self.isAvailable {
      fatalError(
        "Graft: \(base.subject) does not implement \(name), and this platform has no registry")
    }
    fatalError("\n" + resolution(of: base).unansweredMessage(name))
  }
}

// MARK: Taking in

extension Registry.State {
  fileprivate mutating func takeIn() {
    // Reads the count first, so that an image that arrives meanwhile is not missed.
    let arrivalCount = source.arrivalCount()
    guard arrivalCount != program.images.arrivalCount else { return }
    let areFirst = program.images.entries.isEmpty
    let arrived = source.images(program.images.entries.last?.loaded).map { loaded in
      let number = program.add(loaded)
      news.noteArrival(of: program.images[number])
      return number
    }
    program.images.arrivalCount = arrivalCount
    news.debug?.noteArrivals(in: program.images)
    // No new image: a known one has finished registering its types, so any answer may change. On
    // the first walk there are no answers yet.
    let affected =
      arrived.isEmpty || areFirst
      ? .all : program.affected(by: arrived.filter { program.images.counts($0) })
    program.note(affected)
    published.noteArrival(affected)
    publishAgain()
  }

  /// The subjects whose answers new conformances can change.
  var subjectsOfNewConformances: [PublishedSubjects.Subject] {
    mutating get {
      guard ConformanceTable.countUnderLock > program.conformanceCount else { return [] }
      return published.subjects(
        declaredBy: ConformanceTable.typesUnderLock(after: program.conformanceCount))
    }
  }

  /// Empties the cells of subjects that conformances concern that were read meanwhile, and
  /// publishes what still holds.
  mutating func noteConformances() {
    if ConformanceTable.countUnderLock > program.conformanceCount {
      for subject in subjectsOfNewConformances { published.empty(subject.base) }
      program.noteConformances(ConformanceTable.countUnderLock)
      published.emptyOwn { _ in true }
    }
    publishAgain()
  }

  /// Publishes answers again that the loader has emptied but that still hold, unless
  /// there are unread conformances.
  private mutating func publishAgain() {
    guard published.isIncomplete, ConformanceTable.isCurrentUnderLock,
      program.conformanceCount == ConformanceTable.countUnderLock
    else { return }
    if publish(.remaining, version: program.version) { published.isIncomplete = false }
  }

  /// Takes all steps of a publication.
  ///
  /// - Returns: whether it is published.
  mutating func publish(_ publishable: Publishable, version: UInt64) -> Bool {
    var publication = Publication(publishable, version: version)
    while !publication.isOver { publication.advance(in: &self) }
    return publication.step == .published
  }
}

extension Registry.State: PublicationMemory {
  enum Publishable {
    case answer(SubjectAnswer)
    /// The head for a type's own implementation of one requirement.
    case own(PublishedSubjects.Own, LinkAddress)
    /// All answers that the loader has emptied but that still hold.
    case remaining
  }

  var version: UInt64 { program.version }
  var hasTakenInAll: Bool { source.arrivalCount() == program.images.arrivalCount }

  mutating func store(_ publishable: Publishable) -> Bool {
    switch publishable {
    case .answer(let answer):
      if let before = published.publish(answer) {
        for change in program.changes(from: before, to: answer.resolved) { news.note(change) }
      }
    case .own(let own, let head): published.publish(head, of: own)
    case .remaining: published.publishStanding()
    }
    return true
  }

  func setPublishing(_ isPublishing: Bool) {
    isPublishing ? graft_begin_publishing() : graft_end_publishing()
  }
}
