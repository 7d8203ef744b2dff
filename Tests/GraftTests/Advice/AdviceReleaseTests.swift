// SPDX-License-Identifier: Apache-2.0

import Glibc
import Graft
import Synchronization
import Testing

/// When removed advice is released that a thread is in.
@Suite("Releasing removed advice")
struct AdviceReleaseTests {
  /// What asks the registry for something, without removing advice.
  enum Later: CaseIterable {
    case listing, installing, blocking, firstCall

    func happens() throws {
      struct Other: Desk { var name = "other" }
      switch self {
      case .listing: _ = ExtensionRegistry.advice
      case .installing:
        let name = "later"
        _ = try? DeskExtension<Other>.joinPoints.motto.before(.named(name)) {}
      case .blocking:
        ExtensionRegistry.block("GraftTests.Nobody")
        try ExtensionRegistry.unblock("GraftTests.Nobody")
      case .firstCall:
        // The next call of any subject is one again.
        ExtensionRegistry.refresh()
        _ = Other().greet("Ann")
      }
    }
  }

  @Test(
    "What another thread was in is released by what happens when it has left", .serialized,
    arguments: Later.allCases)
  func laterRelease(_ later: Later) throws {
    struct Front: Desk { var name = "front" }
    final class Captured: Sendable {}
    var captured: Captured? = Captured()
    weak let watched = captured
    let (entered, leave, left, done) = (
      Semaphore(), Semaphore(), Semaphore(),
      Semaphore()
    )
    let token = try DeskExtension<Front>.joinPoints.greet.around {
      [captured] _, other, proceed in
      entered.signal()
      leave.wait()
      return withExtendedLifetime(captured) { proceed(other) }
    }
    captured = nil
    onAnotherThread {
      _ = Front().greet("Ann")
      left.signal()
      // The thread lives on.
      done.wait()
    }
    entered.wait()
    try token.remove()
    #expect(watched != nil)
    leave.signal()
    left.wait()
    try later.happens()
    #expect(eventually { watched == nil })
    done.signal()
    ExtensionRegistry.removeAdvice(named: "later")
  }

  @Test("A thread that stays in one advised call keeps nothing of other advice")
  func unrelated() throws {
    struct Front: Desk { var name = "front" }
    struct Back: Desk { var name = "back" }
    final class Captured: Sendable {}
    let (entered, leave, left) = (
      Semaphore(), Semaphore(), Semaphore()
    )
    let staying = try DeskExtension<Front>.joinPoints.greet.around { _, other, proceed in
      entered.signal()
      leave.wait()
      return proceed(other)
    }
    onAnotherThread {
      _ = Front().greet("Ann")
      left.signal()
    }
    entered.wait()
    for _ in 0..<100 {
      var captured: Captured? = Captured()
      weak let watched = captured
      let token = try DeskExtension<Back>.joinPoints.greet.before { [captured] _, _ in
        withExtendedLifetime(captured) {}
      }
      captured = nil
      _ = Back().greet("Ann")
      #expect(watched != nil)
      try token.remove()
      #expect(eventually { watched == nil })
    }
    leave.signal()
    left.wait()
    try staying.remove()
  }

  @Test(
    "However deep a thread is in advised calls, it keeps what it is in", .serialized,
    arguments: [1, 7, 8, 9, 20])
  func deep(depth: Int) throws {
    struct Front: Desk { var name = "front" }
    final class Captured: Sendable {
      let text = "kept"
    }
    let log = Log()
    let points = DeskExtension<Front>.joinPoints
    let tokens = Mutex<[AdviceToken]>([])
    let outer = try points.motto.around { type, suffix, proceed in
      Int(suffix)! < depth ? type.motto("\(Int(suffix)! + 1)") : Front().greet("Ann")
    }
    var captured: Captured? = Captured()
    weak let watched = captured
    let inner = try points.greet.around { [captured] _, _, _ in
      for token in tokens.withLock({ $0 }) { #expect((try? token.remove()) == true) }
      return captured!.text
    }
    tokens.withLock { $0 = [inner, outer] }
    captured = nil
    log.add(Front.motto("1"))
    #expect(log.lines == ["kept"])
    #expect(eventually { watched == nil })
  }
}

/// Whether something becomes true. A thread of another test that resolves something has
/// all advice in hand meanwhile, and with it what that has captured.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<10_000 where !condition() { usleep(1000) }
  return condition()
}
