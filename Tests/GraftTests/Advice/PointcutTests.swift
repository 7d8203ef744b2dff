// SPDX-License-Identifier: Apache-2.0

import CGraft
import Graft
import Synchronization
import Testing

/// Calls that overlap, each of its own subject's type.
@Extensible
protocol Overlap {
  func wait(at gate: Gate, opens: Bool) async -> Int
  func descend(_ depth: Int) throws -> Int
}

@Extension
final class Overlapping<Subject: Overlap>: OverlapExtension<Subject> {
  override func wait(_ subject: Subject, at gate: Gate, opens: Bool) async -> Int {
    if opens { await gate.open() } else { await gate.pass() }
    return 1
  }

  override func descend(_ subject: Subject, _ depth: Int) throws -> Int {
    guard depth > 0 else { throw Refused(reason: "bottom") }
    return try subject.descend(depth - 1)
  }
}

actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var passing: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    for one in passing { one.resume() }
    passing = []
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  /// Returns once someone waits.
  func isAwaited() async {
    if waiting.isEmpty { await withCheckedContinuation { passing.append($0) } }
  }

  func open() {
    isOpen = true
    for one in waiting { one.resume() }
    waiting = []
  }
}

@Advice(protocols: "Overlap", requirements: "*")
final class OverlapWatch: PointcutAdvice {
  struct Event: Hashable {
    let isBegin: Bool
    let subject: String
    let id: UInt64
    let isAsync: Bool
  }
  static let events = Mutex<[Event]>([])

  override func before(_ call: AdvisedCall) { add(call, isBegin: true) }
  override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
    add(call, isBegin: false)
  }

  private func add(_ call: AdvisedCall, isBegin: Bool) {
    let event = Event(
      isBegin: isBegin, subject: "\(call.subject)", id: call.id, isAsync: call.isAsync)
    Self.events.withLock { $0.append(event) }
  }

  static func events(of subject: String) -> [Event] {
    events.withLock { $0.filter { $0.subject.hasPrefix(subject) } }
  }
}

@Extensible
protocol FirstOfPair { func meet() -> Int }
@Extensible
protocol SecondOfPair { func part() -> Int }
@Extensible
protocol ThirdOfTwo { func meet() -> Int }

@Extension
final class Meeting<Subject: FirstOfPair>: FirstOfPairExtension<Subject> {
  override func meet(_ subject: Subject) -> Int { 1 }
}
@Extension
final class Parting<Subject: SecondOfPair>: SecondOfPairExtension<Subject> {
  override func part(_ subject: Subject) -> Int { 2 }
}
@Extension
final class MeetingThird<Subject: ThirdOfTwo>: ThirdOfTwoExtension<Subject> {
  override func meet(_ subject: Subject) -> Int { 3 }
}

@Advice(protocols: "First*Pair", "GraftTests.SecondOfPair", requirements: "meet()", "part()")
final class TwoWatch: PointcutAdvice {
  static let calls = Mutex<[String]>([])
  override func before(_ call: AdvisedCall) {
    let name = "\(call.protocolName).\(call.requirement)"
    Self.calls.withLock { $0.append(name) }
  }
}

@Suite("A call that a pointcut found")
struct PointcutTests {
  @Test("Has one identity before and after, also where async calls overlap")
  func overlapping() async {
    struct WaitA: Overlap {}
    struct WaitB: Overlap {}
    let gate = Gate()
    async let first = WaitA().wait(at: gate, opens: false)
    await gate.isAwaited()
    let second = await WaitB().wait(at: gate, opens: true)
    #expect(await first + second == 2)
    let events = OverlapWatch.events(of: "Wait")
    #expect(events.map(\.isBegin) == [true, true, false, false])
    let begun = events.prefix(2)
    #expect(begun.map(\.subject) == ["WaitA", "WaitB"])
    // Either can be the first to end.
    let ended = events.suffix(2).sorted { $0.subject < $1.subject }
    #expect(ended.map(\.id) == begun.map(\.id))
    #expect(begun[0].id != begun[1].id)
    #expect(events.allSatisfy { $0.isAsync && $0.id != 0 })
  }

  @Test("Can be of one of several protocols")
  func protocols() {
    struct Visitor: FirstOfPair, SecondOfPair {}
    struct Stranger: ThirdOfTwo {}
    #expect(Visitor().meet() + Visitor().part() + Stranger().meet() == 6)
    let calls = TwoWatch.calls.withLock { $0 }
    #expect(calls.map { $0.split(separator: ".").last! } == ["meet()", "part()"])
  }

  @Test("Of many at one time each has its own")
  func many() async {
    struct Crowd: Overlap {}
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          let gate = Gate()
          await gate.open()
          _ = await Crowd().wait(at: gate, opens: false)
        }
      }
    }
    let events = OverlapWatch.events(of: "Crowd")
    let (begun, ended) = (events.filter(\.isBegin), events.filter { !$0.isBegin })
    #expect(begun.count == 200 && ended.count == 200)
    #expect(Set(begun.map(\.id)).count == 200)
    #expect(Set(begun.map(\.id)) == Set(ended.map(\.id)))
  }

  @Test("On several threads too, and none is 0")
  func numbers() async {
    // More than a thread takes at a time.
    let numbers = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<8 { group.addTask { (0..<100_000).map { _ in graft_next_call() } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(numbers).count == 800_000)
    #expect(!numbers.contains(0))
  }

  @Test("One within another has its own, and none is async")
  func nested() {
    struct Deep: Overlap {}
    #expect(throws: Refused(reason: "bottom")) { try Deep().descend(2) }
    let events = OverlapWatch.events(of: "Deep")
    #expect(events.map(\.isBegin) == [true, true, true, false, false, false])
    #expect(events.prefix(3).map(\.id) == events.suffix(3).reversed().map(\.id))
    #expect(Set(events.map(\.id)).count == 3)
    #expect(events.allSatisfy { !$0.isAsync })
  }
}
