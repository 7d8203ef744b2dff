// SPDX-License-Identifier: Apache-2.0

import GraftTesting
import Synchronization
import Testing

enum Postage: Error, Equatable {
  case missing
}

@Extensible
protocol Mail {
  func send(_ text: String, to address: String) throws -> Int
  func fetch(_ box: String) async throws -> [String]
  func weigh() throws(Postage) -> Int
  func find(_ name: String) throws -> Int?
  func stamp() -> String
  mutating func sign(_ name: String)
  static func carrier() -> String
  var sender: String { get set }
  init(_ text: String)
}

@Extension
final class RealMail<Subject: Mail>: MailExtension<Subject> {
  override func send(_ subject: Subject, _ text: String, to address: String) throws -> Int {
    if address.isEmpty { throw Postage.missing }
    return text.count
  }
  override func fetch(_ subject: Subject, _ box: String) async throws -> [String] { [box] }
  override func weigh(_ subject: Subject) throws(Postage) -> Int { throw .missing }
  override func find(_ subject: Subject, _ name: String) throws -> Int? {
    if name.isEmpty { throw Postage.missing }
    return nil
  }
  override func stamp(_ subject: Subject) -> String { "real" }
  override func sign(_ subject: inout Subject, _ name: String) {}
  override func carrier(_ subject: Subject.Type) -> String { "real" }
  override func sender(_ subject: Subject) -> String { "real" }
  override func setSender(_ subject: inout Subject, _ newValue: String) {}
}

@Extensible
protocol Till {
  func ring(_ ware: Ware) -> Int
}

@Extension
final class AnyTill<Subject: Till>: TillExtension<Subject> {
  override func ring(_ subject: Subject, _ ware: Ware) -> Int { 3 }
}

struct Desk: Till {}

@Extensible
protocol Doll {
  func open(_ depth: Int, then: @escaping @Sendable () -> Void) -> Int
}

@Extension
final class AnyDoll<Subject: Doll>: DollExtension<Subject> {
  override func open(
    _ subject: Subject, _ depth: Int, then: @escaping @Sendable () -> Void
  ) -> Int {
    if depth > 0 {
      _ = (subject).open(depth - 1, then: {})
      then()
    }
    return depth
  }
}

struct Matryoshka: Doll {}

/// Its description makes a call, as that of a wrapper can.
struct Ware: CustomStringConvertible {
  var description: String { "ware of \(Desk().ring(self))" }
}

struct Invoice: Mail {
  init(_ text: String) {}
  init() {}
}

@Extensible
protocol Sorter: Actor {
  func sort(_ text: String, into box: Int) throws -> Int
  func empty()
}

@Extension
final class RealSorter<Subject: Sorter>: SorterExtension<Subject> {
  override func sort(_ subject: isolated Subject, _ text: String, into box: Int) throws -> Int {
    if text.isEmpty { throw Postage.missing }
    return box
  }
  override func empty(_ subject: isolated Subject) {}
}

actor Office: Sorter {}

@MainActor
@Extensible
protocol Counter {
  mutating func ring(_ times: Int) -> String
}

@Extension
final class RealCounter<Subject: Counter>: CounterExtension<Subject> {
  override func ring(_ subject: inout Subject, _ times: Int) -> String { "real \(times)" }
}

struct Window: Counter {}

/// Requirements that nothing implements.
@Extensible
protocol Planned {
  func make(_ number: Int) throws -> String
  func wait() async -> Int
  mutating func begin()
  static func kind() -> String
}

struct Plan: Planned {}

/// A type whose own implementation is replaced.
struct Postcard: Mail {
  init(_ text: String) {}

  @Advisable((any Mail).self)
  func stamp() -> String { "own" }
}

// The arguments of an attribute can't name what another macro of this module declares.
func giveStamp() throws { try MailExtension<Invoice>.joinPoints.stamp.returning("given") }

@Suite("Doubles of a test")
struct DoublesTests {
  @Test("A recording has typed arguments, results and errors, in order", .advised)
  func recording() async throws {
    let points = MailExtension<Invoice>.joinPoints
    let sent = try points.send.recording()
    let fetched = try points.fetch.recording()
    let weighed = try points.weigh.recording()
    let signed = try points.sign.recording()
    let carried = try points.carrier.recording()
    let set = try points.setSender.recording()
    var invoice = Invoice()
    #expect(try invoice.send("bill", to: "ann") == 4)
    #expect(throws: Postage.missing) { try invoice.send("bill", to: "") }
    #expect(try await invoice.fetch("in") == ["in"])
    #expect(throws: Postage.missing) { try invoice.weigh() }
    invoice.sign("me")
    #expect(Invoice.carrier() == "real")
    invoice.sender = "you"

    let first = try #require(sent.next())
    #expect(first.arguments == ("bill", "ann"))
    #expect(try first.result == 4)
    let second = try #require(sent.next())
    #expect(second.arguments.1 == "")
    #expect(throws: Postage.missing) { try second.result }
    #expect(sent.next() == nil)
    sent.expectNoMoreCalls()
    sent.expectNoCallsOutside()
    let fetch = try #require(fetched.next())
    #expect(fetch.arguments == "in")
    #expect(try fetch.result == ["in"])
    #expect(try weighed.calls.map { try $0.result } == [.failure(.missing)])
    #expect(signed.calls.map(\.arguments) == ["me"])
    #expect(carried.calls.count == 1)
    #expect(set.calls.map(\.arguments) == ["you"])
    let order = [first.order, second.order, fetch.order] + signed.calls.map(\.order)
    #expect(order == order.sorted())
  }

  @Test("An error is no nil, also where the result is optional", .advised)
  func errorOfOptional() throws {
    let found = try MailExtension<Invoice>.joinPoints.find.recording()
    let invoice = Invoice()
    #expect(throws: Postage.missing) { try invoice.find("") }
    #expect(try invoice.find("bill") == nil)
    #expect(throws: Postage.missing) { try #require(found.next()).result }
    #expect(try #require(found.next()).result == nil)
  }

  @Test("Answers come in turn, and the last one stays", .advised)
  func answers() async throws {
    let points = MailExtension<Invoice>.joinPoints
    try points.stamp.returning("a", "b")
    try points.send.answering(.success(1), .failure(Postage.missing))
    try points.fetch.answering(.success(["x"]), .failure(Postage.missing), .success([]))
    try points.weigh.returning(.success(3), .failure(.missing))
    let stamped = try points.stamp.recording()
    let invoice = Invoice()
    #expect([invoice.stamp(), invoice.stamp(), invoice.stamp()] == ["a", "b", "b"])
    #expect(try stamped.calls.map { try $0.result } == ["a", "b", "b"])
    #expect(try invoice.send("", to: "") == 1)
    #expect(throws: Postage.missing) { try invoice.send("", to: "ann") }
    #expect(try await invoice.fetch("") == ["x"])
    await #expect(throws: Postage.missing) { try await invoice.fetch("") }
    #expect(try await invoice.fetch("") == [])
    #expect(try invoice.weigh() == 3)
    #expect(throws: Postage.missing) { try invoice.weigh() }
  }

  @Test("What runs on an actor has doubles too", .advised)
  func isolated() async throws {
    let points = SorterExtension<Office>.joinPoints
    let sorted = try points.sort.recording()
    let emptied = try points.empty.recording()
    let office = Office()
    #expect(try await office.sort("bill", into: 3) == 3)
    try points.sort.answering(.success(7), .failure(Postage.missing))
    #expect(try await office.sort("bill", into: 3) == 7)
    await #expect(throws: Postage.missing) { try await office.sort("bill", into: 3) }
    await office.empty()
    #expect(sorted.calls.map(\.arguments.1) == [3, 3, 3])
    #expect(sorted.calls.map { try? $0.result } == [3, 7, nil])
    #expect(emptied.calls.count == 1)
    let rung = try CounterExtension<Window>.joinPoints.ring.recording()
    try CounterExtension<Window>.joinPoints.ring.returning("double")
    let text = await MainActor.run {
      var window = Window()
      return window.ring(2)
    }
    #expect(text == "double")
    #expect(rung.calls.map(\.arguments) == [2])
  }

  @Test(
    "The trait installs what all calls of the test see",
    .advised { try giveStamp() })
  func trait() {
    #expect(Invoice().stamp() == "given")
  }

  @Test("A type's own implementation can be replaced", .advised)
  func own() throws {
    #expect(Postcard("").stamp() == "own")
    try MailExtension<Postcard>.joinPoints.stamp.returning("double")
    #expect(Postcard("").stamp() == "double")
  }

  @Test("A requirement that nothing implements is answered", .advised)
  func withoutImplementation() async throws {
    let points = PlannedExtension<Plan>.joinPoints
    let made = try points.make.recording()
    try points.make.answering(.success("made"), .failure(Postage.missing))
    try points.wait.returning(3)
    try points.begin.around(.forTask) { _, _ in }
    try PlannedJoinPoints.everySubject.kind.returning("any")
    #expect(try Plan().make(1) == "made")
    #expect(throws: Postage.missing) { try Plan().make(2) }
    #expect(await Plan().wait() == 3)
    var plan = Plan()
    plan.begin()
    #expect(Plan.kind() == "any")
    #expect(made.calls.map(\.arguments) == [1, 2])
  }

  @Test("Advice that goes on where nothing implements the requirement ends the process")
  func proceedingToNothing() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let points = PlannedExtension<Plan>.joinPoints
      try points.make.around { _, number, proceed in
        number == 0 ? "nothing" : try proceed(number)
      }
      guard try Plan().make(0) == "nothing" else { return }
      _ = try Plan().make(1)
    }
    let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(errors.contains("nothing implements Planned.make(_:) for Plan"), "\(errors)")
  }

  @Test("Calls that are left, and calls of other tasks, are issues", .advised)
  func issues() async throws {
    let stamped = try MailExtension<Invoice>.joinPoints.stamp.recording()
    _ = Invoice().stamp()
    await Task.detached { _ = Invoice().stamp() }.value
    withKnownIssue {
      stamped.expectNoMoreCalls()
    } matching: {
      "\($0)".contains("1 more call, with ()")
    }
    withKnownIssue {
      stamped.expectNoCallsOutside()
    } matching: {
      "\($0)".contains("1 call was made outside of every test with .advised")
    }
    _ = stamped.next()
    stamped.expectNoMoreCalls()
  }

  @Test("Descriptions of arguments can make calls that are recorded", .advised)
  func describing() throws {
    let rung = try TillExtension<Desk>.joinPoints.ring.recording()
    _ = Desk().ring(Ware())
    withKnownIssue {
      rung.expectNoMoreCalls()
    } matching: {
      "\($0)".contains("1 more call, with ware of 3")
    }
    #expect(rung.calls.count == 2)
  }

  @Test(
    "Calls are in the order of their beginnings, also if one that began earlier ends later",
    .advised
  )
  func overlapping() throws {
    let nested = try DollExtension<Matryoshka>.joinPoints.open.recording()
    let first = Mutex<Int?>(nil)
    _ = Matryoshka().open(1) { first.withLock { $0 = nested.next()?.arguments.0 } }
    #expect(first.withLock(\.self) == 0)
    #expect(nested.calls.map(\.arguments.0) == [1, 0])
    #expect(nested.next()?.arguments.0 == 1)
    #expect(nested.next() == nil)
  }

  @Test("Without the trait there is an error that names it")
  func noTrait() {
    let error = #expect(throws: AdviceError.self) {
      try MailExtension<Invoice>.joinPoints.stamp.recording()
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("ExtensionRegistry.withTaskAdvice"))
  }

  @Test(
    "A thousand tests at one time replace one static requirement", .advised, arguments: 0..<1_000)
  func parallel(_ number: Int) async throws {
    try MailExtension<Invoice>.joinPoints.carrier.returning("\(number)")
    let carried = try MailExtension<Invoice>.joinPoints.carrier.recording()
    for _ in 0..<3 {
      await Task.yield()
      #expect(Invoice.carrier() == "\(number)")
    }
    async let child = Invoice.carrier()
    #expect(await child == "\(number)")
    #expect(carried.calls.count == 4)
  }
}

@Suite("Tests that run one after the other", .serialized)
struct SerialTests {
  @Test("See nobody's replacement beside a thousand that replace", arguments: 0..<20)
  func unreplaced(_ number: Int) async {
    await Task.yield()
    #expect(Invoice.carrier() == "real")
  }
}

@Suite("A suite with the trait", .advised)
struct AdvisedSuiteTests {
  @Test("Gives each test its scope", arguments: 0..<10)
  func each(_ number: Int) throws {
    #expect(Invoice.carrier() == "real")
    try MailExtension<Invoice>.joinPoints.carrier.returning("\(number)")
    #expect(Invoice.carrier() == "\(number)")
  }
}
