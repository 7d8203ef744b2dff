// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Graft
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
        ExtensionRegistry.unblock("GraftTests.Nobody")
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
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0),
      DispatchSemaphore(value: 0)
    )
    let token = try DeskExtension<Front>.joinPoints.greet.around {
      [captured] _, other, proceed in
      entered.signal()
      leave.wait()
      return withExtendedLifetime(captured) { proceed(other) }
    }
    captured = nil
    DispatchQueue.global().async {
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
    // Threads of other tests may be in advised calls for moments.
    for _ in 0..<1000 where watched != nil {
      sched_yield()
      try later.happens()
    }
    #expect(watched == nil)
    done.signal()
    ExtensionRegistry.removeAdvice(named: "later")
  }
}
