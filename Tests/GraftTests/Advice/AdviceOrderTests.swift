// SPDX-License-Identifier: Apache-2.0

import Glibc
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

    /// Of every subject, as the others: other tests call theirs meanwhile.
    static var all: DeskJoin {
      let every = DeskJoinPoints.everySubject.ticket
      return DeskJoin(
        before: { run in try every.before { desk in if desk is Trainee { run() } } },
        around: { run in
          try every.around { desk, proceed in desk is Trainee ? run(proceed) : proceed() }
        },
        after: { run in try every.after { desk, _ in if desk is Trainee { run() } } })
    }
  }

  /// What a call with two pieces of advice logs, in which the first is to be the outer one.
  private func lines(
    _ install: (JoinPointOfTicket, Log) throws -> [AdviceToken]
  ) throws -> [String] {
    let log = Log()
    let tokens = try install(DeskExtension<Trainee>.joinPoints.ticket, log)
    _ = Trainee().ticket()
    for token in tokens { try token.remove() }
    return log.take()
  }

  typealias JoinPointOfTicket = GeneratedCode.Point<
    Void, Ticket, @Sendable (Trainee) -> Void, @Sendable (Trainee, () -> Ticket) -> Ticket,
    @Sendable (Trainee, borrowing Ticket) -> Void
  >

  @Test("A higher precedence is further outside, whatever the kinds")
  func precedenceFirst() throws {
    #expect(
      try lines { point, log in
        [
          try point.after { log.add("after") },
          try point.before { log.add("before") },
          try point.around(.precedence(1)) { proceed in
            log.add("(")
            defer { log.add(")") }
            return proceed()
          },
        ]
      } == ["(", "before", "after", ")"])
    #expect(
      try lines { point, log in
        [
          try point.around { proceed in
            log.add("(")
            defer { log.add(")") }
            return proceed()
          },
          try point.before(.precedence(-1)) { log.add("before") },
          try point.after(.precedence(-1)) { log.add("after") },
        ]
      } == ["(", "before", "after", ")"])
  }

  @Test("Of one precedence, after is outside of before, and before outside of around")
  func kindSecond() throws {
    #expect(
      try lines { point, log in
        [
          try point.around { proceed in
            log.add("(")
            defer { log.add(")") }
            return proceed()
          },
          try point.before { log.add("before") },
          try point.after { log.add("after") },
        ]
      } == ["before", "(", ")", "after"])
  }

  @Test("What is outside of a before is told of what that throws, and can catch it")
  func thrown() throws {
    struct Front: Desk { var name = "front" }
    let log = Log()
    let point = DeskExtension<Front>.joinPoints.admit
    let tokens = [
      try point.before { throw Refused(reason: "closed") },
      try point.after { log.add("after") },
      try point.around(.precedence(10), .named("guard")) { proceed in
        do { return try proceed() } catch { return -1 }
      },
    ]
    #expect(try Front().admit("Ann") == -1)
    #expect(log.take() == ["after"])
    for token in tokens { try token.remove() }
  }

  @Test("Of one precedence and kind the older is further outside")
  func ageLast() throws {
    #expect(
      try lines { point, log in
        [
          try point.before { log.add("before old") },
          try point.before { log.add("before young") },
          try point.after { log.add("after old") },
          try point.after { log.add("after young") },
        ]
      } == ["before old", "before young", "after young", "after old"])
  }

  /// The C library stands for a plug-in that installs the same code.
  @Test("So is it if images install it in turn, for an object too")
  func ageOfImages() throws {
    let (log, trainee) = (Log(), Trainee())
    let library = try #require(dlsym(nil, "getpid"))
    let images: [UnsafeRawPointer] = [#dsohandle, UnsafeRawPointer(library)]
    for point in [
      DeskExtension<Trainee>.joinPoints(of: trainee).ticket,
      DeskExtension<Trainee>.joinPoints.ticket,
    ] {
      var tokens: [AdviceToken] = []
      for number in 0..<6 {
        tokens.append(
          try point.before(run: { log.add("before \(number)") }, dso: images[(number + 1) / 2 % 2]))
      }
      _ = trainee.ticket()
      #expect(log.take() == (0..<6).map { "before \($0)" })
      let listed = DeskExtension<Trainee>.resolution["ticket()"]?.advice.map(\.source)
      #expect(listed?.count == 6)
      for number in [0, 3, 1] { try tokens[number].remove() }
      _ = trainee.ticket()
      #expect(log.take() == [2, 4, 5].map { "before \($0)" })
      for number in [2, 4, 5] { try tokens[number].remove() }
    }
    withExtendedLifetime(trainee) {}
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
