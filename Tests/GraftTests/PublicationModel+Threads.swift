// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Graft

struct ModelThread: Hashable, CustomTestStringConvertible {
  enum Kind: Hashable {
    case arrival, withdrawal, refresh, call
  }

  enum Step: Hashable {
    case begin, raise, wait, emptyKey, emptyTable, hide
    case readTable, readKey, readHead
    case lock, readGeneration, takeIn, hideTaken, publishStanding, change, snapshot
    case lockAgain, publishStandingFirst, publish, unlock, lockToEmpty, next, end
  }

  let kind: Kind
  var image: UInt8 = 0
  private(set) var subject = 0
  private(set) var step = Step.begin
  private var read: UInt64 = 0
  private var answer: UInt8 = 0
  private var version: UInt64 = 0
  private var publication: Publication<ModelMemory.Answer>?
  private var hasChanged = false
  /// What was taken in just now.
  private var arrived: UInt8 = 0
  /// Of a withdrawal: the subjects to publish anew.
  private var subjects: [Int] = []
  // When a call began.
  private var arrivedBefore: UInt8 = 0
  private var withdrawnBefore: UInt8 = 0
  private(set) var isRight = true

  private init(_ kind: Kind, _ image: UInt8 = 0, subject: Int = 0) {
    self.kind = kind
    self.image = image
    self.subject = subject
  }

  static func arrival(_ image: UInt8) -> Self { Self(.arrival, 1 << image) }
  static func withdrawal(_ image: UInt8) -> Self { Self(.withdrawal, 1 << image) }
  static func call(_ subject: Int = 0) -> Self { Self(.call, subject: subject) }
  static let refresh = Self(.refresh)

  var testDescription: String { "\(kind) \(kind == .call ? subject : Int(image))" }
  var isOver: Bool { step == .end }

  func isBlocked(in memory: ModelMemory) -> Bool {
    switch step {
    case .lock, .lockAgain, .lockToEmpty: memory.isLocked
    case .wait: memory.isPublishing
    default: false
    }
  }

  mutating func advance(in memory: inout ModelMemory) {
    switch step {
    case .begin: begin(&memory)
    case .raise:
      memory.arrivals += 1
      step = .wait
    case .wait: step = .emptyKey
    case .emptyKey:
      memory.entries[0].isShown = false
      step = .emptyTable
    case .emptyTable:
      memory.hasTable = false
      if kind == .arrival { memory.endedArrivals |= image }
      step = kind == .arrival ? .end : .hide
    case .hide: if !memory.hideOne(concernedBy: .max) { leave(&memory, to: .next) }
    case .readTable: step = memory.hasTable ? .readKey : .lock
    case .readKey: step = memory.entries[subject].isShown ? .readHead : .lock
    case .readHead:
      answer = memory.entries[subject].head
      finish(memory)
    default: ask(&memory)
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
    case .refresh: step = .lockToEmpty
    case .call:
      arrivedBefore = memory.endedArrivals
      withdrawnBefore = memory.endedWithdrawals
      step = subject == 0 ? .readKey : .readTable
    }
  }

  /// The registry's steps.
  private mutating func ask(_ memory: inout ModelMemory) {
    switch step {
    case .lock:
      memory.isLocked = true
      step = .readGeneration
    case .readGeneration:
      read = memory.arrivals
      step = read == memory.generation ? .change : .takeIn
    case .takeIn:
      arrived = memory.entered & ~memory.takenIn
      // One that was there already has told of itself once more.
      if arrived == 0 { arrived = .max }
      memory.takenIn = memory.entered
      memory.generation = read
      memory.version += 1
      memory.isToPublishAgain = true
      step = .hideTaken
    case .hideTaken:
      if !memory.hideOne(concernedBy: arrived) { step = .publishStanding }
    case .publishStanding: if advanceStanding(&memory) { step = .change }
    case .change:
      if kind == .withdrawal, !hasChanged {
        memory.withdrawn |= image
        memory.version += 1
        hasChanged = true
        subjects = memory.called.sorted().filter {
          ModelMemory.concerning($0, of: image) != 0
        }
        leave(&memory, to: .next)
      } else {
        step = .snapshot
      }
    case .snapshot:
      answer = ModelMemory.concerning(subject, of: memory.takenIn & ~memory.withdrawn)
      version = memory.version
      leave(&memory, to: .lockAgain)
    case .lockAgain:
      memory.isLocked = true
      step = .publishStandingFirst
    case .publishStandingFirst:
      guard advanceStanding(&memory) else { return }
      if memory.isToPublishAgain {
        leave(&memory, to: kind == .withdrawal ? .lockToEmpty : .next)
      } else {
        publication = Publication(.init(subject: subject, images: answer), version: version)
        step = .publish
      }
    case .publish:
      publication!.advance(in: &memory)
      if publication!.isOver { step = .unlock }
    case .unlock:
      let isLost = kind == .withdrawal && publication!.step == .givenUp
      publication = nil
      leave(&memory, to: isLost ? .lockToEmpty : .next)
    case .lockToEmpty:
      memory.isLocked = true
      if kind == .refresh {
        memory.version += 1
        step = .emptyKey
      } else {
        memory.empty(subject)
        leave(&memory, to: .next)
      }
    case .next: finish(memory)
    default: break
    }
  }

  /// - Returns: true once it is over.
  private mutating func advanceStanding(_ memory: inout ModelMemory) -> Bool {
    guard memory.isToPublishAgain else { return true }
    var standing =
      publication
      ?? Publication(.init(subject: nil, images: 0), version: memory.version)
    standing.advance(in: &memory)
    publication = standing.isOver ? nil : standing
    if standing.step == .published { memory.isToPublishAgain = false }
    return standing.isOver
  }

  private mutating func leave(_ memory: inout ModelMemory, to step: Step) {
    memory.isLocked = false
    self.step = step
  }

  private mutating func finish(_ memory: ModelMemory) {
    if !subjects.isEmpty {
      // It looks again for each of them, as a call does.
      subject = subjects.removeFirst()
      step = .lock
      return
    }
    step = .end
    guard kind == .call else { return }
    let mayBeThere = ModelMemory.concerning(subject, of: memory.entered & ~withdrawnBefore)
    let mustBeThere = ModelMemory.concerning(
      subject, of: arrivedBefore & ~memory.begunWithdrawals)
    isRight = answer & ~mayBeThere == 0 && mustBeThere & ~answer == 0
  }
}
