// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization
import Testing

@Extensible
protocol Noisy: AnyObject {
  func hum() -> Int
}

@Extension
final class Humming<Subject: Noisy>: NoisyExtension<Subject> {
  override func hum(_: Subject) -> Int { 1 }
}

/// Asks the registry when it goes: a deadlock, if that is under its lock.
private final class Asking: Noisy {
  static let count = Atomic(0)

  deinit {
    _ = ExtensionRegistry.advice.count
    _ = ExtensionRegistry.images.count
    Self.count.add(1, ordering: .relaxed)
  }
}

@Extensible
protocol Weighed {
  func weigh() -> Int
}

private struct KnownWeight: Weighed {}
private struct NewWeight: Weighed {}

@Extension
final class Weighing<Subject: Weighed>: WeighedExtension<Subject> {
  override func weigh(_: Subject) -> Int { 1 }
}

@Extension(priority: 1)
final class WeighingTwice<Subject: Weighed>: WeighedExtension<Subject> {
  override func weigh(_ subject: Subject) -> Int { 1 + super.weigh(subject) }
}

/// Calls another type for the first time while a change asks whether it applies.
@Extension
final class CallingNew<Subject: Weighed>: WeighedExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool {
    if CallsNew.isOn, subject == KnownWeight.self {
      CallsNew.counts.withLock { $0.append(NewWeight().weigh()) }
    }
    return false
  }
  override func weigh(_: Subject) -> Int { 0 }
}

private enum CallsNew {
  @TaskLocal static var isOn = false
  static let counts = Mutex([Int]())
}

/// The registry holds no lock while code of users runs.
@Suite("Code of users", .serialized)
struct UsersCodeTests {
  /// Threads let go of advised objects at any moment, so often the last reference is the one
  /// that the registry has for the time of a look.
  @Test("An object whose advice is looked at goes without the lock")
  func weaklyRead() async throws {
    let rounds = 2000
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<rounds {
            var object: Asking? = Asking()
            let token = try? NoisyExtension<Asking>.joinPoints(of: object!).hum.before {}
            #expect(object!.hum() == 1)
            object = nil
            _ = token?.isInstalled
          }
        }
      }
      // Each installing looks at a few objects that others are letting go of.
      group.addTask {
        let object = Asking()
        for _ in 0..<rounds {
          let token = try? NoisyExtension<Asking>.joinPoints(of: object).hum.before {}
          _ = try? token?.remove()
        }
      }
    }
    #expect(Asking.count.load(ordering: .relaxed) == 3 * rounds + 1)
  }

  @Test("A type that is first called while a change is answered gets the change too")
  func firstCallInChange() {
    #expect(KnownWeight().weigh() == 2)
    CallsNew.$isOn.withValue(true) { ExtensionRegistry.block("GraftTests.WeighingTwice") }
    defer { _ = try? ExtensionRegistry.unblock("GraftTests.WeighingTwice") }
    // The change is answered again for both types.
    #expect(CallsNew.counts.withLock { $0 } == [2, 2])
    #expect(KnownWeight().weigh() == 1)
    #expect(NewWeight().weigh() == 1)
  }
}
