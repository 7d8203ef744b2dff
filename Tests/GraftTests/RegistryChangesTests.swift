// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import Graft

@Extensible
protocol Tram {
  func ring() -> String
  func stop() -> String
}

@Extension
final class PlainTram<Subject: Tram>: TramExtension<Subject> {
  override func ring(_ subject: Subject) -> String { "ring" }
  override func stop(_ subject: Subject) -> String { "stop" }
}

@Extension(priority: 1)
final class LoudTram<Subject: Tram>: TramExtension<Subject> {
  override func ring(_ subject: Subject) -> String { "RING" }
}

@Suite("Changes")
struct RegistryChangesTests {
  private static let loud = "GraftTests.LoudTram"

  private func change(_ number: Int) -> RegistryChange {
    .refused(path: "\(number)", .notELF(path: "\(number)"))
  }

  private func numbers(_ buffer: inout ChangeBuffer) -> [String] {
    var found: [String] = []
    while let change = buffer.removeFirst() {
      switch change {
      case .refused(let path, _): found.append(path)
      case .lost(let count): found.append("lost \(count)")
      default: Issue.record("\(change)")
      }
    }
    return found
  }

  @Test("A buffer keeps the newest, and says first how many are lost", arguments: [1, 2, 7, 30])
  func buffer(capacity: Int) {
    var buffer = ChangeBuffer(capacity: capacity)
    var next = 0
    // More and fewer than fit, so that the ring begins everywhere.
    for count in [0, 1, capacity, 3, capacity + 1, 2, 3 * capacity + 2, capacity - 1, 1] {
      for number in next..<next + count { buffer.append(change(number)) }
      let lost = max(0, count - capacity)
      let kept = (next + lost..<next + count).map { "\($0)" }
      #expect(numbers(&buffer) == (lost > 0 ? ["lost \(lost)"] : []) + kept)
      next += count
    }
  }

  @Test("What is read meanwhile is not lost")
  func interleaved() {
    var buffer = ChangeBuffer(capacity: 5)
    for number in 0..<4 { buffer.append(change(number)) }
    let first = buffer.removeFirst()
    #expect(first == change(0))
    for number in 4..<8 { buffer.append(change(number)) }
    #expect(numbers(&buffer) == ["lost 2", "3", "4", "5", "6", "7"])
    let texts = [1, 2].map { "\(RegistryChange.lost($0))" }
    #expect(texts == ["1 change lost: not read in time", "2 changes lost: not read in time"])
  }

  @Test("A changed answer is told once, with subject and requirement; what stays is not")
  func answers() async throws {
    struct Old: Tram {}
    let store = Registry()
    _ = store.heads(of: TramExtension<Old>.self)
    var changes = RegistryChanges(store, capacity: 10).makeAsyncIterator()
    try store.change(.block(Self.loud))
    try store.change(.unblock(Self.loud))
    for (before, after) in [("LoudTram", "PlainTram"), ("PlainTram", "LoudTram")] {
      guard case .answered(let change) = await changes.next() else {
        Issue.record("no answer")
        return
      }
      #expect(
        change.description == "Tram.ring() of Old: GraftTests.\(before) → GraftTests.\(after)")
    }
    store.note(change(0))
    #expect(await changes.next() == change(0))
  }

  @Test("An answer that is found at the next call is told then")
  func lateAnswers() async {
    struct Slow: Tram {}
    let store = Registry()
    _ = store.heads(of: TramExtension<Slow>.self)
    let changes = RegistryChanges(store, capacity: 10)
    // As if the call came before the change had published.
    store.withState { state in
      _ = state.program.make(.block(Self.loud))
      state.program.note(.all)
      state.published.emptyAll()
    }
    _ = store.heads(of: TramExtension<Slow>.self)
    var iterator = changes.makeAsyncIterator()
    guard case .answered(let change) = await iterator.next() else {
      Issue.record("no answer")
      return
    }
    #expect(change.subject == "Slow" && change.after?.name == "GraftTests.PlainTram")
  }

  @Test("Each reader has all of it, from where it began")
  func readers() async {
    let store = Registry()
    let first = RegistryChanges(store, capacity: 2)
    store.note(change(1))
    let second = RegistryChanges(store, capacity: 5)
    store.note(change(2))
    store.note(change(3))
    var (slow, other) = (first.makeAsyncIterator(), second.makeAsyncIterator())
    // A further iterator of one sequence is another reader.
    var late = first.makeAsyncIterator()
    store.note(change(4))
    #expect(await slow.next() == .lost(2))
    #expect(await slow.next() == change(3))
    #expect(await slow.next() == change(4))
    for number in 2...4 { #expect(await other.next() == change(number)) }
    #expect(await late.next() == change(4))
  }

  @Test("A reader that waits is handed each, in order, and none is lost")
  func waiting() async {
    let store = Registry()
    let count = 2000
    let changes = RegistryChanges(store, capacity: 1)
    let reader = Task {
      var read: [RegistryChange] = []
      for await change in changes {
        read.append(change)
        if case .refused("last", _) = change { break }
      }
      return read
    }
    // It keeps up: the next comes when it waits.
    for number in 0..<count {
      while !store.state.withLock({ $0.news.feed.waitingCount > 0 }) { await Task.yield() }
      store.note(change(number))
    }
    while !store.state.withLock({ $0.news.feed.waitingCount > 0 }) { await Task.yield() }
    store.note(.refused(path: "last", .notELF(path: "last")))
    #expect(await reader.value.dropLast() == (0..<count).map(change)[...])
  }

  @Test("A reader that is cancelled ends and leaves no buffer, whether or not it waits")
  func cancelled() async {
    let store = Registry()
    let changes = RegistryChanges(store, capacity: 5)
    let waiting = Task { () -> RegistryChange? in
      var iterator = changes.makeAsyncIterator()
      return await iterator.next()
    }
    while !store.state.withLock({ $0.news.feed.waitingCount > 0 }) { await Task.yield() }
    waiting.cancel()
    #expect(await waiting.value == nil)
    #expect(store.state.withLock { $0.news.feed.isEmpty })

    let hurried = Task { () -> RegistryChange? in
      while !Task.isCancelled { await Task.yield() }
      var iterator = RegistryChanges(store, capacity: 5).makeAsyncIterator()
      return await iterator.next()
    }
    hurried.cancel()
    #expect(await hurried.value == nil)
    #expect(store.state.withLock { $0.news.feed.isEmpty })
  }

  @Test("Tasks that read with copies of one iterator share its changes, and end together")
  func copies() async {
    let store = Registry()
    nonisolated(unsafe) let iterator = RegistryChanges(store, capacity: 5).makeAsyncIterator()
    var tasks: [Task<RegistryChange?, Never>] = []
    for count in 1...4 {
      tasks.append(
        Task {
          var copy = iterator
          return await copy.next()
        })
      while store.state.withLock({ $0.news.feed.waitingCount }) < count { await Task.yield() }
    }
    store.note(change(1))
    store.note(change(2))
    #expect(await tasks[0].value == change(1))
    #expect(await tasks[1].value == change(2))
    tasks[3].cancel()
    #expect(await tasks[2].value == nil)
    #expect(await tasks[3].value == nil)
  }

  @Test("What nobody reads any more has no buffer, and nothing is made for nobody")
  func abandoned() throws {
    struct Quiet: Tram {}
    let store = Registry()
    do {
      let changes = RegistryChanges(store, capacity: 5)
      #expect(!store.state.withLock { $0.news.feed.isEmpty })
      _ = changes
    }
    #expect(store.state.withLock { $0.news.feed.isEmpty })
    _ = store.heads(of: TramExtension<Quiet>.self)
    #expect(try store.change(.block(Self.loud)).changes.answers.count == 1)
    #expect(store.state.withLock { $0.news.feed.isEmpty })
  }
}

extension ChangeFeed {
  /// The number of tasks that wait for a change.
  fileprivate var waitingCount: Int { readers.values.reduce(0) { $0 + $1.waiting.count } }
}
