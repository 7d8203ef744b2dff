// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization
import Testing

@Extensible
protocol Platter {
  func dish() -> String
  func later() async -> String
  static func house() -> String
  func conflicting() -> String
  func last() -> String
}

protocol Vegetarian {}
protocol Spicy {}

@Extension
final class Ground<Subject: Platter>: PlatterExtension<Subject> {
  override func dish(_ subject: Subject) -> String { "bread" }
  override func later(_ subject: Subject) async -> String { "bread" }
  override func house(_ subject: Subject.Type) -> String { "inn" }
  override func conflicting(_ subject: Subject) -> String { "none" }
}

@Extension(priority: 1)
final class Sauce<Subject: Platter>: PlatterExtension<Subject> {
  override func dish(_ subject: Subject) -> String { "sauce on " + super.dish(subject) }
  override func later(_ subject: Subject) async -> String {
    "sauce on " + (await super.later(subject))
  }
  override func house(_ subject: Subject.Type) -> String { "old " + super.house(subject) }
  override func last(_ subject: Subject) -> String { "last" }
}

@Extension(priority: 2)
final class Garnish<Subject: Platter>: PlatterExtension<Subject> {
  override func dish(_ subject: Subject) -> String { "parsley and " + super.dish(subject) }
}

@Extension
final class Green<Subject: Platter & Vegetarian>: PlatterExtension<Subject> {
  override func conflicting(_ subject: Subject) -> String { "green" }
}

@Extension
final class Red<Subject: Platter & Spicy>: PlatterExtension<Subject> {
  override func conflicting(_ subject: Subject) -> String { "red" }
}

@Suite("What a task blocks", .serialized)
struct TaskBlockingTests {
  @Test("Is in no chain of its calls, at the head or below, and in those of all others")
  func blocks() async throws {
    struct Lunch: Platter {}
    #expect(Lunch().dish() == "parsley and sauce on bread")
    try await ExtensionRegistry.withTaskAdvice {
      try ExtensionRegistry.blockForTask("GraftTests.Sauce")
      #expect(Lunch().dish() == "parsley and bread")
      #expect(await Lunch().later() == "bread")
      #expect(Lunch.house() == "inn")
      async let child = Lunch().dish()
      #expect(await child == "parsley and bread")
      #expect(await Task.detached { Lunch().dish() }.value == "parsley and sauce on bread")
      #expect(await Task.detached { await Lunch().later() }.value == "sauce on bread")
      try ExtensionRegistry.withTaskAdvice {
        try ExtensionRegistry.blockForTask("GraftTests.Garnish")
        try ExtensionRegistry.blockForTask("GraftTests.Garnish")
        #expect(Lunch().dish() == "bread")
      }
      #expect(Lunch().dish() == "parsley and bread")
    }
    #expect(Lunch().dish() == "parsley and sauce on bread")
    #expect(await Lunch().later() == "sauce on bread")
  }

  @Test("Takes a conflict away, where it was one of the two")
  func conflict() throws {
    struct Curry: Platter, Vegetarian, Spicy {}
    #expect(Curry().conflicting() == "none")
    try ExtensionRegistry.withTaskAdvice {
      try ExtensionRegistry.blockForTask("GraftTests.Red")
      #expect(Curry().conflicting() == "green")
    }
    #expect(Curry().conflicting() == "none")
  }

  @Test("Advice runs around the chain of each task")
  func advised() throws {
    struct Dinner: Platter {}
    let token = try PlatterExtension<Dinner>.joinPoints.dish.around { _, proceed in "<\(proceed())>"
    }
    try ExtensionRegistry.withTaskAdvice {
      try ExtensionRegistry.blockForTask("GraftTests.Garnish")
      #expect(Dinner().dish() == "<sauce on bread>")
      try PlatterExtension<Dinner>.joinPoints.dish.around(.forTask) { _, proceed in proceed() + "!"
      }
      #expect(Dinner().dish() == "<sauce on bread!>")
    }
    #expect(Dinner().dish() == "<parsley and sauce on bread>")
    try token.remove()
  }

  @Test("Subjects that are first called meanwhile, and blocking for all, are taken into account")
  func changes() throws {
    struct Early: Platter {}
    struct Late: Platter {}
    #expect(Early().dish() == "parsley and sauce on bread")
    try ExtensionRegistry.withTaskAdvice {
      try ExtensionRegistry.blockForTask("GraftTests.Garnish")
      #expect(Early().dish() == "sauce on bread")
      #expect(Late().dish() == "sauce on bread")
      ExtensionRegistry.block("GraftTests.Sauce")
      #expect(Early().dish() == "bread")
      #expect(Late().dish() == "bread")
      try ExtensionRegistry.unblock("GraftTests.Sauce")
      #expect(Early().dish() == "sauce on bread")
    }
    #expect(Late().dish() == "parsley and sauce on bread")
  }

  @Test("Tasks at one time block different extensions")
  func parallel() async throws {
    struct Buffet: Platter {}
    final class Wrong: Sendable { let count = Mutex(0) }
    let wrong = Wrong()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<300 {
        group.addTask {
          let (name, expected) =
            [
              ("GraftTests.Sauce", "parsley and bread"), ("GraftTests.Garnish", "sauce on bread"),
              ("GraftTests.Nobody", "parsley and sauce on bread"),
            ][number % 3]
          try? await ExtensionRegistry.withTaskAdvice {
            try ExtensionRegistry.blockForTask(name)
            for _ in 0..<5 {
              await Task.yield()
              if Buffet().dish() != expected { wrong.count.withLock { $0 += 1 } }
            }
          }
        }
      }
    }
    #expect(wrong.count.withLock { $0 } == 0)
  }

  @Test("Without a scope there is an error; where nothing is left, the process ends")
  func errors() async throws {
    #expect(throws: AdviceError.noTaskScope("blocking GraftTests.Sauce")) {
      try ExtensionRegistry.blockForTask("GraftTests.Sauce")
    }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Empty: Platter {}
      try ExtensionRegistry.withTaskAdvice {
        try ExtensionRegistry.blockForTask("GraftTests.Sauce")
        _ = Empty().last()
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("last()"), "\(text)")
    #expect(text.contains("this task blocks GraftTests.Sauce"), "\(text)")
  }
}
