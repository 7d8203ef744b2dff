// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization
import Testing

struct Coupon: ~Copyable {
  let number: Int
}

enum Burnt: Error, Equatable {
  case once
  case twice
}

@Extensible
protocol Kitchen {
  func cook(_ dish: String, for guests: Int) throws -> String
  func serve(_ dish: String)
  func taste() throws(Burnt) -> Int
  func outcome() -> Result<Int, Burnt>
  mutating func add(_ amount: Int, to total: inout Int) -> Int
  func open(_ coupon: borrowing Coupon, at place: String) -> Coupon
  func wait(_ seconds: Double, until done: @escaping @Sendable () -> Bool) async throws -> String
  func shelf(_ name: String?) -> String?
  func anything() -> Any
  static func motto(_ language: String) -> String
  var menu: [String] { get set }
  subscript(row: Int, column column: Int) -> String { get set }
}

@Extension
final class PlainCooking<Subject: Kitchen>: KitchenExtension<Subject> {
  override func cook(_ subject: Subject, _ dish: String, for guests: Int) throws -> String {
    if guests < 0 { throw Burnt.once }
    return "\(dish) for \(guests)"
  }
  override func serve(_ subject: Subject, _ dish: String) {}
  override func taste(_ subject: Subject) throws(Burnt) -> Int { throw .once }
  override func outcome(_ subject: Subject) -> Result<Int, Burnt> { .failure(.once) }
  override func add(_ subject: inout Subject, _ amount: Int, to total: inout Int) -> Int {
    total += amount
    return total
  }
  override func open(_ subject: Subject, _ coupon: borrowing Coupon, at place: String) -> Coupon {
    Coupon(number: coupon.number + 1)
  }
  override func wait(
    _ subject: Subject, _ seconds: Double, until done: @escaping @Sendable () -> Bool
  ) async throws -> String {
    await Task.yield()
    if !done() { throw Burnt.twice }
    return "waited \(seconds)"
  }
  override func shelf(_ subject: Subject, _ name: String?) -> String? { name }
  override func anything(_ subject: Subject) -> Any { 1 }
  override func motto(_ subject: Subject.Type, _ language: String) -> String { language }
  override func menu(_ subject: Subject) -> [String] { ["soup"] }
  override func setMenu(_ subject: inout Subject, _ newValue: [String]) {}
  override func `subscript`(_ subject: Subject, _ row: Int, column: Int) -> String {
    "\(row) \(column)"
  }
  override func setSubscript(
    _ subject: inout Subject, _ newValue: String, _ row: Int, column: Int
  ) {}
}

/// Keeps what one subject's calls show, and does as it is told.
final class CallRecorder: AroundPointcut, @unchecked Sendable {
  struct Seen: Sendable {
    var requirement = ""
    var arguments: [String] = []
    var labels: [String] = []
    var result = "none"
    var thrown = "none"
    var receiver = ""
    var implementation = ""
  }
  private let all = Mutex<[Seen]>([])
  var seen: [Seen] { all.withLock { $0 } }
  private let instead: @Sendable (borrowing Doing) throws -> Void

  struct Doing {
    let call: RunningCall
    let proceed: () throws -> Void
  }

  required init() {
    instead = { try $0.proceed() }
  }

  init(_ instead: @escaping @Sendable (borrowing Doing) throws -> Void) {
    self.instead = instead
  }

  private func begin(_ call: RunningCall) -> Seen {
    Seen(
      requirement: call.requirement.text, arguments: call.arguments.map(\.description),
      labels: call.arguments.map { $0.label ?? "_" },
      receiver: call.receiver.map { "\(type(of: $0))" } ?? "none",
      implementation: call.implementation?.name ?? "none")
  }

  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    var seen = begin(call)
    defer { all.withLock { $0.append(seen) } }
    do {
      try withoutActuallyEscaping(proceed) { try instead(Doing(call: call, proceed: $0)) }
    } catch {
      seen.thrown = "\(error)"
      throw error
    }
    if let result = call.result { seen.result = "\(result)" }
  }

  override func around(_ call: RunningCall, _ proceed: AsyncProceed) async throws {
    var seen = begin(call)
    defer { all.withLock { $0.append(seen) } }
    do { try await proceed() } catch {
      seen.thrown = "\(error)"
      throw error
    }
    if let result = call.result { seen.result = "\(result)" }
  }
}

extension KitchenExtension {
  /// Advises every requirement.
  static func advise(_ recorder: CallRecorder) throws {
    for requirement in extensibleProtocol.requirements {
      try ExtensionRegistry.advise(requirement.name, of: Self.self, with: recorder)
    }
  }
}

@Suite("An around pointcut")
struct AroundPointcutTests {
  @Test("Sees names, labels and values of the arguments, the result and the extension")
  func values() throws {
    struct Bistro: Kitchen {}
    let recorder = CallRecorder()
    try KitchenExtension<Bistro>.advise(recorder)
    var bistro = Bistro()
    #expect(try bistro.cook("soup", for: 2) == "soup for 2")
    bistro.serve("soup")
    #expect(Bistro.motto("en") == "en")
    #expect(bistro[1, column: 2] == "1 2")
    bistro[3, column: 4] = "salt"
    bistro.menu = ["fish"]
    #expect(bistro.menu == ["soup"])
    #expect(bistro.shelf(nil) == nil)
    let seen = recorder.seen
    #expect(
      seen.map(\.requirement) == [
        "cook(_:for:)", "serve(_:)", "static motto(_:)", "subscript(_:column:)",
        "set subscript(_:column:)", "set menu", "get menu", "shelf(_:)",
      ])
    #expect(
      seen.map(\.arguments) == [
        ["dish: soup", "guests: 2"], ["dish: soup"], ["language: en"], ["row: 1", "column: 2"],
        ["newValue: salt", "row: 3", "column: 4"], [#"newValue: ["fish"]"#], [], ["name: nil"],
      ])
    #expect(seen[0].labels == ["_", "for"])
    #expect(seen[4].labels == ["_", "_", "column"])
    #expect(
      seen.map(\.result) == ["soup for 2", "()", "en", "1 2", "()", "()", #"["soup"]"#, "nil"])
    #expect(seen.map(\.receiver).prefix(3) == ["Bistro", "Bistro", "Bistro.Type"])
    #expect(seen.allSatisfy { $0.implementation == "GraftTests.PlainCooking" })
  }

  @Test("Sees inout arguments, and tells of those that it can't have")
  func absent() throws {
    struct Diner: Kitchen {}
    let recorder = CallRecorder()
    try KitchenExtension<Diner>.advise(recorder)
    var diner = Diner()
    var total = 3
    #expect(diner.add(4, to: &total) == 7)
    #expect(diner.open(Coupon(number: 1), at: "door").number == 2)
    #expect(recorder.seen[0].arguments == ["amount: 4", "total: 3"])
    #expect(recorder.seen[1].arguments == ["coupon: (its type can't be copied)", "place: door"])
    #expect(recorder.seen.map(\.result) == ["7", "none"])
  }

  @Test("Goes around async calls, whose closures it can't see")
  func asynchronous() async throws {
    struct Canteen: Kitchen {}
    let recorder = CallRecorder()
    try KitchenExtension<Canteen>.advise(recorder)
    #expect(try await Canteen().wait(0.5) { true } == "waited 0.5")
    await #expect(throws: Burnt.twice) { try await Canteen().wait(1) { false } }
    #expect(recorder.seen.map(\.arguments[0]) == ["seconds: 0.5", "seconds: 1.0"])
    #expect(
      recorder.seen.map(\.arguments[1]) == ["done: (it is a function)", "done: (it is a function)"])
    #expect(recorder.seen.map(\.result) == ["waited 0.5", "none"])
    #expect(recorder.seen.map(\.thrown) == ["none", "twice"])
  }

  @Test("An error that it handles leaves an earlier answer, also under a typed throw")
  func handledError() throws {
    struct Pantry: Kitchen {}
    final class Patient: AroundPointcut, @unchecked Sendable {
      override func around(_ call: RunningCall, _ proceed: Proceed) throws {
        try call.returns(5)
        do { try proceed() } catch {}
      }
    }
    let token = try ExtensionRegistry.advise(
      "taste()", of: KitchenExtension<Pantry>.self, with: Patient())
    #expect(try Pantry().taste() == 5)
    try token.remove()
  }

  @Test("Answers instead, goes on twice, and throws what the requirement can")
  func instead() throws {
    struct Stall: Kitchen {}
    struct Booth: Kitchen {}
    struct Truck: Kitchen {}
    try KitchenExtension<Stall>.advise(CallRecorder { try $0.call.returns("nothing") })
    #expect(try Stall().cook("soup", for: 1) == "nothing")
    #expect(Stall().shelf("a") == "nothing")
    #expect(Stall().anything() as? String == "nothing")
    try KitchenExtension<Booth>.advise(
      CallRecorder {
        try $0.proceed()
        try $0.proceed()
      })
    #expect(try Booth().cook("soup", for: 1) == "soup for 1")
    try KitchenExtension<Truck>.advise(CallRecorder { _ in throw Burnt.twice })
    #expect(throws: Burnt.twice) { try Truck().cook("soup", for: 1) }
    #expect(throws: Burnt.twice) { try Truck().taste() }
  }

  @Test("A typed throw passes through it, and a result that is a Result is one")
  func typed() throws {
    struct Tavern: Kitchen {}
    let recorder = CallRecorder()
    try KitchenExtension<Tavern>.advise(recorder)
    #expect(throws: Burnt.once) { try Tavern().taste() }
    #expect(Tavern().outcome() == .failure(.once))
    #expect(recorder.seen.map(\.thrown) == ["once", "none"])
    #expect(recorder.seen.map(\.result) == ["none", "failure(GraftTests.Burnt.once)"])
  }

  @Test("Can't answer with a value of another type")
  func wrongType() throws {
    struct Inn: Kitchen {}
    try KitchenExtension<Inn>.advise(
      CallRecorder { doing in
        #expect(
          throws: RunningCallError.wrongResult(
            given: "Int", needed: "String", requirement: "Kitchen.cook(_:for:) of Inn")
        ) { try doing.call.returns(3) }
        try doing.proceed()
      })
    #expect(try Inn().cook("soup", for: 1) == "soup for 1")
  }

  @Test("Sees nothing of a call that has ended")
  func over() throws {
    struct Cafe: Kitchen {}
    nonisolated(unsafe) var kept: RunningCall?
    try KitchenExtension<Cafe>.advise(
      CallRecorder {
        kept = $0.call
        try $0.proceed()
      })
    var cafe = Cafe()
    var total = 1
    _ = cafe.add(1, to: &total)
    let call = try #require(kept)
    #expect(call.arguments.map(\.absence) == ["the call has ended", "the call has ended"])
    #expect(call.receiver == nil)
    #expect(call.implementation == nil)
  }

  @Test("Without an override runs before and after")
  func beforeAndAfter() throws {
    struct Kiosk: Kitchen {}
    final class Halves: AroundPointcut, @unchecked Sendable {
      let events = Mutex<[String]>([])
      override func before(_ call: AdvisedCall) { events.withLock { $0.append("before") } }
      override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
        events.withLock { $0.append("after \(error.map { "\($0)" } ?? "")") }
      }
    }
    let halves = Halves()
    try ExtensionRegistry.advise("cook(_:for:)", of: KitchenExtension<Kiosk>.self, with: halves)
    #expect(throws: Burnt.once) { try Kiosk().cook("soup", for: -1) }
    #expect(halves.events.withLock { $0 } == ["before", "after once"])
  }
}

@Suite("A pointcut before and after calls with a typed throw")
struct TypedPointcutTests {
  @Test("Sees the error")
  func error() throws {
    struct Galley: Kitchen {}
    final class Errors: PointcutAdvice, @unchecked Sendable {
      let events = Mutex<[String]>([])
      override func before(_ call: AdvisedCall) { events.withLock { $0.append("before") } }
      override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
        events.withLock { $0.append(error.map { "\($0)" } ?? "returned") }
      }
    }
    let errors = Errors()
    try ExtensionRegistry.advise("taste()", of: KitchenExtension<Galley>.self, with: errors)
    try ExtensionRegistry.advise("outcome()", of: KitchenExtension<Galley>.self, with: errors)
    #expect(throws: Burnt.once) { try Galley().taste() }
    #expect(Galley().outcome() == .failure(.once))
    #expect(errors.events.withLock { $0 } == ["before", "once", "before", "returned"])
  }
}

@Suite("An around pointcut that can't be right ends the process")
struct AroundPointcutExitTests {
  @Test("It neither goes on nor answers")
  func noAnswer() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Nowhere: Kitchen {}
      try KitchenExtension<Nowhere>.advise(CallRecorder { _ in })
      _ = try? Nowhere().cook("soup", for: 1)
    }
    #expect(
      result.text.contains(
        "CallRecorder has not answered Kitchen.cook(_:for:) of Nowhere: call proceed, or returns(_:) "
          + "with a String"))
    let ofNothing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Nowhere: Kitchen {}
      try KitchenExtension<Nowhere>.advise(CallRecorder { _ in })
      Nowhere().serve("soup")
    }
    #expect(ofNothing.text.contains("CallRecorder has not answered Kitchen.serve(_:) of Nowhere"))
  }

  @Test("It throws in a requirement that can't, or another type than it names")
  func wrongError() async throws {
    let untyped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Quiet: Kitchen {}
      // The closure's `proceed` can't throw either.
      try KitchenExtension<Quiet>.joinPoints.shelf.around(.precedence(1)) { proceed in proceed() }
      try KitchenExtension<Quiet>.advise(CallRecorder { _ in throw Burnt.once })
      _ = Quiet().shelf("a")
    }
    #expect(
      untyped.text.contains(
        "has thrown once, a Burnt, in Kitchen.shelf(_:) of Quiet, which can't throw: return"))
    let typed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Strange: Kitchen {}
      struct Other: Error {}
      try KitchenExtension<Strange>.advise(CallRecorder { _ in throw Other() })
      _ = try? Strange().taste()
    }
    #expect(
      typed.text.contains(
        "has thrown Other(), a Other, in Kitchen.taste() of Strange, which throws only Burnt"))
  }
}

extension ExitTest.Result? {
  /// What the process wrote to standard error.
  var text: String {
    String(decoding: self?.standardErrorContent ?? [], as: UTF8.self)
  }
}
