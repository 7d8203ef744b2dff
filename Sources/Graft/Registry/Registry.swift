// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The program as a value, what is published of its answers, and the links. No code of users runs
/// while the lock is held.
///
/// - A **call** that finds no answer asks a question of the program, finds the answer without the
///   lock, and publishes it unless the program has changed (`Registry+Answering.swift`).
/// - A **change** edits a copy of the program, answers the subjects in use that it concerns, and
///   lets the copy count unless somebody refuses (`Registry+Changing.swift`).
/// - An **arrival** is what the loader entered by itself: it is taken in by whoever takes the lock
///   next.
///
/// The process has one registry that generated code asks, and a test can make others. Each lives
/// as long as the process once it has made a link.
final class Registry: Sendable {
  struct State {
    let source: ImageSource
    var program: Program
    var published = PublishedSubjects()
    var asked = AskedSubjects()
    var advice = AdviceTable()
    var lifecycles = LifecycleTable()
    var inheritance = Inheritance()
    var news = News()
  }

  let state: Guarded<State>
  let links: LinkTable
  let adviceLinks = AdviceLinkTable()
  /// Raised when an image was told that it comes to count, or ceases to.
  let turns = Signal()
  private let observers = Guarded<[@Sendable () -> Void]>([])

  init(source: ImageSource = .process) {
    links = LinkTable()
    state = Guarded(State(source: source, program: Program(links)))
  }

  /// Runs with the lock held, on what the loader has by now.
  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, news) = state.withLock { state in
      state.takeIn()
      return (body(&state), state.news.take())
    }
    news.deliver()
    return result
  }

  /// - Parameter observer: called after each change of which images and extensions count, with
  ///   no lock held.
  func whenCountChanges(_ observer: @escaping @Sendable () -> Void) {
    observers.withLock { $0.append(observer) }
  }

  func tellObservers() {
    for observer in observers.withLock({ $0 }) { observer() }
  }

  // MARK: The ends of chains

  /// The link that ends the chains of a base class's subject.
  func finalLink(of base: any ExtensionBase.Type) -> LinkAddress {
    // It keeps the registry, as links live for ever.
    links.finalLink(of: base) { [self] base, number in stop(at: base, number) }
  }

  /// Ends the process: nothing implements the requirement.
  private func stop(at base: any ExtensionBase.Type, _ requirement: Int) -> Never {
    let name = base.extensibleProtocol.requirements[requirement].name
    fatalError("\n" + resolution(of: base).unansweredMessage(name))
  }
}

// MARK: Taking in

extension Registry.State {
  /// Takes in what the loader has entered.
  fileprivate mutating func takeIn() {
    // Read before the images: one that arrives in between is taken in twice, not missed.
    let arrivalCount = source.arrivalCount()
    guard arrivalCount != program.images.arrivalCount else { return }
    let areFirst = program.images.entries.isEmpty
    var arrived: [Int] = []
    for loaded in source.images(program.images.entries.last?.loaded) {
      let number = program.add(loaded)
      news.noteArrival(of: program.images[number])
      arrived.append(number)
    }
    program.images.arrivalCount = arrivalCount
    // No new image: a known one has finished registering its types, so any answer may change. On
    // the first walk there are no answers yet.
    let affected =
      arrived.isEmpty || areFirst
      ? .all : program.affected(by: arrived.filter { program.images.counts($0) })
    program.note(affected)
    published.noteArrival(affected)
    publishAgain()
  }

  /// Takes conformances into account that images have brought.
  ///
  /// - Returns: the subjects whose answers they can change.
  mutating func noticeConformances() -> [PublishedSubjects.Subject] {
    guard ConformanceTable.countUnderLock > program.conformanceCount else { return [] }
    let subjects = subjectsOfNewConformances
    program.noteConformances(ConformanceTable.countUnderLock)
    published.emptyOwn { _ in true }
    return subjects
  }

  /// The subjects whose answers conformances can change that were read since the last time.
  var subjectsOfNewConformances: [PublishedSubjects.Subject] {
    mutating get {
      guard ConformanceTable.countUnderLock > program.conformanceCount else { return [] }
      return published.subjects(
        declaredBy: ConformanceTable.typesUnderLock(after: program.conformanceCount))
    }
  }

  /// Makes the next calls ask again of the subjects that new conformances concern.
  mutating func emptyWhatConformancesConcern() {
    for subject in noticeConformances() { published.empty(subject.base) }
  }

  /// Puts the answers back that the loader has taken out and that still hold. Where Swift knows
  /// images whose conformances were not looked at, that has to wait for who can.
  mutating func publishAgain() {
    guard published.isIncomplete, ConformanceTable.isCurrentUnderLock,
      program.conformanceCount == ConformanceTable.countUnderLock
    else { return }
    var publication = Publication(Publishable.standing, version: program.version)
    while !publication.isOver { publication.advance(in: &self) }
    if publication.step == .published { published.isIncomplete = false }
  }
}

extension Registry.State: PublicationMemory {
  enum Publishable {
    case answer(SubjectAnswer)
    /// For a type's own implementation of one requirement. There is no chain: extensions are for
    /// types that do not implement the requirement.
    case own(LinkAddress, CellAddress, any ExtensionBase.Type)
    /// All that the loader took out and that still holds.
    case standing
  }

  var version: UInt64 { program.version }
  var hasTakenInAll: Bool { source.arrivalCount() == program.images.arrivalCount }

  mutating func store(_ publishable: Publishable) -> Bool {
    switch publishable {
    case .answer(let answer):
      if let before = published.publish(answer) {
        for change in program.changes(from: before, to: answer.chains) { news.note(change) }
      }
    case .own(let head, let cell, let base): published.publishOwn(head, in: cell, for: base)
    case .standing: published.publishStanding()
    }
    return true
  }

  func setPublishing(_ isPublishing: Bool) {
    isPublishing ? graft_begin_publishing() : graft_end_publishing()
  }
}
