// SPDX-License-Identifier: Apache-2.0

import Glibc
@testable import Graft
import Synchronization
import Testing

/// Taking advice out again.
@Suite("Removing advice")
struct AdviceTokenTests {
  @Test("Any order of removal leaves the others working", arguments: 0..<6)
  func order(of permutation: Int) throws {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    let log = Log()
    final class Clerk: Desk { var name = "clerk" }
    let clerk = Clerk()
    func install(_ name: String) throws -> AdviceToken {
      try DeskExtension<Clerk>.joinPoints(of: clerk).greet.around { _, other, proceed in
        log.add(name)
        return proceed(other)
      }
    }
    let names = ["a", "b", "c"]
    let tokens = try names.map(install)
    var left = names
    for index in orders[permutation] {
      _ = clerk.greet("Ann")
      #expect(log.take() == left)
      #expect(try tokens[index].remove())
      left.removeAll { $0 == names[index] }
    }
    #expect(clerk.greet("Ann") == "Hello, Ann")
    #expect(log.take() == [])
  }

  @Test("The last removal leaves the registry as if nothing had been")
  func asBefore() throws {
    // Nothing advises every subject of this protocol: a test that did, at the same time,
    // would show in a resolution.
    struct Front: Bureau { var place = "front" }
    let before = BureauExtension<Front>.resolution
    let token = try BureauExtension<Front>.joinPoints.join.before(.named("as before")) {}
    #expect("\(BureauExtension<Front>.resolution)" != "\(before)")
    let note = "the compiler calls it directly, past advice, unless it is @Advisable"
    #expect("\(BureauExtension<Front>.resolution)".contains(note))
    #expect(!"\(before)".contains(note))
    #expect(ExtensionRegistry.advice.contains { $0.name == "as before" })
    try token.remove()
    #expect("\(BureauExtension<Front>.resolution)" == "\(before)")
    #expect(!ExtensionRegistry.advice.contains { $0.name == "as before" })
  }

  @Test("A resolution and the list say where a closure was installed, and how")
  func source() throws {
    struct Front: Bureau { var place = "front" }
    let line = #line + 1
    let token = try BureauExtension<Front>.joinPoints.join.after(.named("told"), .precedence(3)) {}
    defer { _ = try? token.remove() }
    let source = "GraftTests/AdviceTokenTests.swift:\(line)"
    let resolved = try #require(
      BureauExtension<Front>.resolution["join(_:_:_:)"]?.advice.first { $0.name == "told" })
    #expect(resolved.kind == .after)
    #expect(resolved.source == source)
    #expect(resolved.precedence == 3)
    let row = "\(BureauExtension<Front>.resolution)".split(separator: "\n").first {
      $0.contains("told for ")
    }
    #expect(row?.contains(", precedence 3") == true)
    #expect(row?.contains(source) == true)
    let entry = try #require(ExtensionRegistry.advice.first { $0.name == "told" })
    #expect((entry.source, entry.precedence, entry.kind) == (source, 3, .after))
  }

  @Test("A name is given to one advice at a time, and removes it")
  func names() throws {
    struct Front: Desk { var name = "front" }
    let log = Log()
    let points = DeskExtension<Front>.joinPoints
    let token = try points.greet.before(.named("visits")) { log.add("one") }
    #expect(throws: AdviceError.nameTaken("visits")) {
      try points.price.before(.named("visits")) {}
    }
    #expect(ExtensionRegistry.removeAdvice(named: "visits"))
    #expect(!ExtensionRegistry.removeAdvice(named: "visits"))
    #expect(try !token.remove())
    _ = Front().greet("Ann")
    #expect(log.lines == [])
    try points.greet.before(.named("visits")) { log.add("two") }.remove()
  }

  @Test("All advice of a type is removed at once")
  func byType() throws {
    struct Front: Desk { var name = "front" }
    struct Back: Desk { var name = "back" }
    let log = Log()
    try DeskExtension<Front>.joinPoints.greet.before { log.add("front") }
    try DeskExtension<Front>.joinPoints.price.before { log.add("front") }
    let back = try DeskExtension<Back>.joinPoints.greet.before { log.add("back") }
    #expect(ExtensionRegistry.removeAdvice(ofSubject: Front.self) == 2)
    #expect(ExtensionRegistry.removeAdvice(ofSubject: Front.self) == 0)
    _ = (Front().greet("Ann"), Front().price(1, of: 1), Back().greet("Ann"))
    #expect(log.lines == ["back"])
    try back.remove()
  }

  @Test("Once is once, under 1,000 concurrent calls")
  func once() async throws {
    struct Front: Desk { var name = "front" }
    for _ in 0..<10 {
      let count = Counter()
      let token = try DeskExtension<Front>.joinPoints.greet.before(.once) { count.increment() }
      await withTaskGroup(of: String.self) { group in
        for index in 0..<1000 { group.addTask { Front().greet("\(index)") } }
        for await greeting in group { #expect(greeting.hasPrefix("Hello, ")) }
      }
      #expect(count.value == 1)
      #expect(try !token.remove())
    }
  }

  enum Form: CaseIterable {
    case before, around, after, bareBefore, bareAround, bareAfter, beforeOfAny,
      aroundOfAny, afterOfAny, once

    func install(_ use: @escaping @Sendable () -> Void) throws -> AdviceToken {
      let point = DeskExtension<Keeper>.joinPoints.greet
      let any = DeskJoinPoints.type(Keeper.self).greet
      return switch self {
      case .before: try point.before { _, _ in use() }
      case .around:
        try point.around { _, other, proceed in
          use()
          return proceed(other)
        }
      case .after: try point.after { _, _, _ in use() }
      case .bareBefore: try point.before(run: use)
      case .bareAround:
        try point.around { proceed in
          use()
          return proceed()
        }
      case .bareAfter: try point.after(run: use)
      case .beforeOfAny: try any.before { _, _ in use() }
      case .aroundOfAny:
        try any.around { _, other, proceed in
          use()
          return proceed(other)
        }
      case .afterOfAny: try any.after { _, _, _ in use() }
      case .once: try point.before(.once) { _, _ in use() }
      }
    }
  }

  struct Keeper: Desk { var name = "keeper" }

  @Test(
    "What an advice captured is released when it is removed", .serialized,
    arguments: Form.allCases)
  func memory(of form: Form) throws {
    final class Captured: Sendable {}
    var captured: Captured? = Captured()
    weak let watched = captured
    let token = try form.install { [captured] in withExtendedLifetime(captured) {} }
    captured = nil
    _ = form == .once ? "" : Keeper().greet("Ann")
    #expect(watched != nil)
    try token.remove()
    // Another test's thread may have been in an advised call: then it is released when
    // the registry is asked next.
    for _ in 0..<1000 where watched != nil {
      sched_yield()
      _ = ExtensionRegistry.advice
    }
    #expect(watched == nil)
  }

  @Test("Installing and removing again and again makes no more links")
  func links() throws {
    // Nothing advises every subject of this protocol: a test that did, at the same
    // time, would make links here too.
    struct Front: Bureau { var place = "front" }
    func linkCount() -> Int { Registry.shared.adviceLinks.count(at: BureauExtension<Front>.self) }
    let points = BureauExtension<Front>.joinPoints
    let below = try points.kind.around { proceed in proceed() }
    for _ in 0..<100 {
      let token = try points.kind.around { _, first, second, proceed in proceed(first, second) + "!"
      }
      #expect(Front.kind("a", 1) == "a1!")
      try token.remove()
      #expect(Front.kind("a", 1) == "a1")
    }
    try below.remove()
    #expect(linkCount() == 1)
  }

  @Test("An advice that removes itself is released when the call has left it")
  func ownRemoval() throws {
    struct Front: Desk { var name = "front" }
    final class Captured: Sendable {
      let token = Mutex<AdviceToken?>(nil)
    }
    let log = Log()
    let captured = Captured()
    // The closure alone keeps this.
    var kept: Captured? = Captured()
    weak let watched = kept
    let token = try DeskExtension<Front>.joinPoints.greet.around {
      [unowned captured, kept = kept!] _, other, proceed in
      log.add("advised")
      #expect(kept.token.withLock { $0 } == nil)
      #expect(captured.token.withLock { try? $0?.remove() } == true)
      return proceed(other)
    }
    captured.token.withLock { $0 = token }
    kept = nil
    #expect(watched != nil)
    #expect(Front().greet("Ann") == "Hello, Ann")
    #expect(eventually { watched == nil })
    #expect(Front().greet("Bob") == "Hello, Bob")
    #expect(log.lines == ["advised"])
  }

  @Test("What an advice captured can use the registry when it is released")
  func deinitialiser() throws {
    struct Front: Desk { var name = "front" }
    final class Asking: Sendable {
      let log: Log
      init(_ log: Log) { self.log = log }
      deinit { log.add("\(ExtensionRegistry.advice.contains { $0.name == "asking" })") }
    }
    let log = Log()
    let points = DeskExtension<Front>.joinPoints
    for (isCalled, count) in [(false, 1), (true, 3)] {
      let token = try points.greet.before(.named("asking")) { [asking = Asking(log)] _, _ in
        log.add("advised \(type(of: asking))")
      }
      if isCalled { _ = Front().greet("Ann") }
      // The last that holds the object, where no call has.
      try token.remove()
      #expect(eventually { log.lines.count == count })
    }
    #expect(log.lines == ["false", "advised Asking", "false"])
  }

  @Test("An advice can call what it advises, and install more, from the next call on")
  func reentrance() throws {
    struct Front: Desk { var name = "front" }
    let log = Log()
    let points = DeskExtension<Front>.joinPoints
    let added = Mutex<AdviceToken?>(nil)
    let token = try points.greet.around { front, other, proceed in
      if other == "Ann" { log.add(front.greet("Bob")) }
      try? added.withLock { token in
        if token == nil { token = try points.greet.before { log.add("more") } }
      }
      return proceed(other)
    }
    #expect(Front().greet("Ann") == "Hello, Ann")
    #expect(log.take() == ["Hello, Bob"])
    #expect(Front().greet("Cat") == "Hello, Cat")
    #expect(log.take() == ["more"])
    try token.remove()
    try added.withLock { _ = try $0?.remove() }
  }

  @Test("Advice comes and goes while threads call, and each call is a right one")
  func threads() async throws {
    struct Front: Desk { var name = "front" }
    let isDone = Counter()
    let calls = Counter()
    await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          while isDone.value == 0 {
            let greeting = Front().greet("Ann")
            #expect(["Hello, Ann", "Hello, Ann!", "Hello, Ann!!"].contains(greeting))
            calls.increment()
            // There may be fewer threads than tasks.
            if calls.value % 64 == 0 { await Task.yield() }
          }
        }
      }
      group.addTask {
        defer { isDone.increment() }
        let points = DeskExtension<Front>.joinPoints
        for _ in 0..<300 {
          let one = try points.greet.around { _, other, proceed in proceed(other) + "!" }
          let two = try points.greet.around { _, other, proceed in proceed(other) + "!" }
          try one.remove()
          try two.remove()
        }
      }
    }
    #expect(calls.value > 0)
    #expect(Front().greet("Ann") == "Hello, Ann")
  }
}

final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }
  func increment() { count.add(1, ordering: .relaxed) }
}
