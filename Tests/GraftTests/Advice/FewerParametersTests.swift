// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

/// Requirements with several parameters.
@Extensible
protocol Bureau {
  func join(_ first: String, _ second: Int, _ third: Bool) -> String
  func file(_ first: String, _ second: Int)
  func check(_ first: String, _ second: Int) throws -> Int
  func sign(_ first: String, _ second: Int) throws(Refused) -> Int
  func send(_ first: String, _ second: Int) async -> String
  func post(_ first: String, _ second: Int) async throws(Refused) -> String
  mutating func move(_ first: String, _ second: Int) -> String
  func raise(_ number: inout Int, by step: Int) -> Int
  func each(_ body: (Int) -> Void, _ count: Int)
  static func kind(_ first: String, _ second: Int) -> String
  var place: String { get set }
  subscript(_ row: Int, _ column: Int) -> Int { get set }
  func twin(_ other: Self, _ count: Int) -> Int
}

@Extension
final class BureauWork<Subject: Bureau>: BureauExtension<Subject> {
  override func join(_: Subject, _ first: String, _ second: Int, _ third: Bool) -> String {
    "\(first)\(second)\(third)"
  }
  override func file(_: Subject, _ first: String, _ second: Int) {}
  override func check(_: Subject, _ first: String, _ second: Int) throws -> Int {
    if first.isEmpty { throw Refused(reason: "empty") }
    return second
  }
  override func sign(_: Subject, _ first: String, _ second: Int) throws(Refused) -> Int {
    if first.isEmpty { throw Refused(reason: "empty") }
    return second
  }
  override func send(_: Subject, _ first: String, _ second: Int) async -> String {
    await Task.yield()
    return "\(first)\(second)"
  }
  override func post(
    _: Subject, _ first: String, _ second: Int
  ) async throws(Refused) -> String {
    await Task.yield()
    if first.isEmpty { throw Refused(reason: "empty") }
    return "\(first)\(second)"
  }
  override func move(_ subject: inout Subject, _ first: String, _ second: Int) -> String {
    subject.place = "\(first)\(second)"
    return subject.place
  }
  override func raise(_: Subject, _ number: inout Int, by step: Int) -> Int {
    number += step
    return number
  }
  override func each(_: Subject, _ body: (Int) -> Void, _ count: Int) {
    for number in 0..<count { body(number) }
  }
  override func kind(_: Subject.Type, _ first: String, _ second: Int) -> String {
    "\(first)\(second)"
  }
  override func place(_: Subject) -> String { "nowhere" }
  override func setPlace(_: inout Subject, _ newValue: String) {}
  override func `subscript`(_: Subject, _ row: Int, _ column: Int) -> Int { row * column }
  override func setSubscript(
    _: inout Subject, _ newValue: Int, _ row: Int, _ column: Int
  ) {}
  override func twin(_: Subject, _ other: Subject, _ count: Int) -> Int { count }
}

@Extensible
protocol Clerk: Actor {
  func count(_ first: Int, _ second: Int) -> Int
  func wait(_ first: Int, _ second: Int) async throws -> Int
  func divide(_ first: Int, _ second: Int) throws -> Int
}

@Extension
final class ClerkWork<Subject: Clerk>: ClerkExtension<Subject> {
  override func count(_: isolated Subject, _ first: Int, _ second: Int) -> Int { first + second }
  override func wait(
    _: isolated Subject, _ first: Int, _ second: Int
  ) async throws -> Int {
    await Task.yield()
    return first + second
  }
  override func divide(_: isolated Subject, _ first: Int, _ second: Int) throws -> Int {
    if second == 0 { throw Refused(reason: "zero") }
    return first / second
  }
}

@MainActor
@Extensible
protocol Board {
  @Required var text: String { get set }
  mutating func write(_ text: String) -> Int
}

@Extension
final class BoardWork<Subject: Board>: BoardExtension<Subject> {
  override func write(_ subject: inout Subject, _ text: String) -> Int {
    subject.text += text
    return subject.text.count
  }
}

/// Closures that take all parameters, or nothing.
@Suite("A closure with all parameters, or none")
struct FewerParametersTests {
  @Test("Before takes the subject and all arguments, or nothing")
  func before() throws {
    struct Front: Bureau { var place = "front" }
    let log = Log()
    let points = BureauExtension<Front>.joinPoints
    let tokens = [
      try points.join.before { log.add("none") },
      try points.join.before { log.add("\($0.place) \($3)") },
      try points.join.before { bureau, first, second, third in
        let line = "\(bureau.place) \(first) \(second) \(third)"
        log.add(line)
      },
      try points.join.before { _, _, _, third in log.add("\(third)") },
      try points.file.before(.named("filed")) { (_: Front, first: String, _: Int) in log.add(first)
      },
      try points.file.before { log.add("file") },
    ]
    #expect(Front().join("a", 1, true) == "a1true")
    Front().file("b", 2)
    #expect(log.take() == ["none", "front true", "front a 1 true", "true", "b", "file"])
    for token in tokens { try token.remove() }
    #expect(Front().join("a", 1, true) == "a1true")
    #expect(log.lines == [])
  }

  @Test("Around goes on with other arguments, or with those of the call")
  func around() throws {
    struct Front: Bureau { var place = "front" }
    let points = BureauExtension<Front>.joinPoints
    let tokens = [
      try points.join.around { $0() + "0" },
      try points.join.around { proceed in proceed() + "1" },
      try points.join.around { $4($1, 10 * $2, $3) + $0.place },
      try points.join.around { bureau, first, second, third, proceed in
        proceed(first, second, !third) + bureau.place
      },
      try points.kind.around { proceed in proceed() + "!" },
      try points.kind.around { type, first, second, proceed in
        "\(type) " + proceed(first, 2 * second)
      },
      try points.file.around { proceed in proceed() },
      try points.subscript.around { bureau, row, column, proceed in
        bureau.place == "shut" ? 0 : proceed(row, column)
      },
      try points.subscript.around { proceed in proceed() + 1 },
      try points.twin.around { bureau, other, count, proceed in
        proceed(other, count) + bureau.place.count
      },
      try points.twin.around { proceed in 10 * proceed() },
    ]
    #expect(Front().join("a", 1, true) == "a10falsefrontfront10")
    #expect(Front.kind("a", 1) == "Front a2!")
    #expect(Front()[2, 4] == 9)
    #expect(Front(place: "shut")[3, 4] == 0)
    #expect(Front(place: "twin").twin(Front(), 1) == 14)
    for token in tokens { try token.remove() }
    #expect(Front().join("a", 1, true) == "a1true")
  }

  @Test("After takes all arguments with the result or the error, or nothing")
  func after() throws {
    struct Front: Bureau { var place = "front" }
    let log = Log()
    let points = BureauExtension<Front>.joinPoints
    // The last that was installed is the innermost.
    let tokens = [
      try points.join.after { bureau, first, second, third, result in log.add(result) },
      try points.join.after { bureau, _, _, _, _ in log.add(bureau.place) },
      try points.join.after { log.add("none") },
      try points.file.after { _, first, second in log.add("\(first)\(second)") },
      try points.file.after { log.add("filed") },
      try points.check.after { bureau, _, _, _ in log.add("checked \(bureau.place)") },
      try points.check.after { log.add("checked") },
    ]
    #expect(Front().join("a", 1, true) == "a1true")
    Front().file("b", 2)
    #expect(throws: Refused(reason: "empty")) { try Front().check("", 3) }
    #expect(
      log.take() == ["none", "front", "a1true", "filed", "b2", "checked", "checked front"])
    for token in tokens { try token.remove() }
  }

  @Test("They throw what the requirement does")
  func throwing() throws {
    struct Front: Bureau { var place = "front" }
    let points = BureauExtension<Front>.joinPoints
    let refused = Refused(reason: "guarded")
    let log = Log()
    let shut = try points.check.before { throw refused }
    #expect(throws: refused) { try Front().check("a", 1) }
    try shut.remove()
    #expect(try Front().check("a", 1) == 1)
    var tokens = [
      try points.check.before { bureau, _, _ in if bureau.place == "shut" { throw refused } }
    ]
    #expect(throws: refused) { try Front(place: "shut").check("a", 1) }
    #expect(try Front().check("a", 1) == 1)
    tokens += [
      try points.check.before { _, first, _ in if first == "Eve" { throw refused } },
      try points.check.around { bureau, first, second, proceed in
        try proceed(first, second) + bureau.place.count
      },
      try points.check.around { proceed in
        do { return try 10 * proceed() } catch { throw Refused(reason: "\(error), twice") }
      },
      try points.sign.before { log.add("signing") },
      try points.sign.around { bureau, first, second, proceed in
        first == "Eve" ? .failure(refused) : proceed(first, second)
      },
      try points.sign.around { proceed in proceed().map { $0 + 1 } },
      try points.sign.around { bureau, first, second, proceed in
        proceed(first, second + 10).mapError { Refused(reason: bureau.place + " " + $0.reason) }
      },
      try points.sign.around { proceed in
        proceed().map { $0 + 100 }.mapError { Refused(reason: "twice " + $0.reason) }
      },
      try points.sign.after { bureau, first, second, outcome in
        if case .failure(let error) = outcome { log.add(error.reason) }
      },
      try points.sign.after { log.add("signed") },
    ]
    #expect(throws: refused) { try Front().check("Eve", 1) }
    #expect(try Front().check("Ann", 1) == 15)
    let empty = Refused(reason: "\(Refused(reason: "empty")), twice")
    #expect(throws: empty) { try Front().check("", 1) }
    #expect(throws: refused) { try Front().sign("Eve", 1) }
    #expect(try Front().sign("Ann", 1) == 112)
    #expect(throws: Refused(reason: "front twice empty")) { try Front().sign("", 1) }
    #expect(
      log.take() == [
        "signing", "signed", "guarded", "signing", "signed", "signing", "signed",
        "front twice empty",
      ])
    for token in tokens { try token.remove() }
    #expect(try Front().sign("Eve", 1) == 1)
  }

  @Test("They wait where the requirement does")
  func waiting() async throws {
    struct Front: Bureau { var place = "front" }
    let log = Log()
    let points = BureauExtension<Front>.joinPoints
    let tokens = [
      try points.send.before {
        await Task.yield()
        log.add("none")
      },
      try points.send.before { bureau, _, _ in
        await Task.yield()
        log.add(bureau.place)
      },
      try points.send.before { bureau, first, second in log.add(first) },
      try points.send.around { proceed in await proceed() + "!" },
      try points.send.around { bureau, first, second, proceed in
        await proceed(first, 10 * second) + bureau.place
      },
      try points.send.after {
        await Task.yield()
        log.add("after")
      },
      try points.send.after { _, first, second, result in
        await Task.yield()
        log.add("after \(first) \(second) \(result)")
      },
      try points.post.around { bureau, first, second, proceed in
        await proceed(first, second).map { $0 + bureau.place }
      },
      try points.post.around { proceed in await proceed().map { $0 + "?" } },
      try points.post.after { bureau, _, _, _ in log.add("posted \(bureau.place)") },
      try points.post.after { log.add("posted") },
    ]
    #expect(await Front().send("a", 1) == "a10front!")
    #expect(log.take() == ["none", "front", "a", "after a 1 a10front!", "after"])
    #expect(try await Front().post("a", 1) == "a1?front")
    await #expect(throws: Refused(reason: "empty")) { try await Front().post("", 1) }
    #expect(log.take() == ["posted", "posted front", "posted", "posted front"])
    for token in tokens { try token.remove() }
    #expect(await Front().send("a", 1) == "a1")
  }

  @Test("With all parameters they change the subject, without any the call goes on with it")
  func changes() throws {
    struct Front: Bureau { var place = "front" }
    let log = Log()
    let points = BureauExtension<Front>.joinPoints
    let tokens = [
      try points.move.before { log.add("move") },
      try points.move.before { bureau, first, _ in bureau.place += " to \(first)" },
      try points.move.around { bureau, first, second, proceed in
        let place = bureau.place
        return "\(place), " + proceed(&bureau, first, second)
      },
      try points.move.around { proceed in proceed() + "." },
      try points.move.after { bureau, first, second, _ in bureau.place += "!" },
      try points.move.after { log.add("moved") },
      try points.raise.before { _, number, _ in number *= 10 },
      try points.raise.around { proceed in proceed() + 1000 },
      try points.raise.after { _, number, step, _ in number += 100 * step },
      try points.raise.after { log.add("raised") },
      try points.setPlace.around { proceed in proceed() },
      try points.setSubscript.after { bureau, value, _, _ in bureau.place = "\(value)" },
      try points.setSubscript.before { bureau, value, row, _ in log.add("\(value) in \(row)") },
      try points.setSubscript.around { bureau, value, row, column, proceed in
        bureau.place += " \(row)"
        proceed(&bureau, value, row, column)
        log.add(bureau.place)
      },
      try points.setSubscript.around { proceed in proceed() },
    ]
    var front = Front()
    #expect(front.move("a", 1) == "front to a, a1.")
    #expect(front.place == "a1!")
    var number = 5
    #expect(front.raise(&number, by: 2) == 1052)
    #expect(number == 252)
    front[2, 3] = 4
    #expect(front.place == "4")
    #expect(log.take() == ["move", "moved", "raised", "4 in 2", "a1! 2"])
    for token in tokens { try token.remove() }
  }

  @Test("A closure that can't be kept is among the arguments, but not of proceed")
  func nonescaping() throws {
    struct Front: Bureau { var place = "front" }
    let log = Log()
    let points = BureauExtension<Front>.joinPoints
    let tokens = [
      try points.each.before { _, body, _ in body(-1) },
      try points.each.before { log.add("before") },
      try points.each.after { _, body, count in body(count) },
      try points.each.after { log.add("after") },
      try points.each.around { bureau, proceed in
        log.add(bureau.place)
        proceed()
      },
      try points.each.around { proceed in
        log.add("none")
        proceed()
      },
    ]
    var numbers: [Int] = []
    Front().each({ numbers.append($0) }, 2)
    #expect(numbers == [-1, 0, 1, 2])
    #expect(log.take() == ["before", "front", "none", "after"])
    for token in tokens { try token.remove() }
  }

  actor Desk: Clerk {
    var sum = 0
    func add(_ number: Int) { sum += number }
  }

  @Test("Those of an actor run on it")
  func actors() async throws {
    let desk = Desk()
    let points = ClerkExtension<Desk>.joinPoints
    let tokens = [
      try points.count.before { desk, first, _ in desk.add(first) },
      try points.count.before { desk.assumeIsolated { $0.add(10) } },
      try points.count.around { desk, first, second, proceed in proceed(first, second) * first },
      try points.count.around { proceed in
        let counted = proceed()
        return desk.assumeIsolated { desk in
          desk.add(1000 * counted)
          return counted + 1
        }
      },
      try points.count.after { desk.assumeIsolated { $0.add(10000) } },
      try points.wait.around { desk, first, second, proceed in
        await desk.add(100)
        return try await proceed(first, second)
      },
      try points.wait.around { proceed in try await proceed() + 1 },
      try points.wait.after { desk, _, second, _ in await desk.add(second) },
    ]
    #expect(await desk.count(2, 3) == 12)
    #expect(await desk.sum == 15012)
    #expect(try await desk.wait(2, 3) == 6)
    #expect(await desk.sum == 15115)
    for token in tokens { try token.remove() }
    #expect(await desk.count(2, 3) == 5)
  }

  @Test("Those of an actor throw on it")
  func throwingActors() async throws {
    let desk = Desk()
    let refused = Refused(reason: "guarded")
    let points = ClerkExtension<Desk>.joinPoints
    let shut = try points.divide.before {
      desk.assertIsolated()
      throw refused
    }
    await #expect(throws: refused) { try await desk.divide(6, 3) }
    try shut.remove()
    let tokens = [
      try points.divide.before { desk, first, _ in desk.add(first) },
      try points.divide.around { proceed in try proceed() + 1 },
      try points.divide.around { desk, first, second, proceed in
        do { return try proceed(first, second) } catch {
          desk.add(1000)
          throw error
        }
      },
      try points.divide.around { proceed in
        do { return try proceed() } catch {
          desk.assumeIsolated { $0.add(10000) }
          throw error
        }
      },
      try points.divide.after { desk.assumeIsolated { $0.add(10) } },
      try points.divide.after { desk, first, _, _ in desk.add(first * 100) },
    ]
    #expect(try await desk.divide(6, 3) == 3)
    await #expect(throws: Refused(reason: "zero")) { try await desk.divide(1, 0) }
    #expect(await desk.sum == 11727)
    for token in tokens { try token.remove() }
  }

  @MainActor
  @Test("Those of a global actor run on it and change what is on it")
  func changesOnActor() throws {
    struct Slate: Board { var text = "" }
    final class Chalk { var used = 0 }
    let chalk = Chalk()
    let points = BoardExtension<Slate>.joinPoints
    let tokens = [
      try points.write.before { slate, text in slate.text += "<" },
      try points.write.before { chalk.used += 1 },
      try points.write.around { slate, text, proceed in
        slate.text == "full<" ? -1 : proceed(&slate, text)
      },
      try points.write.around { slate, text, proceed in proceed(&slate, text + ",") * 10 },
      try points.write.around { proceed in
        chalk.used += 10
        return proceed() + 1
      },
      try points.write.after { slate, _, count in slate.text += "\(count)>" },
      try points.write.after { chalk.used += 100 },
    ]
    var slate = Slate()
    #expect(slate.write("a") == 40)
    #expect(slate.text == "<a,40>")
    #expect(chalk.used == 111)
    slate.text = "full"
    #expect(slate.write("b") == -1)
    #expect(chalk.used == 212)
    for token in tokens { try token.remove() }
  }

  @Test("Advice of any subject takes them too")
  func anySubject() throws {
    struct Front: Bureau { var place = "front" }
    let log = Log()
    let points = BureauJoinPoints.type(Front.self)
    let tokens = [
      try points.join.before { bureau, _, _, _ in log.add("\(bureau.place)") },
      try points.join.before { log.add("join") },
      try points.join.around { bureau, first, second, third, proceed in
        proceed(first, second, third) + bureau.place
      },
      try points.join.around { proceed in proceed() + "!" },
      try points.move.after { bureau, first, _, _ in log.add("\(bureau.place) \(first)") },
      try points.move.after { log.add("moved") },
      try points.move.around { bureau, first, second, proceed in
        bureau.place = "desk"
        return proceed(&bureau, first, second) + bureau.place
      },
      try points.move.around { proceed in proceed() + "?" },
    ]
    var front = Front()
    #expect(front.join("a", 1, true) == "a1true!front")
    #expect(front.move("b", 2) == "b2?b2")
    #expect(front.place == "b2")
    #expect(log.take() == ["front", "join", "moved", "b2 b"])
    for token in tokens { try token.remove() }
  }
}
