// SPDX-License-Identifier: Apache-2.0

import CourierProtocols
import GraftCourier
import Synchronization
import Testing

@Suite("What a courier delivers")
struct DeliveryTests {
  private let log = Log()

  private func courier(_ policy: CourierPolicy = CourierPolicy()) -> KindsCourier {
    try! KindsCourier(
      Sage("one", log), Sage("three", answer: "yes", log), Sage("four", answer: "no", log),
      policy: policy)
  }

  @Test("Requirements of every kind reach all receivers, in order")
  func kinds() async throws {
    let courier = courier()
    #expect(courier.title == "four")
    #expect(courier[3] == "no 3")
    #expect(try courier.ask("what") == "four: what")
    #expect(try courier.parse("text") == 4)
    #expect(courier.parse(1) == 5)
    #expect(courier.echo(1.5) == [1.5])
    #expect(courier.switch(in: 4, 2) == 42)
    #expect(try await courier.load == 4)
    #expect(log.lines == Array(repeating: ["one", "three", "four"], count: 3).flatMap(\.self))
    try courier.tell("something")
    #expect(log.lines.count == 12)
  }

  @Test("Each receiver of an inout argument sees what the one before it did")
  func inOut() {
    var numbers = [7]
    courier().fill(&numbers)
    #expect(numbers == [7, 1, 2, 3])
  }

  @Test("Closures go to each receiver; an autoclosure runs for each")
  func closures() throws {
    var lengths: [Int] = []
    courier().each { lengths.append($0) }
    #expect(lengths == [3, 5, 4])
    var count = 0
    func text() -> String {
      count += 1
      return "note \(count)"
    }
    courier().note(text())
    #expect(log.lines == ["one note 1", "three note 2", "four note 3"])
    lengths = []
    #expect(throws: Refusal.self) {
      try courier().each { length in
        lengths.append(length)
        if length == 5 { throw Refusal(reason: "caller") }
      }
    }
    #expect(lengths == [3, 5])
  }

  @Test("What is set is set on all receivers")
  func setters() throws {
    final class Panel: Settings {
      var size = 0
      var sizes: [String: Int] = [:]
      subscript(key: String) -> Int {
        get { sizes[key] ?? 0 }
        set { sizes[key] = newValue }
      }
    }
    let (courier, panels) = (SettingsCourier(), [Panel(), Panel()])
    for panel in panels { try courier.receivers.add(panel) }
    courier.size = 5
    courier["x"] = 6
    courier.size += 1
    #expect(panels.map(\.size) == [6, 6])
    #expect(panels.map { $0["x"] } == [6, 6])
    panels[1].size = 9
    #expect(courier.size == 9)
    extendLifetime(panels)
  }

  @Test("On a global actor")
  @MainActor
  func globalActor() throws {
    final class Square: View {
      func draw(_ depth: Int) -> Int { depth + 1 }
    }
    let (courier, square) = (ViewCourier(), Square())
    try courier.receivers.add(square)
    #expect(courier.draw(1) == 2)
  }

  @Test("A call that throws says that nobody answered, whatever its types hold")
  func vague() {
    let courier = VagueCourier()
    func unanswered(_ name: String) -> CourierError {
      .unanswered(requirement: name, courier: "Vague", receiverCount: 0)
    }
    #expect(throws: unanswered("anything()")) { try courier.anything() }
    #expect(throws: unanswered("wide()")) { try courier.wide() }
    #expect(throws: unanswered("own()")) { try courier.own() }
  }

  @Test("All errors are collected where any can be thrown, and the first where one type can")
  func anyError() throws {
    final class Refusing: Vague {
      func anything() throws -> Any { throw Refusal(reason: "anything") }
      func wide() throws(any Error) -> Int { throw Refusal(reason: "wide") }
      func own() throws(CourierError) -> Int {
        throw .unknownPlace(receiver: "own", courier: "Vague")
      }
    }
    let courier = VagueCourier(CourierPolicy(errors: .collect))
    let receivers = [Refusing(), Refusing()]
    for receiver in receivers { try courier.receivers.add(receiver) }
    let all = #expect(throws: ReceiverFailures.self) { try courier.wide() }
    #expect(all?.errors as? [Refusal] == [Refusal(reason: "wide"), Refusal(reason: "wide")])
    #expect(throws: ReceiverFailures.self) { try courier.anything() }
    #expect(throws: CourierError.unknownPlace(receiver: "own", courier: "Vague")) {
      try courier.own()
    }
    withExtendedLifetime(receivers) {}
  }

  @Test("Of two threads that remove one receiver, one does")
  func removedTwice() async throws {
    final class Receiver: Loader, Sendable {
      func load(_ name: String) async throws -> String { name }
      func count(_ name: String) async throws(Refusal) -> Int { 0 }
      func ping() async {}
    }
    let receivers = LoaderCourier().receivers
    for _ in 1...2000 {
      let receiver = Receiver()
      try receivers.add(receiver, .strongly)
      let removals = await withTaskGroup { group in
        for _ in 0..<2 { group.addTask { receivers.remove(receiver) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      try #require(removals.count(where: \.self) == 1)
    }
  }

  @Test("Of a protocol in a type, and of one without requirements")
  func nested() throws {
    final class Receiver: Nest.Empty {}
    let (courier, receiver) = (Nest.EmptyCourier(), Receiver())
    try courier.receivers.add(receiver)
    #expect(courier.receivers.all.count == 1)
  }

  @Test("Of a protocol in a type of another module, with the requirements that it inherits")
  func nestedElsewhere() throws {
    final class Receiver: Rooms.Doors {
      var last: Rooms.Guest?
      func didSelect(_ row: Int) { last = Rooms.Guest(name: "row \(row)") }
      func open(for guest: Rooms.Guest) throws -> [Rooms.Guest] {
        if guest.name.isEmpty { throw Refusal() }
        return [last, guest].compactMap { $0 }
      }
    }
    struct Refusal: Error {}
    let (first, second, ann) = (Receiver(), Receiver(), Rooms.Guest(name: "Ann"))
    let courier = try Rooms.DoorsCourier(first, second)
    courier.didSelect(1)
    #expect(try courier.open(for: ann) == [Rooms.Guest(name: "row 1"), ann])
    #expect(throws: Refusal.self) { try courier.open(for: Rooms.Guest(name: "")) }
    courier.last = ann
    #expect([first.last, second.last, courier.last] == [ann, ann, ann])
    courier.receivers.remove(second)
    courier.receivers.setPolicy(.reduced(+), for: Rooms.DoorsCourier.open)
    courier.didSelect(2)
    #expect(second.last == ann)
    #expect(try courier.open(for: ann) == [Rooms.Guest(name: "row 2"), ann])
  }

  // MARK: Policies

  @Test("The last result, the first, or the first that is not nil")
  func results() throws {
    #expect(courier().title == "four")
    #expect(courier(CourierPolicy(results: .first)).title == "one")
    let firstNonNil = courier(CourierPolicy(results: .firstNonNil))
    #expect(firstNonNil.title == "one")
    #expect(firstNonNil[0] == "yes 0")
    #expect(courier(CourierPolicy(results: .first))[0] == nil)
    // All were called.
    #expect(try courier(CourierPolicy(results: .first)).ask("?") == "one: ?")
    #expect(log.lines == ["one", "three", "four"])
  }

  @Test("A policy of its own for a requirement, or for each type of a generic result")
  func ofRequirement() {
    let courier = courier()
    let parse = KindsCourier.parse___Int
    courier.receivers.setPolicy(.reduced { $0 + $1 }, for: parse)
    #expect(courier.parse(0) == 3 + 5 + 4)
    courier.receivers.setPolicy(.first, for: KindsCourier.title)
    #expect(courier.title == "one")
    courier.receivers.setPolicy(.firstNonNil(), for: KindsCourier.subscript)
    #expect(courier[1] == "yes 1")
    courier.receivers.setPolicy(.reduced { $0 + $1 }, for: KindsCourier.echo.returning([Int].self))
    #expect(courier.echo(1) == [1, 1, 1])
    #expect(courier.echo("a") == ["a"])
    courier.receivers.setPolicy(nil, for: parse)
    #expect(courier.parse(0) == 4)
    courier.receivers.policy.results = .first
    #expect(courier.parse(0) == 3)
    #expect(courier.echo(1) == [1, 1, 1])
  }

  @Test("All results, and whatever is made of them")
  func collected() async throws {
    let courier = courier()
    #expect(courier.receivers.collect(KindsCourier.title) { $0.title } == ["one", "three", "four"])
    let lengths = courier.receivers.collect(KindsCourier.title) { $0.title.count }
    #expect(lengths.reduce(0, max) == 5)
    let answers = await courier.receivers.collect(KindsCourier.wait) { await $0.wait("?") }
    #expect(answers == ["one ?", "three ?", "four ?"])
    #expect(try courier.receivers.deliver(KindsCourier.title) { $0.title } == "four")
  }

  // MARK: Errors

  private func refusing(_ policy: CourierPolicy = CourierPolicy()) -> KindsCourier {
    try! KindsCourier(
      Sage("one", log), Sage("two", refuses: true, log), Sage("three", log),
      Sage("four", refuses: true, log), policy: policy)
  }

  @Test("The first error ends the delivery")
  func stop() async throws {
    #expect(throws: Refusal(reason: "two")) { try refusing().tell("") }
    #expect(throws: Refusal(reason: "two")) { try refusing().ask("") }
    #expect(throws: Refusal(reason: "two")) { try refusing().parse("") }
    await #expect(throws: Refusal(reason: "two")) { try await refusing().load }
    #expect(throws: Refusal(reason: "two")) {
      try refusing().receivers.collect(KindsCourier.ask) { try $0.ask("") }
    }
    #expect(log.lines == Array(repeating: ["one", "two"], count: 5).flatMap(\.self))
  }

  @Test("Or errors are collected, and all receivers called")
  func collectErrors() throws {
    let courier = refusing(CourierPolicy(errors: .collect))
    let failures = #expect(throws: ReceiverFailures.self) { try courier.ask("") }
    #expect(failures?.requirement == "ask(_:)")
    let refusals = [Refusal(reason: "two"), Refusal(reason: "four")]
    #expect(failures?.errors as? [Refusal] == refusals)
    #expect(log.lines == ["one", "two", "three", "four"])
    // A typed throw has no place for several.
    #expect(throws: refusals[0]) { try courier.parse("") }
    #expect(log.lines.count == 8)
    let outcomes = courier.receivers.collectOutcomes(KindsCourier.parse___String) {
      (receiver) throws(Refusal) in try receiver.parse("text")
    }
    #expect(outcomes == [.success(4), .failure(refusals[0]), .success(4), .failure(refusals[1])])
    #expect(throws: ReceiverFailures.self) {
      try courier.receivers.deliver(KindsCourier.ask) { try $0.ask("") }
    }
  }

  @Test("Collected errors are counted in words")
  func countErrors() throws {
    let policy = CourierPolicy(errors: .collect)
    let single = try KindsCourier(Sage("one", refuses: true, log), policy: policy)
    for (courier, words) in [(single, "1 receiver"), (refusing(policy), "2 receivers")] {
      let failures = try #require(throws: ReceiverFailures.self) { try courier.ask("") }
      #expect("\(failures)".hasPrefix("\(words) failed to ask(_:): "))
    }
  }

  // MARK: Without an answer

  @Test("A result that nobody gave is a typed error")
  func unanswered() async throws {
    let courier = KindsCourier()
    let ask = CourierError.unanswered(requirement: "ask(_:)", courier: "Kinds", receiverCount: 0)
    #expect(throws: ask) { try courier.ask("") }
    #expect(throws: ask) { try courier.receivers.deliver(KindsCourier.ask) { try $0.ask("") } }
    let title = CourierError.unanswered(
      requirement: "get title", courier: "Kinds", receiverCount: 0)
    #expect(throws: title) { try courier.receivers.deliver(KindsCourier.title) { $0.title } }
    await #expect(throws: CourierError.self) { try await courier.load }
    #expect(courier.receivers.collect(KindsCourier.title) { $0.title } == [])
    #expect("\(title)".contains("the courier of Kinds has no receivers to give get title a result"))
  }

  @Test("Or the value that was given for it")
  func fallback() throws {
    let courier = KindsCourier()
    courier.receivers.setPolicy(.last.orElse("nobody"), for: KindsCourier.title)
    courier.receivers.setPolicy(.last.orElse(-1), for: KindsCourier.parse___String)
    #expect(courier.title == "nobody")
    #expect(try courier.parse("text") == -1)
    #expect(try courier.receivers.deliver(KindsCourier.title) { $0.title } == "nobody")
    try courier.receivers.add(Sage("somebody"), .strongly)
    #expect(courier.title == "somebody")
  }

  @Test("Where the requirement can't throw, the call ends the process and says why")
  func trap() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let courier = DataDelegateCourier()
      let ruler = Ruler(Log())
      try courier.receivers.add(ruler)
      withExtendedLifetime(ruler) { _ = courier.numberOfRows(in: 0) }
    }
    let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      errors.contains(
        "Graft: the courier of DataDelegate has 1 receiver, none to give numberOfRows(in:) a result"
      ))
  }

  @Test("A call that needs no result needs no receiver, unless that is asked for")
  func nobody() async throws {
    let courier = KindsCourier()
    try courier.tell("")
    courier.note("")
    courier.receivers.policy.requiresReceivers = true
    let tell = CourierError.unanswered(requirement: "tell(_:)", courier: "Kinds", receiverCount: 0)
    #expect(throws: tell) { try courier.tell("") }
    await #expect(processExitsWith: .failure) {
      KindsCourier(CourierPolicy(requiresReceivers: true)).note("")
    }
    try courier.receivers.add(Sage("one"), .strongly)
    try courier.tell("")
  }
}
