// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

/// In which order advice runs.
@Suite("The order of advice", .serialized)
struct AdviceOrderTests {
  class Clerk: Desk { var name = "clerk" }
  final class Trainee: Clerk {}

  @Test("All subjects, the superclass, the class, the object; and back")
  func scopes() throws {
    let log = Log()
    let trainee = Trainee()
    var tokens: [AdviceToken] = []
    func install(_ label: String, _ points: DeskJoin) throws {
      tokens += [
        try points.before { log.add("before \(label)") },
        try points.around { proceed in
          log.add("(\(label)")
          defer { log.add("\(label))") }
          return proceed()
        },
        try points.after { log.add("after \(label)") },
      ]
    }
    // From the narrowest, so that age alone would give another order.
    try install("object", .object(trainee))
    try install("class", .own)
    try install("superclass", .superclass)
    try install("all", .all)
    #expect(trainee.ticket().number == 7)
    #expect(
      log.take() == [
        "before all", "before superclass", "before class", "before object",
        "(all", "(superclass", "(class", "(object", "object)", "class)", "superclass)", "all)",
        "after object", "after class", "after superclass", "after all",
      ])
    for token in tokens { try token.remove() }
  }

  /// One requirement's join points of several scopes behind one face.
  struct DeskJoin {
    let before: (@escaping @Sendable () -> Void) throws -> AdviceToken
    let around: (@escaping @Sendable (() -> Ticket) -> Ticket) throws -> AdviceToken
    let after: (@escaping @Sendable () -> Void) throws -> AdviceToken

    static func object(_ trainee: Trainee) -> DeskJoin {
      let point = DeskExtension<Trainee>.joinPoints(of: trainee).ticket
      return DeskJoin(
        before: { try point.before(run: $0) }, around: { try point.around(run: $0) },
        after: { try point.after(run: $0) })
    }

    static var own: DeskJoin {
      let point = DeskExtension<Trainee>.joinPoints.ticket
      return DeskJoin(
        before: { try point.before(run: $0) }, around: { try point.around(run: $0) },
        after: { try point.after(run: $0) })
    }

    static var superclass: DeskJoin {
      let point = DeskExtension<Clerk>.joinPointsWithSubclasses.ticket
      return DeskJoin(
        before: { try point.before(run: $0) }, around: { try point.around(run: $0) },
        after: { try point.after(run: $0) })
    }

    static var all: DeskJoin {
      let every = DeskJoinPoints.everySubject.ticket
      return DeskJoin(
        before: { try every.before(run: $0) }, around: { try every.around(run: $0) },
        after: { try every.after(run: $0) })
    }
  }

  @Test("The older first, unless a precedence says otherwise")
  func precedence() throws {
    struct Front: Desk { var name = "front" }
    let log = Log()
    let points = DeskExtension<Front>.joinPoints
    let tokens = [
      try points.greet.before { log.add("old") },
      try points.greet.before { log.add("young") },
      try points.greet.before(.precedence(1)) { log.add("first") },
      try points.greet.before(.precedence(-1)) { log.add("last") },
      try points.greet.around { proceed in
        log.add("around old")
        return proceed()
      },
      try points.greet.around(.precedence(1)) { proceed in
        log.add("around first")
        return proceed()
      },
      try points.greet.after { log.add("after old") },
      try points.greet.after { log.add("after young") },
      try points.greet.after(.precedence(1)) { log.add("after all") },
    ]
    _ = Front().greet("Ann")
    #expect(
      log.take() == [
        "first", "old", "young", "last", "around first", "around old", "after old", "after young",
        "after all",
      ])
    for token in tokens { try token.remove() }
  }

  @Test("Advice is no implementation")
  func noImplementation() throws {
    struct Front: Lonely {}
    let token = try LonelyExtension<Front>.joinPoints.wave.before {}
    let requirement = try #require(LonelyExtension<Front>.resolution["wave()"])
    #expect(requirement.chain.isEmpty)
    #expect(requirement.advice.map(\.kind) == [.before])
    try token.remove()
  }
}

@Extensible
protocol Lonely {
  func wave()
}
