// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

/// Closures on one requirement of one type: what they see, and what they change.
@Suite("An advice")
struct AdviceClosureTests {
  @Test("Before sees the subject and the arguments, and the call goes on")
  func before() throws {
    struct Front: Desk { var name = "front" }
    let log = Log()
    let token = try DeskExtension<Front>.joinPoints.greet.before { desk, other in
      log.add("\(desk.name) \(other)")
    }
    #expect(Front().greet("Ann") == "Hello, Ann")
    let desk: any Desk = Front()
    #expect(desk.greet("Bob") == "Hello, Bob")
    #expect(log.take() == ["front Ann", "front Bob"])
    #expect(try token.remove())
    #expect(try !token.remove())
    #expect(Front().greet("Cat") == "Hello, Cat")
    #expect(log.lines == [])
  }

  @Test("Around changes arguments and results, and can go on twice or not at all")
  func around() throws {
    struct Front: Desk { var name = "front" }
    let points = DeskExtension<Front>.joinPoints
    let tokens = [
      try points.greet.around { desk, other, proceed in
        other == "Eve" ? "No" : proceed(other.uppercased()) + "!" + proceed("again")
      },
      try points.price.around { _, count, unit, proceed in proceed(2 * count, unit + 0.5) },
      try points.block.around { _, block, proceed in
        var block = proceed(block)
        block.d += 1
        return block
      },
      try points.ticket.around { _, proceed in Ticket(proceed().number + 1) },
    ]
    let front: any Desk = Front()
    #expect(front.greet("Ann") == "Hello, ANN!Hello, again")
    #expect(front.greet("Eve") == "No")
    #expect(front.price(3, of: 1.5) == 12)
    #expect(front.block(Block()) == Block(d: 5))
    #expect(front.ticket().number == 8)
    for token in tokens { try token.remove() }
    #expect(front.price(3, of: 1.5) == 4.5)
    #expect(front.ticket().number == 7)
  }

  @Test("After sees the result, or the error")
  func after() async throws {
    struct Front: Desk { var name = "front" }
    let log = Log()
    let points = DeskExtension<Front>.joinPoints
    let tokens = [
      try points.price.after { _, count, unit, result in log.add("\(count) \(unit) \(result)") },
      try points.admit.after { _, name, outcome in log.add("\(name) \(outcome)") },
      try points.serve.after { _, _, outcome in
        await Task.yield()
        log.add("\(outcome)")
      },
      try points.refuse.after { _, _, outcome in
        if case .failure(let refused) = outcome { log.add(refused.reason) } else { log.add("in") }
      },
    ]
    let front = Front()
    #expect(front.price(2, of: 3) == 6)
    #expect(try front.admit("Ann") == 3)
    #expect(throws: Refused(reason: "no name")) { try front.admit("") }
    #expect(try await front.serve("Ann") == "served Ann")
    await #expect(throws: Refused(reason: "no name")) { try await front.serve("") }
    try front.refuse("Ann")
    #expect(throws: Refused(reason: "Eve")) { try front.refuse("Eve") }
    let refused = "failure(\(String(reflecting: Refused(reason: "no name"))))"
    #expect(
      log.take() == [
        "2 3.0 6.0", "Ann success(3)", " \(refused)", "success(\"served Ann\")", refused, "in",
        "Eve",
      ])
    for token in tokens { try token.remove() }
    #expect(try front.admit("Ann") == 3)
    #expect(log.lines == [])
  }

  @Test("Before and around of a requirement that throws can throw")
  func throwing() async throws {
    struct Front: Desk { var name = "front" }
    let points = DeskExtension<Front>.joinPoints
    let tokens = [
      try points.admit.before { _, name in
        if name == "Bob" { throw Refused(reason: "guarded") }
      },
      try points.serve.before { _, name in
        if name == "Bob" { throw Refused(reason: "guarded") }
      },
      try points.refuse.around { _, name, proceed in
        name == "Bob" ? .failure(Refused(reason: "guarded")) : proceed("Eve")
      },
    ]
    let front = Front()
    #expect(throws: Refused(reason: "guarded")) { try front.admit("Bob") }
    #expect(try front.admit("Ann") == 3)
    await #expect(throws: Refused(reason: "guarded")) { try await front.serve("Bob") }
    #expect(try await front.serve("Ann") == "served Ann")
    #expect(throws: Refused(reason: "guarded")) { try front.refuse("Bob") }
    #expect(throws: Refused(reason: "Eve")) { try front.refuse("Ann") }
    for token in tokens { try token.remove() }
  }

  @Test("Mutating and static requirements, properties and subscripts are advised too")
  func kinds() throws {
    struct Front: Desk {
      var name = "front"
      var visits = 0
    }
    struct Plain: Desk {}
    let log = Log()
    let points = DeskExtension<Front>.joinPoints
    let plain = DeskExtension<Plain>.joinPoints
    let tokens = [
      try points.rename.before { desk, _ in desk.visits += 1 },
      try points.rename.around { desk, name, proceed in
        defer { desk.visits += 10 }
        return proceed(&desk, name + "?")
      },
      try points.motto.around { type, suffix, proceed in "\(type): " + proceed(suffix + "!") },
      try points.subscript.after { _, index, line in log.add("\(index): \(line)") },
      try plain.name.around { _, proceed in proceed() + "s" },
      try plain.setName.before { _, name in log.add("set \(name)") },
    ]
    var front = Front()
    #expect(front.rename("desk") == "desk?")
    #expect(front.visits == 11)
    #expect(front.name == "desk?")
    #expect(Front.motto(".") == "Front: next.!")
    #expect(front[3] == "line 3")
    var desk = Plain()
    #expect(desk.name == "nobodys")
    desk.name = "new"
    #expect(log.take() == ["3: line 3", "set new"])
    for token in tokens { try token.remove() }
    #expect(desk.name == "nobody")
    #expect(Front.motto(".") == "next.")
  }

  @Test("A closure may take no parameters")
  func bare() async throws {
    struct Front: Desk { var name = "front" }
    let log = Log()
    let points = DeskExtension<Front>.joinPoints
    let tokens = [
      try points.price.before { log.add("before") },
      try points.price.before { desk, _, _ in log.add("before \(desk.name)") },
      try points.price.around { proceed in proceed() + 1 },
      try points.price.around { _, count, unit, proceed in proceed(count, unit) + 1 },
      try points.price.after { log.add("after") },
      try points.price.after { desk, _, _, _ in log.add("after \(desk.name)") },
      try points.rename.around { proceed in proceed() + "." },
      try points.rename.around { desk, name, proceed in proceed(&desk, name) + "," },
      try points.refuse.before { log.add("refuse") },
      try points.each.around { proceed in
        log.add("each")
        proceed()
      },
    ]
    var front = Front()
    #expect(front.price(2, of: 3) == 8)
    #expect(log.take() == ["before", "before front", "after front", "after"])
    #expect(front.rename("desk") == "desk,.")
    try front.refuse("Ann")
    var sum = 0
    front.each { sum += $0 }
    #expect(sum == 3)
    #expect(log.take() == ["refuse", "each"])
    for token in tokens { try token.remove() }
    #expect(front.price(2, of: 3) == 6)
  }

  @Test("The subject and the arguments live while the closure runs")
  func lifetimes() throws {
    final class Clerk: Desk {
      var name = "clerk"
      let log: Log
      init(_ log: Log) { self.log = log }
      deinit { log.add("gone") }
    }
    let log = Log()
    let token = try DeskExtension<Clerk>.joinPoints.greet.around { clerk, other, proceed in
      defer { log.add("advised \(clerk.name)") }
      return proceed(other)
    }
    #expect(Clerk(log).greet("Ann") == "Hello, Ann")
    #expect(log.lines == ["advised clerk", "gone"])
    try token.remove()
  }
}
