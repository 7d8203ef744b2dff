// SPDX-License-Identifier: Apache-2.0

@testable import Graft

/// What all threads see. Sets of images are bits.
struct ModelMemory: Hashable, PublicationMemory {
  struct Answer: Hashable {
    /// Nil for all that still holds.
    let subject: Int?
    let images: UInt8
  }

  /// Those of some images that can change a subject's answer: image 2 concerns subject 1 only.
  static func concerning(_ subject: Int, of images: UInt8) -> UInt8 {
    subject == 1 ? images : images & ~(1 << 2)
  }

  struct Entry: Hashable {
    var isShown = false
    var head: UInt8 = 0
  }

  // The loader's.
  var entered: UInt8 = 1
  var arrivals: UInt64 = 0
  // A cell: its own entry, and those of its table.
  var entries = [Entry(), Entry(), Entry()]
  var hasTable = false
  // The registry's, behind its lock.
  var isLocked = false
  var version: UInt64 = 0
  var generation: UInt64 = 0
  var takenIn: UInt8 = 1
  var withdrawn: UInt8 = 0
  /// Subjects that were called.
  var called: Set<Int> = []
  /// Whether the cell's own answer is right, also where the loader has taken it out.
  var firstHolds = false
  /// Whether the loader has taken answers out that still hold.
  var isToPublishAgain = false
  // For the check: what was begun, and what is done.
  var begunWithdrawals: UInt8 = 0
  var endedArrivals: UInt8 = 1
  var endedWithdrawals: UInt8 = 0

  private(set) var isPublishing = false
  private var storeCount = 0

  var hasTakenInAll: Bool { arrivals == generation }

  /// What was published before the threads begin.
  mutating func publish(for subjects: Set<Int>) {
    for subject in subjects { entries[subject] = Entry(isShown: true, head: entered) }
    firstHolds = subjects.contains(0)
    hasTable = subjects != [0]
    called = subjects
  }

  /// One access at a time.
  mutating func store(_ answer: Answer) -> Bool {
    guard let subject = answer.subject else { return storeStanding() }
    called.insert(subject)
    switch PublicationStore.allCases[storeCount] {
    case .head: entries[subject].head = answer.images
    case .key: entries[subject].isShown = true
    case .table: hasTable = true
    }
    if subject == 0 { firstHolds = true }
    let stores = PublicationStore.allCases.filter { subject > 0 || $0 != .table }
    storeCount = (storeCount + 1) % stores.count
    return storeCount == 0
  }

  /// What `publishStanding` does.
  private mutating func storeStanding() -> Bool {
    if storeCount == 0 {
      if firstHolds { entries[0].isShown = true }
    } else if entries[1].isShown || entries[2].isShown {
      hasTable = true
    }
    storeCount = (storeCount + 1) % 2
    return storeCount == 0
  }

  mutating func setPublishing(_ isPublishing: Bool) { self.isPublishing = isPublishing }

  /// Hides an entry of the table, of a subject that images concern.
  ///
  /// - Returns: whether one more is shown.
  mutating func hideOne(concernedBy images: UInt8) -> Bool {
    let concerned = (1...2).filter { Self.concerning($0, of: images) != 0 }
    if Self.concerning(0, of: images) != 0 { firstHolds = false }
    if let shown = concerned.first(where: { entries[$0].isShown }) {
      entries[shown].isShown = false
    }
    return concerned.contains { entries[$0].isShown }
  }

  /// Takes one subject's answer out.
  mutating func empty(_ subject: Int) {
    entries[subject].isShown = false
    if subject == 0 { firstHolds = false }
  }

  func hasAnswer(for subject: Int) -> Bool {
    entries[subject].isShown && (subject == 0 || hasTable)
  }
}

struct ModelState: Hashable {
  var memory: ModelMemory
  var threads: [ModelThread]

  func successors() -> [ModelState] {
    threads.indices.compactMap { index in
      guard !threads[index].isOver, !threads[index].isBlocked(in: memory) else { return nil }
      var next = self
      next.threads[index].advance(in: &next.memory)
      if next.threads[index].isOver, next.threads[index].kind == .withdrawal {
        next.memory.endedWithdrawals |= next.threads[index].image
      }
      return next
    }
  }

  /// At the end: every call was right, nobody waits, and what is published is so.
  var isRight: Bool {
    threads.allSatisfy { $0.isOver && $0.isRight }
      && memory.entries.indices.allSatisfy {
        !memory.hasAnswer(for: $0)
          || memory.entries[$0].head
            == ModelMemory.concerning($0, of: memory.entered & ~memory.withdrawn)
      }
  }
}
