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

  @Test("A receiver that meets a protocol on an actor only gets none of its calls, there neither")
  func casts() async throws {
    let courier = QuietCourier()
    let sleeper = Sleeper()
    try courier.receivers.add(sleeper, .strongly)
    // No cast asks the actor's `shared`.
    let before = Curious.asked.load(ordering: .relaxed)
    #expect(courier.receivers(of: LoudCourier.shout).isEmpty)
    #expect(Curious.asked.load(ordering: .relaxed) == before)
    #expect(courier.rest() == 1)
    let other = QuietCourier()
    try other.receivers.add(sleeper, .strongly)
    #expect(await isSilentOnActor(other))
    #expect(other.receivers(of: LoudCourier.shout).isEmpty)
    withExtendedLifetime(sleeper) {}
  }

  @Curious
  private func isSilentOnActor(_ courier: QuietCourier) -> Bool {
    courier.receivers(of: LoudCourier.shout).isEmpty
  }
}
