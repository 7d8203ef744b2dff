// SPDX-License-Identifier: Apache-2.0

import GraftCourier
import Synchronization
import Testing

@Courier
protocol Quiet: AnyObject, Sendable {
  func rest() -> Int
}

/// A protocol that the courier's does not refine: receivers are cast to it when asked.
@Courier
protocol Loud {
  func shout() -> Int
}

/// An actor whose `shared` asks the registry: a deadlock, if that is under its lock.
@globalActor
private actor Curious {
  static let asked = Atomic(0)
  private static let actor = Curious()
  static var shared: Curious {
    asked.add(1, ordering: .relaxed)
    _ = ExtensionRegistry.images.count
    return actor
  }
}

private final class Sleeper: Quiet {
  static let count = Atomic(0)
  func rest() -> Int { 1 }

  deinit {
    _ = ExtensionRegistry.advice.count
    Self.count.add(1, ordering: .relaxed)
  }
}

extension Sleeper: @Curious Loud {
  @Curious func shout() -> Int { 1 }
}

/// The registry's lock is not held while code of users runs.
@Suite("Code of users in couriers", .serialized)
struct UsersCodeTests {
  @Test("Receivers go while others are added")
  func deinitialisers() async {
    let courier = QuietCourier()
    let rounds = 2000
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<rounds {
            let sleeper = Sleeper()
            _ = try? courier.receivers.add(sleeper)
            withExtendedLifetime(sleeper) {}
          }
        }
      }
      group.addTask {
        for _ in 0..<rounds { _ = courier.receivers.contains(Sleeper()) }
      }
    }
    #expect(Sleeper.count.load(ordering: .relaxed) >= 4 * rounds)
  }

  @Test("A receiver is cast to a protocol that it meets on an actor only")
  func casts() throws {
    let courier = QuietCourier()
    let sleeper = Sleeper()
    try courier.receivers.add(sleeper, .strongly)
    // Asks the actor's `shared` on the way.
    let before = Curious.asked.load(ordering: .relaxed)
    let found = courier.receivers(of: LoudCourier.shout)
    #expect(found.isEmpty)
    #expect(Curious.asked.load(ordering: .relaxed) > before)
    withExtendedLifetime(sleeper) {}
  }
}
