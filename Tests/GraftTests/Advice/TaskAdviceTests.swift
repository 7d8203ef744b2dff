// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization
import Testing

@Extensible
protocol Tariff {
  static func rate() -> Int
  func price(_ amount: Int) -> Int
  func later(_ amount: Int) async -> Int
}

@Extension
final class StandardTariff<Subject: Tariff>: TariffExtension<Subject> {
  override func rate(_ subject: Subject.Type) -> Int { 1 }
  override func price(_ subject: Subject, _ amount: Int) -> Int { amount }
  override func later(_ subject: Subject, _ amount: Int) async -> Int { amount }
}

@Suite("Advice for a task")
struct TaskAdviceTests {
  @Test("Runs in the task and its children, until the scope ends")
  func children() async throws {
    struct Parcel: Tariff {}
    let points = TariffExtension<Parcel>.joinPoints
    try await ExtensionRegistry.withTaskAdvice {
      try points.price.around(.forTask) { _, amount, proceed in proceed(amount) * 2 }
      try points.later.around(.forTask) { _, amount, proceed in await proceed(amount) * 3 }
      #expect(Parcel().price(1) == 2)
      #expect(await Parcel().later(1) == 3)
      async let child = Parcel().price(2)
      #expect(await child == 4)
      #expect(await Task { Parcel().price(3) }.value == 6)
      #expect(await Task.detached { Parcel().price(3) }.value == 3)
      #expect(await Task.detached { await Parcel().later(3) }.value == 3)
    }
    #expect(Parcel().price(1) == 1)
    #expect(await Parcel().later(1) == 1)
    #expect(!ExtensionRegistry.advice.contains { $0.subjects.contains("Parcel") })
  }

  @Test("A task that outlives the scope installs and blocks nothing more")
  func outliving() async throws {
    struct Postcard: Tariff {}
    let hasEnded = Semaphore()
    let task = ExtensionRegistry.withTaskAdvice {
      Task {
        hasEnded.wait()
        #expect(throws: AdviceError.noTaskScope("advice of Tariff.price(_:)")) {
          try TariffExtension<Postcard>.joinPoints.price.before(.forTask) {}
        }
      }
    }
    hasEnded.signal()
    await task.value
    #expect(!ExtensionRegistry.advice.contains { $0.subjects.contains("Postcard") })
  }

  @Test("Works without any task, on a thread")
  func threads() throws {
    struct Letter: Tariff {}
    let other = Mutex(0)
    try ExtensionRegistry.withTaskAdvice {
      try TariffExtension<Letter>.joinPoints.rate.around(.forTask) { _ in 5 }
      #expect(Letter.rate() == 5)
      let done = Semaphore()
      onAnotherThread {
        other.withLock { $0 = Letter.rate() }
        done.signal()
      }
      done.wait()
    }
    #expect(other.withLock { $0 } == 1)
    #expect(Letter.rate() == 1)
  }

  @Test("Scopes nest: inner calls reach the advice of both, the outer one's outside")
  func nested() throws {
    struct Crate: Tariff {}
    let points = TariffExtension<Crate>.joinPoints
    try ExtensionRegistry.withTaskAdvice {
      try points.price.around(.forTask) { _, amount, proceed in proceed(amount) * 10 }
      try ExtensionRegistry.withTaskAdvice {
        try points.price.around(.forTask) { _, amount, proceed in proceed(amount) + 1 }
        #expect(Crate().price(1) == 20)
      }
      #expect(Crate().price(1) == 10)
    }
  }

  @Test("By type and by name, the older runs first, and the outer scope's before all")
  func ages() throws {
    struct Hamper: Tariff {}
    let byType = TariffExtension<Hamper>.joinPoints
    let byName = TariffJoinPoints.type(named: String(reflecting: Hamper.self))
    let ran = Mutex<[Int]>([])
    @Sendable func run(_ number: Int) { ran.withLock { $0.append(number) } }
    try ExtensionRegistry.withTaskAdvice {
      try byName.price.before(.forTask) { run(1) }
      try ExtensionRegistry.withTaskAdvice {
        try byType.price.before(.forTask, .named("hamper-2")) { run(2) }
        try byName.price.before(.forTask, .named("hamper-3")) { run(3) }
        try byType.price.before(.forTask, .named("hamper-4")) { run(4) }
        _ = Hamper().price(1)
        #expect(ran.withLock { $0 } == [1, 2, 3, 4])
        let explained = TariffExtension<Hamper>.resolution.requirements
          .flatMap(\.advice).compactMap(\.name)
        #expect(explained == ["hamper-2", "hamper-3", "hamper-4"])
        ran.withLock { $0 = [] }
        #expect(ExtensionRegistry.removeAdvice(named: "hamper-2"))
        _ = Hamper().price(1)
        #expect(ran.withLock { $0 } == [1, 3, 4])
      }
      ran.withLock { $0 = [] }
      _ = Hamper().price(1)
      #expect(ran.withLock { $0 } == [1])
    }
  }

  @Test("Is inside of other advice of its kind, and obeys precedence, once and removal")
  func order() throws {
    struct Box: Tariff {}
    let points = TariffExtension<Box>.joinPoints
    try ExtensionRegistry.withTaskAdvice {
      let inner = try points.price.around(.forTask) { _, amount, proceed in proceed(amount) + 1 }
      let global = try points.price.around { _, amount, proceed in proceed(amount) * 10 }
      #expect(Box().price(1) == 20)
      #expect(ExtensionRegistry.advice.count { $0.subjects.contains("Box") } == 2)
      #expect(TariffExtension<Box>.resolution["price(_:)"]?.advice.count == 2)
      let outer = try points.price.around(.forTask, .precedence(1)) { _, amount, proceed in
        proceed(amount) + 5
      }
      #expect(Box().price(1) == 25)
      try points.price.before(.forTask, .once) { _, _ in }
      #expect(Box().price(1) == 25)
      #expect(try inner.remove())
      #expect(try !inner.remove())
      #expect(Box().price(1) == 15)
      try outer.remove()
      try global.remove()
      #expect(Box().price(1) == 1)
    }
  }

  @Test("Needs a scope, and a type instead of one object")
  func errors() throws {
    final class Van: Tariff {}
    let points = TariffExtension<Van>.joinPoints
    #expect(throws: AdviceError.noTaskScope("advice of Tariff.price(_:)")) {
      try points.price.before(.forTask) {}
    }
    ExtensionRegistry.withTaskAdvice {
      let van = Van()
      let error = #expect(throws: AdviceError.self) {
        try TariffExtension<Van>.joinPoints(of: van).price.before(.forTask) {}
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains("advice of one object can't be for a task"))
    }
  }

  @Test("Counts the calls outside of any scope")
  func outside() async throws {
    struct Sack: Tariff {}
    try await ExtensionRegistry.withTaskAdvice {
      let token = try TariffExtension<Sack>.joinPoints.price.before(.forTask) {}
      _ = Sack().price(1)
      #expect(token.callsOutsideTasks == 0)
      _ = await Task.detached { Sack().price(1) }.value
      #expect(token.callsOutsideTasks == 1)
    }
  }

  @Test("A thousand tasks replace one static requirement, and none sees another's")
  func many() async throws {
    struct Shared: Tariff {}
    final class Wrong: Sendable { let count = Mutex(0) }
    let wrong = Wrong()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<1_000 {
        group.addTask {
          try? await ExtensionRegistry.withTaskAdvice {
            try TariffExtension<Shared>.joinPoints.rate.around(.forTask) { _ in number }
            for _ in 0..<10 {
              await Task.yield()
              if Shared.rate() != number { wrong.count.withLock { $0 += 1 } }
            }
          }
        }
        group.addTask { if Shared.rate() != 1 { wrong.count.withLock { $0 += 1 } } }
      }
    }
    #expect(wrong.count.withLock { $0 } == 0)
    #expect(Shared.rate() == 1)
  }

  @Test("Releases what its closures hold when the scope ends")
  func release() throws {
    struct Tube: Tariff {}
    final class Held: Sendable {}
    weak var held: Held?
    try ExtensionRegistry.withTaskAdvice {
      let new = Held()
      held = new
      try TariffExtension<Tube>.joinPoints.price.before(.forTask) { withExtendedLifetime(new) {} }
      _ = Tube().price(1)
    }
    #expect(held == nil)
  }
}
