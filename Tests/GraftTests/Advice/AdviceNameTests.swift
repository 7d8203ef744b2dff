// SPDX-License-Identifier: Apache-2.0

public import Graft
import Testing

/// Names that the links of advice use themselves.
@Extensible
protocol Namesake {
  func note(advice: Int, slot: Int, result: Int, any: Int, same: Int) -> Int
  func fetch(_ result: Int, any advice: Int) async throws -> Int
  func check(_ outcome: Int, call: Int) throws -> Int
  func show<Cell>(_ cell: Cell) async -> String
  var type: String { get }
}

@Extension
final class NamesakeSum<Subject: Namesake>: NamesakeExtension<Subject> {
  override func note(
    _ subject: Subject, advice: Int, slot: Int, result: Int, any: Int, same: Int
  ) -> Int { advice + slot + result + any + same }

  override func fetch(_ subject: Subject, _ result: Int, any advice: Int) async throws -> Int {
    result * advice
  }

  override func check(_ subject: Subject, _ outcome: Int, call: Int) throws -> Int {
    outcome - call
  }

  override func show<Cell>(_ subject: Subject, _ cell: Cell) async -> String { "\(cell)" }
  override func type(_ subject: Subject) -> String { "default" }
}

/// Implements it itself, and has a member that hides the standard library's function.
struct Typed: Namesake {
  let type = "typed"

  @Advisable((any Namesake).self)
  func check(_ outcome: Int, call: Int) throws -> Int { outcome }
}

/// In the interface of its module nothing is `Sendable` without saying so.
@Extensible
public protocol Lent {
  func use() -> Int
}

@Extension
final class LentUse<Subject: Lent>: LentExtension<Subject> {
  override func use(_ subject: Subject) -> Int { 1 }
}

@Suite("Parameters with the names of generated code")
struct AdviceNameTests {
  @Test("They reach the advice and the implementation")
  func names() async throws {
    struct Front: Namesake {}
    let log = Log()
    let points = NamesakeExtension<Front>.joinPoints
    let tokens = [
      try points.note.before { _, advice, slot, result, any, same in
        log.add("\(advice)\(slot)\(result)\(any)\(same)")
      },
      try points.note.around { _, advice, slot, result, any, same, proceed in
        10 * proceed(advice, slot, result, any, same)
      },
      try points.note.after { _, _, _, _, _, _, sum in log.add("\(sum)") },
      try NamesakeJoinPoints.everySubject.fetch.after { _, result, advice, outcome in
        log.add("\(result) \(advice) \(try! outcome.get())")
      },
      try points.check.after { _, outcome, call, result in
        log.add("\(outcome) \(call) \(try! result.get())")
      },
    ]
    #expect(Front().note(advice: 1, slot: 2, result: 3, any: 4, same: 5) == 150)
    #expect(try await Front().fetch(6, any: 7) == 42)
    #expect(try Front().check(9, call: 5) == 4)
    #expect(log.lines == ["12345", "150", "6 7 42", "9 5 4"])
    for token in tokens { try token.remove() }
    #expect(await Front().show(42) == "42")
    #expect(Front().type == "default")
    #expect(Typed().type == "typed")
  }

  @Test("A member of the name of a function of the standard library is in nobody's way")
  func type() throws {
    let token = try NamesakeExtension<Typed>.joinPoints.check.around {
      _, outcome, call, proceed in try proceed(outcome + 1, call)
    }
    #expect(try Typed().check(1, call: 0) == 2)
    try token.remove()
    #expect(try Typed().check(1, call: 0) == 1)
  }

  @Test("Join points of a public protocol can be captured")
  func captured() throws {
    struct Front: Lent {}
    let log = Log()
    let (points, every) = (LentExtension<Front>.joinPoints, LentJoinPoints.everySubject)
    let token = try points.use.before {
      do {
        try points.use.before(.once) { log.add("own") }
        try every.use.after(.once) { log.add("every") }
      } catch { log.add("\(error)") }
    }
    #expect(Front().use() == 1)
    try token.remove()
    #expect(Front().use() == 1)
    #expect(log.lines == ["own", "every"])
  }
}
