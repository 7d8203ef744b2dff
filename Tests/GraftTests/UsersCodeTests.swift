// SPDX-License-Identifier: Apache-2.0

import Glibc
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

/// Runs a test's code while a change of the test's own thread asks whether it applies.
@Extension
final class WeighingNever<Subject: Weighed>: WeighedExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool {
    if subject == KnownWeight.self { Asked.run() }
    return false
  }
  override func weigh(_: Subject) -> Int { 0 }
}

/// Runs a test's code in a call, in front of the pointcut.
@Advice(priority: 1)
final class Lid<Subject: Weighed>: WeighedExtension<Subject> {
  override func weigh(_ subject: Subject) -> Int {
    Weighings.code.withLock { $0.take() }?()
    return super.weigh(subject)
  }
}

@Advice(protocols: "GraftTests.Weighed", requirements: "*")
final class Tare: AroundPointcut {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    Weighings.aroundCount.add(1, ordering: .relaxed)
    try proceed()
  }
}

private enum Weighings {
  /// Code for the next call.
  static let code = Mutex<(@Sendable () -> Void)?>(nil)
  /// The number of calls that the pointcut was around.
  static let aroundCount = Atomic(0)

  /// The number of calls by some code that the pointcut is around.
  static func count(_ body: () -> Void) -> Int {
    let before = aroundCount.load(ordering: .relaxed)
    body()
    return aroundCount.load(ordering: .relaxed) - before
  }
}

private enum Asked {
  private typealias Code = (thread: pthread_t, run: @Sendable () -> Void)

  private static let code = Mutex<Code?>(nil)

  /// Runs the code, except for what it asks itself, and for changes of tests that run at the same
  /// time.
  static func run() {
    let code = code.withLock { code -> Code? in
      guard let found = code, found.thread == pthread_self() else { return nil }
      code = nil
      return found
    }
    guard let code else { return }
    code.run()
    self.code.withLock { $0 = code }
  }

  static func withCode<Result>(
    _ run: @escaping @Sendable () -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    code.withLock { $0 = (pthread_self(), run) }
    defer { code.withLock { $0 = nil } }
    return try body()
  }
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
    // A look of another test's thread can hold the last reference for a moment.
    let all = 3 * rounds + 1
    for _ in 0..<1000 where Asking.count.load(ordering: .relaxed) < all {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(Asking.count.load(ordering: .relaxed) == all)
  }

  private static let blocked = "GraftTests.WeighingTwice"

  @Test("A type that is first called while a change is answered gets the change too")
  func firstCallInChange() {
    let weights = Mutex([Int]())
    #expect(KnownWeight().weigh() == 2)
    Asked.withCode({ weights.withLock { $0.append(NewWeight().weigh()) } }) {
      _ = ExtensionRegistry.block(Self.blocked)
    }
    defer { _ = try? ExtensionRegistry.unblock(Self.blocked) }
    // The change is answered again for both types; once more if another test has changed the program.
    let weighed = weights.withLock { $0 }
    #expect(weighed.count >= 2 && weighed.allSatisfy { $0 == 2 }, "\(weighed)")
    #expect(KnownWeight().weigh() == 1)
    #expect(NewWeight().weigh() == 1)
  }

  @Test("A change that no longer fits at its last attempt is not reported")
  func overtaken() throws {
    let attempts = Mutex(0)
    #expect(KnownWeight().weigh() == 2)
    ExtensionRegistry.block(Self.blocked)
    // Each attempt finds another program, and the last one that the change was made.
    let overtake: @Sendable () -> Void = {
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      let done = Semaphore()
      onAnotherThread {
        if attempt < 16 {
          ExtensionRegistry.block("GraftTests.Nothing\(attempt)")
        } else {
          _ = try? ExtensionRegistry.unblock(Self.blocked)
        }
        done.signal()
      }
      done.wait()
    }
    let changes = try Asked.withCode(overtake) {
      try ExtensionRegistry.unblock(Self.blocked, allowingConflicts: true)
    }
    for attempt in 1..<16 { _ = try? ExtensionRegistry.unblock("GraftTests.Nothing\(attempt)") }
    #expect(attempts.withLock { $0 } == 16)
    #expect(changes.isEmpty)
    #expect(KnownWeight().weigh() == 2)
  }

  @Test("A running call sees a change inside of a class, also one that others have overtaken")
  func overtakenInCall() {
    #expect(Weighings.count { _ = KnownWeight().weigh() } == 1)
    let overtaken = Atomic(0)
    let overtake: @Sendable () -> Void = {
      let number = overtaken.add(1, ordering: .relaxed).newValue
      let done = Semaphore()
      onAnotherThread {
        ExtensionRegistry.block("GraftTests.Nothing\(number)")
        done.signal()
      }
      done.wait()
    }
    Weighings.code.withLock {
      $0 = { Asked.withCode(overtake) { _ = ExtensionRegistry.block("GraftTests.Tare") } }
    }
    #expect(Weighings.count { _ = KnownWeight().weigh() } == 0)
    let count = overtaken.load(ordering: .relaxed)
    #expect(count >= 16)
    for number in 1...count { _ = try? ExtensionRegistry.unblock("GraftTests.Nothing\(number)") }
    #expect(throws: Never.self) { try ExtensionRegistry.unblock("GraftTests.Tare") }
    #expect(Weighings.count { _ = KnownWeight().weigh() } == 1)
  }
}
