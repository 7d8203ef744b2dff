// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

extension RegistryStore {
  struct State {
    let source: ImageSource
    /// Rises with whatever can change an answer.
    var version: UInt64 = 0
    /// Rises with whatever changes which extensions count.
    var countVersion: UInt64 = 0
    /// Up to which the loader's table has been taken in.
    var arrivalCount: UInt64 = .max
    /// How many conformances the answers take into account.
    var conformanceCount = 0
    /// Whether there are answers that the loader has taken out of cells, and that still hold.
    var isToPublishAgain = false
    /// How often chains were made.
    var resolutionCount = 0
    var images = ImageTable()
    var index = RecordIndex()
    var counting = KeyTable<String, CountingRecords>()
    var prepared = PreparedChains()
    /// Names of extensions that do not count.
    var blocked = Blocking.ofEnvironment
    var subjects = SubjectTable()
    var links = LinkTable()
    var published = PublishedSubjects()
    var trace = Trace()
    var inheritance = Inheritance()
    var feed = ChangeFeed()
    var lifecycles = LifecycleTable()

    init(_ source: ImageSource) {
      self.source = source
    }
  }
}

extension RegistryStore.State: PublicationMemory {
  enum Answer {
    case chains(ResolvedChains, PublishedHeads)
    /// Of a type's own implementation.
    case own(PublishedHeads, LinkAddress, CellAddress, any ExtensionBase.Type)
    /// All that the loader took out and that still hold.
    case standing

    var intercepted: (any InterceptedHeads)? {
      switch self {
      case .chains(_, let heads), .own(let heads, _, _, _): heads.intercepted
      case .standing: nil
      }
    }
  }

  var hasTakenInAll: Bool { source.arrivalCount() == arrivalCount }

  mutating func store(_ answer: Answer) -> Bool {
    answer.intercepted?.exchange(version: version)
    switch answer {
    case .chains(let chains, let heads):
      noteAnswers(from: published.publish(heads.heads, of: chains), to: chains)
    case .own(_, let head, let cell, let base): published.publishOwn(head, in: cell, for: base)
    case .standing: published.publishStanding()
    }
    return true
  }

  func setPublishing(_ isPublishing: Bool) {
    isPublishing ? graft_begin_publishing() : graft_end_publishing()
  }
}

// MARK: What still holds

extension RegistryStore.State {
  /// Takes conformances into account that images have brought.
  ///
  /// - Returns: the subjects whose answers they can change.
  mutating func noticeConformances() -> [PublishedSubjects.Subject] {
    let count = ConformanceTable.countUnderLock
    guard count > conformanceCount else { return [] }
    let subjects = published.subjects(
      declaredBy: ConformanceTable.typesUnderLock(after: conformanceCount))
    published.forgetNumbers(of: subjects)
    conformanceCount = count
    version += 1
    published.emptyOwn { _ in true }
    return subjects
  }

  /// Makes the next calls ask again of the subjects that new conformances concern.
  mutating func emptyWhatConformancesConcern() {
    for subject in noticeConformances() { published.empty(subject.base) }
  }

  /// Takes the numbers of chains from the subjects that new conformances concern: they say
  /// nothing until these are taken into account.
  mutating func forgetNumbers(_ subjects: inout [PublishedSubjects.Subject]) {
    guard ConformanceTable.countUnderLock > conformanceCount else { return }
    let concerned = published.subjects(
      declaredBy: ConformanceTable.typesUnderLock(after: conformanceCount))
    let bases = Set(concerned.map { ObjectIdentifier($0.base) })
    for index in subjects.indices where bases.contains(ObjectIdentifier(subjects[index].base)) {
      subjects[index].number = nil
    }
  }

  /// Puts the answers back that the loader has taken out and that still hold. Where Swift knows
  /// images whose conformances were not looked at, that has to wait for who can.
  mutating func publishAgain() {
    guard isToPublishAgain, ConformanceTable.isCurrentUnderLock,
      conformanceCount == ConformanceTable.countUnderLock
    else { return }
    var publication = Publication(Answer.standing, version: version)
    while !publication.isOver { publication.advance(in: &self) }
    if publication.step == .published { isToPublishAgain = false }
  }
}
