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

/// Closures that take the subject alone, or nothing.
@Suite("A closure with fewer parameters")
struct FewerParametersTests {
  @Test("Before takes all arguments, the subject, or nothing")
  func before() throws {
    struct Front: Bureau { var place = "front" }
    let log = Log()
    let points = BureauExtension<Front>.joinPoints
    let tokens = [
      try points.join.before { log.add("none") },
      try points.join.before { log.add("\($0.place)") },
      try points.join.before { bureau, first, second, third in
        let line = "\(bureau.place) \(first) \(second) \(third)"
        log.add(line)
      },
      try points.join.before { _, _, _, third in log.add("\(third)") },
      try points.file.before(.named("filed")) { (_: Front, first: String, _: Int) in log.add(first)
      },
    ]
    #expect(Front().join("a", 1, true) == "a1true")
    Front().file("b", 2)
    #expect(log.take() == ["none", "front", "front a 1 true", "true", "b"])
    for token in tokens { try token.remove() }
    #expect(Front().join("a", 1, true) == "a1true")
    #expect(log.lines == [])
  }

  @Test("Around goes on with the arguments of the call")
  func around() throws {
    struct Front: Bureau { var place = "front" }
    let points = BureauExtension<Front>.joinPoints
    let tokens = [
      try points.join.around { $0() + "0" },
      try points.join.around { _, proceed in proceed() + "1" },
      try points.join.around { bureau, proceed in proceed() + bureau.place },
      try points.kind.around { type, proceed in "\(type) " + proceed() },
      try points.file.around { proceed in proceed() },
      try points.subscript.around { bureau, proceed in bureau.place == "shut" ? 0 : proceed() },
      try points.twin.around { bureau, proceed in proceed() + bureau.place.count },
    ]
    #expect(Front().join("a", 1, true) == "a1truefront10")
    #expect(Front.kind("a", 1) == "Front a1")
    #expect(Front()[2, 4] == 8)
    #expect(Front(place: "shut")[3, 4] == 0)
    #expect(Front(place: "twin").twin(Front(), 1) == 5)
    for token in tokens { try token.remove() }
    #expect(Front().join("a", 1, true) == "a1true")
  }

  @Test("After takes all arguments with the result, the subject, or nothing")
  func after() throws {
    struct Front: Bureau { var place = "front" }
    let log = Log()
    let points = BureauExtension<Front>.joinPoints
    // The last that was installed is the innermost.
    let tokens = [
      try points.join.after { bureau, first, second, third, result in log.add(result) },
      try points.join.after { bureau in log.add(bureau.place) },
      try points.join.after { log.add("none") },
      try points.file.after { _, first, second in log.add("\(first)\(second)") },
      try points.check.after { bureau in log.add("checked \(bureau.place)") },
    ]
    #expect(Front().join("a", 1, true) == "a1true")
    Front().file("b", 2)
    #expect(throws: Refused(reason: "empty")) { try Front().check("", 3) }
    #expect(log.take() == ["none", "front", "a1true", "b2", "checked front"])
    for token in tokens { try token.remove() }
  }

  @Test("They throw what the requirement does")
  func throwing() throws {
    struct Front: Bureau { var place = "front" }
    let points = BureauExtension<Front>.joinPoints
    let refused = Refused(reason: "guarded")
    let log = Log()
    var tokens = [try points.check.before { bureau in if bureau.place == "shut" { throw refused } }]
    #expect(throws: refused) { try Front(place: "shut").check("a", 1) }
    #expect(try Front().check("a", 1) == 1)
    tokens += [
      try points.check.before { _, first, _ in if first == "Eve" { throw refused } },
      try points.check.around { bureau, proceed in try proceed() + bureau.place.count },
      try points.sign.before { log.add("signing") },
      try points.sign.around { bureau, first, second, proceed in
        first == "Eve" ? .failure(refused) : proceed(first, second)
      },
      try points.sign.around { proceed in proceed().map { $0 + 1 } },
      try points.sign.around { bureau, proceed in proceed().map { $0 + 10 } },
      try points.sign.around { bureau, first, second, proceed in
        proceed(first, second + 100).mapError { Refused(reason: "twice " + $0.reason) }
      },
      try points.sign.after { bureau, first, second, outcome in
        if case .failure(let error) = outcome { log.add(error.reason) }
      },
    ]
    #expect(throws: refused) { try Front().check("Eve", 1) }
    #expect(try Front().check("Ann", 1) == 6)
    #expect(throws: refused) { try Front().sign("Eve", 1) }
    #expect(try Front().sign("Ann", 1) == 112)
    #expect(throws: Refused(reason: "twice empty")) { try Front().sign("", 1) }
    #expect(log.take() == ["signing", "guarded", "signing", "signing", "twice empty"])
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
      try points.send.before { bureau in
        await Task.yield()
        log.add(bureau.place)
      },
      try points.send.before { bureau, first, second in log.add(first) },
      try points.send.around { proceed in await proceed() + "!" },
      try points.send.around { bureau, proceed in await proceed() + bureau.place },
      try points.send.after {
        await Task.yield()
        log.add("after")
      },
      try points.send.after { _, first, second, result in
        await Task.yield()
        log.add("after \(first) \(second) \(result)")
      },
      try points.post.around { bureau, proceed in await proceed().map { $0 + bureau.place } },
      try points.post.after { bureau in log.add("posted \(bureau.place)") },
    ]
    #expect(await Front().send("a", 1) == "a1front!")
    #expect(log.take() == ["none", "front", "a", "after a 1 a1front!", "after"])
    #expect(try await Front().post("a", 1) == "a1front")
    await #expect(throws: Refused(reason: "empty")) { try await Front().post("", 1) }
    #expect(log.take() == ["posted front", "posted front"])
    for token in tokens { try token.remove() }
    #expect(await Front().send("a", 1) == "a1")
  }

  @Test("With arguments they change the subject, with the subject alone they see a copy")
  func changes() throws {
    struct Front: Bureau { var place = "front" }
    let log = Log()
    let points = BureauExtension<Front>.joinPoints
    let tokens = [
      try points.move.before { bureau in log.add("\(bureau.place)") },
      try points.move.before { bureau, first, _ in bureau.place += " to \(first)" },
      try points.move.around { bureau, proceed in
        let moved = proceed()
        return "\(bureau.place), \(moved)"
      },
      try points.move.after { bureau, first, second, _ in bureau.place += "!" },
      try points.raise.before { _, number, _ in number *= 10 },
      try points.raise.around { _, proceed in proceed() + 1000 },
      try points.raise.after { _, number, step, _ in number += 100 * step },
      try points.setPlace.around { bureau, proceed in proceed() },
      try points.setSubscript.after { bureau, value, _, _ in bureau.place = "\(value)" },
      try points.setSubscript.before { bureau, value, row, _ in log.add("\(value) in \(row)") },
      try points.setSubscript.around { bureau, value, row, column, proceed in
        bureau.place += " \(row)"
        proceed(&bureau, value, row, column)
        log.add(bureau.place)
      },
    ]
    var front = Front()
    #expect(front.move("a", 1) == "front to a, a1")
    #expect(front.place == "a1!")
    var number = 5
    #expect(front.raise(&number, by: 2) == 1052)
    #expect(number == 252)
    front[2, 3] = 4
    #expect(front.place == "4")
    #expect(log.take() == ["front", "4 in 2", "a1! 2"])
    for token in tokens { try token.remove() }
  }

  @Test("A closure that can't be kept is among the arguments")
  func nonescaping() throws {
    struct Front: Bureau { var place = "front" }
    let log = Log()
    let points = BureauExtension<Front>.joinPoints
    let tokens = [
      try points.each.before { _, body, _ in body(-1) },
      try points.each.after { _, body, count in body(count) },
      try points.each.around { bureau, proceed in
        log.add(bureau.place)
        proceed()
      },
    ]
    var numbers: [Int] = []
    Front().each({ numbers.append($0) }, 2)
    #expect(numbers == [-1, 0, 1, 2])
    #expect(log.take() == ["front"])
    for token in tokens { try token.remove() }
  }

  @Test("Those of an actor run on it")
  func actors() async throws {
    actor Desk: Clerk {
      var sum = 0
      func add(_ number: Int) { sum += number }
    }
    let points = ClerkExtension<Desk>.joinPoints
    let tokens = [
      try points.count.before { desk, first, _ in desk.add(first) },
      try points.count.around { desk, first, second, proceed in proceed(first, second) * first },
      try points.wait.around { desk, proceed in
        await desk.add(100)
        return try await proceed()
      },
      try points.wait.after { desk, _, second, _ in await desk.add(second) },
    ]
    let desk = Desk()
    #expect(await desk.count(2, 3) == 10)
    #expect(try await desk.wait(2, 3) == 5)
    #expect(await desk.sum == 105)
    for token in tokens { try token.remove() }
  }

  @Test("Those of an actor throw on it")
  func throwingActors() async throws {
    actor Desk: Clerk {
      var sum = 0
      func add(_ number: Int) { sum += number }
    }
    let points = ClerkExtension<Desk>.joinPoints
    let tokens = [
      try points.divide.before { desk, first, _ in desk.add(first) },
      try points.divide.around { desk, proceed in try proceed() + 1 },
      try points.divide.around { desk, first, second, proceed in
        do { return try proceed(first, second) } catch {
          desk.add(1000)
          throw error
        }
      },
      try points.divide.after { desk in desk.add(10) },
      try points.divide.after { desk, first, _, _ in desk.add(first * 100) },
    ]
    let desk = Desk()
    #expect(try await desk.divide(6, 3) == 3)
    await #expect(throws: Refused(reason: "zero")) { try await desk.divide(1, 0) }
    #expect(await desk.sum == 1727)
    for token in tokens { try token.remove() }
  }

  @MainActor
  @Test("Those of a global actor change what is on it")
  func changesOnActor() throws {
    struct Slate: Board { var text = "" }
    let points = BoardExtension<Slate>.joinPoints
    let tokens = [
      try points.write.before { slate, text in slate.text += "<" },
      try points.write.around { slate, proceed in slate.text == "full<" ? -1 : proceed() },
      try points.write.around { slate, text, proceed in proceed(&slate, text + ",") * 10 },
      try points.write.after { slate, _, count in slate.text += "\(count)>" },
    ]
    var slate = Slate()
    #expect(slate.write("a") == 30)
    #expect(slate.text == "<a,30>")
    slate.text = "full"
    #expect(slate.write("b") == -1)
    for token in tokens { try token.remove() }
  }

  @Test("Advice of any subject takes them too")
  func anySubject() throws {
    struct Front: Bureau { var place = "front" }
    let log = Log()
    let points = BureauJoinPoints.type(Front.self)
    let tokens = [
      try points.join.before { bureau in log.add("\(bureau.place)") },
      try points.join.around { bureau, proceed in proceed() + bureau.place },
      try points.move.after { bureau, first, _, _ in log.add("\(bureau.place) \(first)") },
      try points.move.around { bureau, first, second, proceed in
        bureau.place = "desk"
        return proceed(&bureau, first, second) + bureau.place
      },
    ]
    var front = Front()
    #expect(front.join("a", 1, true) == "a1truefront")
    #expect(front.move("b", 2) == "b2b2")
    #expect(front.place == "b2")
    #expect(log.take() == ["front", "b2 b"])
    for token in tokens { try token.remove() }
  }
}
