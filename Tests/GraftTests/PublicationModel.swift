// SPDX-License-Identifier: Apache-2.0

@testable import Graft

/// What all threads see. Sets of images are bits.
struct ModelMemory: Hashable, PublicationMemory {
  struct Answer: Hashable {
    let subject: Int
    let images: UInt8
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
    hasTable = subjects != [0]
    called = subjects
  }

  /// One access at a time.
  mutating func store(_ answer: Answer) -> Bool {
    called.insert(answer.subject)
    switch PublicationStore.allCases[storeCount] {
    case .head: entries[answer.subject].head = answer.images
    case .key: entries[answer.subject].isShown = true
    case .table: hasTable = true
    }
    let stores = PublicationStore.allCases.filter { answer.subject > 0 || $0 != .table }
    storeCount = (storeCount + 1) % stores.count
    return storeCount == 0
  }

  mutating func setPublishing(_ isPublishing: Bool) { self.isPublishing = isPublishing }

  /// Hides an entry of the table.
  ///
  /// - Returns: whether one more is shown.
  mutating func hideOne() -> Bool {
    if let shown = (1...2).first(where: { entries[$0].isShown }) { entries[shown].isShown = false }
    return entries[1].isShown || entries[2].isShown
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
          || memory.entries[$0].head == memory.entered & ~memory.withdrawn
      }
  }
}
