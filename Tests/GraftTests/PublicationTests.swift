// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Graft

/// Goes through every order of the steps of several threads. The registry's side
/// of a publication is its own code, the rest a model of what the loader and calls
/// do, one access to shared memory at a time.
@Suite struct PublicationTests {
  /// Image 0 is there at the beginning; the others arrive.
  @Test(
    "No answer is torn, stale or lost, in whichever order the steps come",
    arguments: [
      [.arrival(1), .call(), .call()],
      [.arrival(1), .arrival(2), .call()],
      [.arrival(1), .withdrawal(0), .call()],
      [.withdrawal(0), .call(), .call()],
      [.arrival(1), .withdrawal(1), .call()],
      [.arrival(1), .arrival(2), .withdrawal(0)],
    ] as [[ModelThread]])
  func allOrders(threads: [ModelThread]) {
    // Before, somebody else called, or nobody did.
    for isPublished in [false, true] {
      var memory = ModelMemory()
      memory.hasKey = isPublished
      memory.head = isPublished ? memory.entered : 0
      var seen: Set<ModelState> = []
      var open = [ModelState(memory: memory, threads: threads)]
      while let state = open.popLast() {
        guard seen.insert(state).inserted else { continue }
        let next = state.successors()
        if next.isEmpty { #expect(state.isRight, "\(state)") }
        open += next
      }
      #expect(seen.count > 100)
    }
  }
}

/// What all threads see. Sets of images are bits.
struct ModelMemory: Hashable, PublicationMemory {
  // The loader's.
  var entered: UInt8 = 1
  var arrivals: UInt64 = 0
  // A cell, of one key.
  var hasKey = false
  var head: UInt8 = 0
  // The registry's, behind its lock.
  var isLocked = false
  var version: UInt64 = 0
  var generation: UInt64 = 0
  var takenIn: UInt8 = 1
  var withdrawn: UInt8 = 0
  // For the check: what was begun, and what is done.
  var begunWithdrawals: UInt8 = 0
  var endedArrivals: UInt8 = 1
  var endedWithdrawals: UInt8 = 0

  private(set) var isPublishing = false
  private var hasStoredHead = false

  var hasTakenInAll: Bool { arrivals == generation }

  mutating func store(_ answer: UInt8) -> Bool {
    // First the head, then the key: two accesses.
    hasStoredHead.toggle()
    if hasStoredHead { head = answer } else { hasKey = true }
    return !hasStoredHead
  }

  mutating func setPublishing(_ isPublishing: Bool) { self.isPublishing = isPublishing }
}

struct ModelThread: Hashable, CustomTestStringConvertible {
  enum Kind: Hashable {
    case arrival, withdrawal, call
  }

  enum Step: Hashable {
    case begin, raise, empty, readKey, readHead
    case lock, readGeneration, readTable, change, snapshot
    case lockAgain, publish, unlock, end
  }

  let kind: Kind
  var image: UInt8 = 0
  private(set) var step = Step.begin
  private var read: UInt64 = 0
  private var answer: UInt8 = 0
  private var version: UInt64 = 0
  private var publication: Publication<UInt8>?
  private var hasChanged = false
  // When a call began.
  private var arrivedBefore: UInt8 = 0
  private var withdrawnBefore: UInt8 = 0
  private(set) var isRight = true

  private init(_ kind: Kind, _ image: UInt8 = 0) {
    self.kind = kind
    self.image = image
  }

  static func arrival(_ image: UInt8) -> Self { Self(.arrival, 1 << image) }
  static func withdrawal(_ image: UInt8) -> Self { Self(.withdrawal, 1 << image) }
  static func call() -> Self { Self(.call) }

  var testDescription: String { "\(kind) \(image)" }
  var isOver: Bool { step == .end }

  func isBlocked(in memory: ModelMemory) -> Bool {
    ((step == .lock || step == .lockAgain) && memory.isLocked)
      || (step == .empty && memory.isPublishing)
  }

  mutating func advance(in memory: inout ModelMemory) {
    switch step {
    case .begin: begin(&memory)
    case .raise:
      memory.arrivals += 1
      step = .empty
    case .empty:
      memory.hasKey = false
      memory.endedArrivals |= image
      step = .end
    case .readKey: step = memory.hasKey ? .readHead : .lock
    case .readHead:
      answer = memory.head
      finish(memory)
    case .lock:
      memory.isLocked = true
      step = .readGeneration
    case .readGeneration:
      read = memory.arrivals
      step = read == memory.generation ? .change : .readTable
    case .readTable:
      memory.takenIn = memory.entered
      memory.generation = read
      memory.version += 1
      step = .change
    case .change:
      let changes = kind == .withdrawal && !hasChanged
      if changes {
        memory.withdrawn |= image
        memory.version += 1
        hasChanged = true
        // Then it looks again, as a call does.
        memory.isLocked = false
      }
      step = changes ? .lock : .snapshot
    case .snapshot:
      answer = memory.takenIn & ~memory.withdrawn
      version = memory.version
      memory.isLocked = false
      step = .lockAgain
    case .lockAgain:
      memory.isLocked = true
      publication = Publication(answer, version: version)
      step = .publish
    case .publish:
      publication!.advance(in: &memory)
      if publication!.isOver { step = .unlock }
    case .unlock:
      if kind == .withdrawal, publication!.step == .givenUp { memory.hasKey = false }
      memory.isLocked = false
      publication = nil
      finish(memory)
    case .end: break
    }
  }

  private mutating func begin(_ memory: inout ModelMemory) {
    switch kind {
    case .arrival:
      memory.entered |= image
      step = .raise
    case .withdrawal:
      memory.begunWithdrawals |= image
      step = .lock
    case .call:
      arrivedBefore = memory.endedArrivals
      withdrawnBefore = memory.endedWithdrawals
      step = .readKey
    }
  }

  private mutating func finish(_ memory: ModelMemory) {
    step = .end
    guard kind == .call else { return }
    let mayBeThere = memory.entered & ~withdrawnBefore
    let mustBeThere = arrivedBefore & ~memory.begunWithdrawals
    isRight = answer & ~mayBeThere == 0 && mustBeThere & ~answer == 0
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
      && (!memory.hasKey || memory.head == memory.entered & ~memory.withdrawn)
  }
}
