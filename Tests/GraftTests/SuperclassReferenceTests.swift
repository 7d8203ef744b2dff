// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization
import Testing

@Extensible
protocol Guest {
  func welcome(_ name: String) -> String
  func note() throws -> String
  static func title() -> String
}

@Extension
final class Welcoming<Subject: Guest>: GuestExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool {
    SuperclassReferenceTests.questions?.increment()
    return true
  }
  override func welcome(_: Subject, _ name: String) -> String { "\(Subject.self) \(name)" }
  override func title(_ subject: Subject.Type) -> String { "\(Subject.self)" }
  override func note(_: Subject) throws -> String { "\(Subject.self)" }
}

/// An object is answered for by its own class, whatever it is referred to by.
@Suite("Objects referred to by a superclass", .serialized)
struct SuperclassReferenceTests {
  final class Count: Sendable {
    private let value = Atomic(0)
    func increment() { value.add(1, ordering: .relaxed) }
    func take() -> Int { value.exchange(0, ordering: .relaxed) }
  }

  /// How often this task's calls asked whether the extension applies. Those of others that change
  /// the registry ask as well.
  @TaskLocal static var questions: Count?

  class Visitor: Guest {
    @Advisable((any Guest).self) func note() throws -> String { "own" }
  }
  class Regular: Visitor {}
  final class Friend: Regular {}

  @inline(never) private func made<Made: Visitor>(_ type: Made.Type, _ make: () -> Made) -> Visitor
  {
    make()
  }

  @Test("Calls reach the chain of the object's class, and are resolved once")
  func dynamicClass() throws {
    let visitor: Visitor = made(Friend.self) { Friend() }
    let questions = Count()
    Self.$questions.withValue(questions) {
      #expect(visitor.welcome("Ann") == "Friend Ann")
      #expect(questions.take() > 0)
      // Unless another test changes the registry in between.
      let isResolvedOnce = eventually {
        for _ in 0..<100 { #expect(visitor.welcome("Ann") == "Friend Ann") }
        return questions.take() == 0
      }
      #expect(isResolvedOnce)
    }
    let any: any Guest = visitor
    #expect(any.welcome("Bob") == "Friend Bob")
    #expect(made(Regular.self) { Regular() }.welcome("Ann") == "Regular Ann")
  }

  @Test("A metatype that is referred to by a superclass's reaches the chain of its own class")
  func metatype() throws {
    final class Stranger: Visitor {}
    @inline(never) func type() -> Visitor.Type { Stranger.self }
    #expect(type().title() == "Stranger")
    func title<Named: Guest>(_ type: Named.Type) -> String { type.title() }
    #expect(title(type()) == "Stranger")
    #expect(Visitor.title() == "Visitor")
  }

  @Test("So does advice, also of what the class implements itself")
  func advice() throws {
    let visitor: Visitor = made(Friend.self) { Friend() }
    let token = try GuestExtension<Friend>.joinPoints.welcome.around { _, name, proceed in
      "dear " + proceed(name)
    }
    #expect(visitor.welcome("Ann") == "dear Friend Ann")
    #expect(Visitor().welcome("Ann") == "Visitor Ann")
    try token.remove()
    #expect(visitor.welcome("Ann") == "Friend Ann")
    let own = try GuestExtension<Friend>.joinPoints.note.around { _, proceed in try proceed() + "!"
    }
    #expect(try visitor.note() == "own!")
    #expect(try Visitor().note() == "own")
    try own.remove()
    #expect(try visitor.note() == "own")
  }
}
