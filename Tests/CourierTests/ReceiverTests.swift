// SPDX-License-Identifier: Apache-2.0

import CourierProtocols
@testable import GraftCourier
import Testing

@Suite("The receivers of a courier")
struct ReceiverTests {
  private let log = Log()
  private let courier = DataDelegateCourier()

  private func names() -> [String] {
    courier.receivers(of: DataDelegateCourier.numberOfRows).map { ($0 as! Table).name }
  }

  @Test("The same object twice is once, and stays where it is")
  func identity() throws {
    let (first, second) = (Table("first"), Table("second"))
    let identity = try courier.receivers.add(first)
    try courier.receivers.add(second)
    #expect(try courier.receivers.add(first) == identity)
    #expect(names() == ["first", "second"])
    #expect(courier.receivers.all.count == 2)
  }

  @Test("Two objects that are equal are two")
  func equals() throws {
    let tables = [Table("equal"), Table("equal")]
    defer { extendLifetime(tables) }
    for table in tables { try courier.receivers.add(table) }
    #expect(names() == ["equal", "equal"])
  }

  @Test("A courier that passes calls on to itself is no receiver")
  func endless() throws {
    let (inner, outer) = (DataDelegateCourier(), DataDelegateCourier())
    defer { extendLifetime([inner, outer]) }
    try outer.receivers.add(inner)
    try inner.receivers.add(courier)
    for receiver in [outer, inner, courier] {
      let error = #expect(throws: CourierError.self) { try courier.receivers.add(receiver) }
      #expect(error == .endless(receiver: "CourierTests.DataDelegateCourier"))
    }
    #expect(courier.receivers.all.isEmpty)
    inner.receivers.removeAll()
    try courier.receivers.add(outer)
    #expect(courier.receivers.all.count == 1)
  }

  @Test("A courier that gets this one as a receiver while it is being added is no receiver")
  func endlessMeanwhile() throws {
    let (between, asked) = (DataDelegateCourier(), AskedCourier())
    defer { extendLifetime([between]) }
    try between.receivers.add(asked, .strongly)
    // The receivers of `between` have been looked at by then.
    asked.action = { [courier] in
      asked.action = {}
      _ = try? between.receivers.add(courier)
    }
    let error = #expect(throws: CourierError.self) { try courier.receivers.add(between) }
    #expect(error == .endless(receiver: "CourierTests.DataDelegateCourier"))
    #expect(courier.receivers.all.isEmpty && between.receivers.all.count == 2)
  }

  @Test("Couriers that share receivers are looked at once")
  func shared() throws {
    var couriers = [DataDelegateCourier(), DataDelegateCourier()]
    for _ in 0..<40 {
      let further = [DataDelegateCourier(), DataDelegateCourier()]
      for courier in further {
        for receiver in couriers { try courier.receivers.add(receiver, .strongly) }
      }
      couriers = further
    }
    try courier.receivers.add(couriers[0], .strongly)
    #expect(throws: CourierError.self) { try couriers[0].receivers.add(courier) }
  }

  @Test("They stand where they are said to")
  func places() throws {
    let tables = ["a", "b", "c", "d", "e"].map { Table($0) }
    defer { extendLifetime(tables) }
    try courier.receivers.add(tables[0])
    try courier.receivers.add(tables[1], at: .first)
    try courier.receivers.add(tables[2], at: .after(tables[1]))
    let identity = try courier.receivers.add(tables[3], at: .before(tables[0]))
    try courier.receivers.add(tables[4], at: .last)
    #expect(names() == ["b", "c", "d", "a", "e"])
    // One that is there moves.
    try courier.receivers.add(tables[1], at: .after(identity))
    #expect(names() == ["c", "d", "b", "a", "e"])
    try courier.receivers.add(tables[4], at: .before(identity))
    #expect(names() == ["c", "e", "d", "b", "a"])
  }

  @Test("None can stand beside a stranger, or beside itself")
  func unknownPlace() throws {
    let table = Table()
    try courier.receivers.add(table)
    let stranger = Stranger()
    #expect(throws: CourierError.unknownPlace(receiver: "Stranger", courier: "DataDelegate")) {
      try courier.receivers.add(Table("other"), at: .before(stranger))
    }
    #expect(throws: CourierError.unknownPlace(receiver: "Table", courier: "DataDelegate")) {
      try courier.receivers.add(table, at: .after(table))
    }
    #expect(names() == ["table"])
  }

  @Test("By default they are held weakly, and the dead are forgotten by the next call")
  func weak() throws {
    var table: Table? = Table("mortal", log)
    let other = Table("other", log)
    try courier.receivers.add(table!)
    try courier.receivers.add(other)
    weak let observed = table
    courier.didScroll(to: 1)
    #expect(names() == ["mortal", "other"])
    let identity = ReceiverIdentity(table!)
    table = nil
    #expect(observed == nil)
    #expect(!courier.receivers.contains(identity))
    courier.didScroll(to: 2)
    #expect(log.lines == ["mortal 1", "other 1", "other 2"])
    #expect(!courier.receivers.remove(identity))
  }

  @Test("By choice they are held strongly, until they are removed or the courier is gone")
  func strong() throws {
    var courier: DataDelegateCourier? = DataDelegateCourier()
    weak var first: Table?
    weak var second: Table?
    do {
      let tables = [Table("first", log), Table("second", log)]
      (first, second) = (tables[0], tables[1])
      for table in tables { try courier!.receivers.add(table, .strongly) }
    }
    courier!.didScroll(to: 1)
    #expect(log.lines == ["first 1", "second 1"])
    #expect(courier!.receivers.remove(first!))
    #expect(first == nil)
    #expect(second != nil)
    courier = nil
    #expect(second == nil)
  }

  @Test("Those that a courier is made with are held strongly, values too")
  func made() throws {
    var courier: DataDelegateCourier? = try DataDelegateCourier(
      Table("first", log), Table("second", log))
    courier!.didScroll(to: 1)
    #expect(log.lines == ["first 1", "second 1"])
    weak let first = courier!.receivers(of: DataDelegateCourier.numberOfRows).first as? Table
    #expect(first != nil)
    courier = nil
    #expect(first == nil)
    let kinds = try KindsCourier(
      Sage("only"), Sage("second"), policy: CourierPolicy(results: .first))
    #expect(kinds.title == "only")
    #expect(try KindsCourier(Sage("single")).title == "single")
  }

  @Test("Adding one again changes how it is held")
  func holdChanges() throws {
    weak var observed: Table?
    do {
      let table = Table("table")
      observed = table
      try courier.receivers.add(table)
      try courier.receivers.add(table, .strongly)
    }
    #expect(names() == ["table"])
    try courier.receivers.add(observed!, .weakly)
    #expect(observed == nil)
    #expect(courier.receivers.all.isEmpty)
  }

  @Test("One that several images have added counts as long as one of them does")
  func owners() {
    let table = Table("table", log)
    func added(by owner: UInt?) -> ReceiverRegistration {
      ReceiverRegistration(table, .weakly, [], owner: owner)
    }
    var both = added(by: 2)
    both.follow(added(by: 1), nil)
    #expect(both.counts(without: [1]) && both.counts(without: [2]))
    #expect(!both.counts(without: [1, 2]))
    let isLast = [[3], [2], [1]].map { both.remove(owners: Set($0)) }
    #expect(isLast == [false, false, true])
    for (earlier, later) in [(nil, 1), (1, nil)] as [(UInt?, UInt?)] {
      var ofProgram = added(by: later)
      ofProgram.follow(added(by: earlier), nil)
      #expect(ofProgram.counts(without: [1]))
      let isGone = ofProgram.remove(owners: [1])
      #expect(!isGone)
    }
  }

  @Test("Values are held strongly, each time anew, and removed by what adding them returned")
  func values() throws {
    let courier = KindsCourier()
    let first = try courier.receivers.add(Sage("sage"), .strongly)
    let second = try courier.receivers.add(Sage("sage"), .strongly)
    #expect(first != second)
    #expect(courier.receivers(of: KindsCourier.title).map(\.title) == ["sage", "sage"])
    try courier.receivers.add(Sage("new"), .strongly, at: .before(second))
    #expect(courier.receivers.remove(first))
    #expect(!courier.receivers.remove(first))
    #expect(courier.receivers(of: KindsCourier.title).map(\.title) == ["new", "sage"])
    courier.receivers.removeAll()
    #expect(courier.receivers.all.isEmpty)
  }

  @Test("The identity of a value is of one courier")
  func identitiesOfValues() throws {
    let (one, other) = (KindsCourier(), KindsCourier())
    let identity = try one.receivers.add(Sage("one"), .strongly)
    try other.receivers.add(Sage("other"), .strongly)
    #expect(!other.receivers.contains(identity))
    #expect(!other.receivers.remove(identity))
    #expect(other.title == "other")
  }

  @Test("One that is added again, or moved, is held as before")
  func holdStays() throws {
    weak var observed: Table?
    do {
      let table = Table("table")
      observed = table
      try courier.receivers.add(table, .strongly)
      try courier.receivers.add(table)
      try courier.receivers.add(table, at: .last)
    }
    #expect(names() == ["table"])
    #expect(observed != nil)
  }

  @Test("One that is gone is no receiver to remove, and none that could have answered")
  func gone() throws {
    func add() throws -> ReceiverIdentity { try courier.receivers.add(Table()) }
    #expect(!courier.receivers.remove(try add()))
    _ = try add()
    func ask() throws {
      _ = try courier.receivers.deliver(DataDelegateCourier.numberOfRows) { _ in 1 }
    }
    func unanswered(_ count: Int) -> CourierError {
      .unanswered(
        requirement: "numberOfRows(in:)", courier: "DataDelegate", receiverCount: count)
    }
    #expect(throws: unanswered(0)) { try ask() }
    // Receivers of other protocols are there.
    try courier.receivers.add(Ruler(log), .strongly)
    #expect(throws: unanswered(1)) { try ask() }
  }

  @Courier
  fileprivate protocol Named: CustomStringConvertible {
    func name() -> String
  }

  @Test("One that meets nothing but a protocol of the standard library is an error")
  func standardLibrary() throws {
    let expected = CourierError.notAReceiver(
      receiver: "Swift.String", protocols: ["CourierTests.ReceiverTests.Named"])
    #expect(throws: expected) { try NamedCourier().receivers.add("text", .strongly) }
  }

  @Test("A value that is to be held weakly is an error that names it")
  func weakValue() throws {
    let error = #expect(throws: CourierError.self) {
      try KindsCourier().receivers.add(Sage("sage"))
    }
    #expect(error == .valueHeldWeakly(receiver: "CourierTests.Sage"))
    #expect("\(try #require(error))".contains("CourierTests.Sage is a value"))
  }

  @Test("One that conforms to no protocol of the courier is an error that names it")
  func stranger() throws {
    let error = #expect(throws: CourierError.self) {
      try courier.receivers.add(Stranger(), .strongly)
    }
    guard case .notAReceiver(let receiver, let protocols)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(receiver == "CourierTests.Stranger")
    #expect(
      Set(protocols) == [
        "CourierTests.DataDelegate", "CourierProtocols.ScrollDelegate",
        "CourierProtocols.Selecting",
      ])
    #expect(courier.receivers.all.isEmpty)
  }

  @Test("One of an ancestor gets what it conforms to, and is listed for that")
  func ancestors() throws {
    let (table, ruler) = (Table("table", rows: 3, log), Ruler(log))
    try courier.receivers.add(ruler)
    try courier.receivers.add(table)
    courier.didScroll(to: 7)
    courier.didSelect(2)
    #expect(courier.numberOfRows(in: 1) == 4)
    #expect(log.lines == ["ruler 7", "table 7", "table row 2"])
    let scrolled = courier.receivers(of: DataDelegateCourier.didScroll)
    #expect(scrolled.map { $0 === ruler } == [true, false])
    #expect(scrolled.map(\.isZoomable) == [true, false])
    #expect(courier.receivers(of: DataDelegateCourier.numberOfRows).map { $0 === table } == [true])
    #expect(courier.receivers(of: DataDelegateCourier.didSelect).count == 1)
    #expect(courier.isZoomable == false)
  }

  @Test("What a protocol declares once more reaches an ancestor's receivers too")
  func overrides() throws {
    final class Meter: Caliper {
      let log: Log
      init(_ log: Log) { self.log = log }
      func didScroll(to offset: Int) { log.lines.append("meter \(offset)") }
      var isZoomable: Bool { false }
      func measure() -> Int { 8 }
    }
    let (courier, ruler, meter) = (CaliperCourier(), Ruler(log), Meter(log))
    try courier.receivers.add(meter)
    try courier.receivers.add(ruler)
    courier.didScroll(to: 2)
    let scrolling: any ScrollDelegate = courier
    scrolling.didScroll(to: 3)
    #expect(log.lines == ["meter 2", "ruler 2", "meter 3", "ruler 3"])
    #expect(courier.isZoomable)
    #expect(courier.measure() == 8)
    #expect(courier.receivers(of: CaliperCourier.didScroll).count == 2)
    withExtendedLifetime((ruler, meter)) {}
  }

  @Test("A courier can be a receiver of another")
  func couriers() throws {
    let inner = ScrollDelegateCourier()
    let ruler = Ruler(log)
    try inner.receivers.add(ruler)
    try courier.receivers.add(inner)
    courier.didScroll(to: 1)
    #expect(log.lines == ["ruler 1"])
  }

  @Test("Extensions serve the receivers and not the courier")
  func extensions() throws {
    struct Guest: Greeter {}
    struct Host: Greeter {
      func greet(_ name: String) -> String { "Host says hello to \(name)" }
    }
    let courier = GreeterCourier()
    try courier.receivers.add(Guest(), .strongly)
    #expect(courier.greet("Ann") == "Guest greets Ann")
    try courier.receivers.add(Host(), .strongly)
    #expect(courier.greet("Ann") == "Host says hello to Ann")
  }
}

extension ReceiverTests.NamedCourier {
  var description: String { "named" }
}
