// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization
import Testing

@Extensible
protocol Recorder {
  associatedtype Item
  func flush() -> String
  func record(_ item: Item, level: Int) throws -> String
  func refuse() throws(ProtocolDefaultTests.Refusal) -> Int
  func later(_ item: Item) async throws -> [Item]
  mutating func rename(to name: String)
  static func make() -> Self
  static var kind: String { get }
  var size: Int { get }
  var mood: String { get set }
  subscript(index: Int) -> Int { get nonmutating set }
  init(name: String)
  func all(_ holds: (Item) throws -> Bool) rethrows -> Bool
  func fill(_ count: inout Int, with value: @autoclosure () -> Int)
  func overridden() -> String
  func own() -> String
}

protocol HasName {
  var name: String { get set }
}

@Default
extension Recorder where Self: Graft::AuthorDefault {
  func flush() -> String { "default, " + own() }
  func record(_ item: Item, level: Int) -> String { "\(item) at \(level)" }
  func refuse() throws(ProtocolDefaultTests.Refusal) -> Int { throw .refused }
  func later(_ item: Item) async -> [Item] { [item] }
  mutating func rename(to name: String) { self = Self(name: name) }
  static func make() -> Self { Self(name: "made as \(kind)") }
  static var kind: String { "any" }
  var size: Int { doubled(3) }
  var mood: String {
    get { "calm" }
    set { self = Self(name: newValue) }
  }
  subscript(index: Int) -> Int {
    get { index }
    nonmutating set { ProtocolDefaultTests.written.withLock { $0.append(newValue) } }
  }
  init(name: String) {
    self = Self.made(name)
  }
  func all(_ holds: (Item) throws -> Bool) rethrows -> Bool { true }
  func fill(_ count: inout Int, with value: @autoclosure () -> Int) { count = value() }
  func overridden() -> String { "default" }
  func own() -> String { "default's own" }
  private func doubled(_ number: Int) -> Int { 2 * number }
}

extension Recorder {
  static func made(_ name: String) -> Self {
    let made: Any = Tape<Item>(made: name)
    return made as! Self
  }
}

@Default
extension Recorder
where Self: GraftTests::HasName, Self: Graft::AuthorDefault, Self.Item == Swift::Int {
  func flush() -> String { "default of \(name)" }
}

@Extension
final class Overriding<Subject: Recorder>: RecorderExtension<Subject> {
  override func overridden(_ subject: Subject) -> String {
    "extension before " + super.overridden(subject)
  }
}

struct Tape<Item>: Recorder, HasName {
  var name: String
  init(made name: String) { self.name = name }
  func own() -> String { "tape's own" }
}

struct Bare: Recorder {
  typealias Item = String
  init() {}
  init(name: String) {}
}

final class Device: Recorder {
  typealias Item = Int
  init(name: String) {}
}

@Extensible
protocol Lifecycle {
  func start() async -> String
  func stop(_ reason: String) async throws -> String
  func pause() -> String
  func pause() async -> String
  func own() async -> String
}

@Default
extension Lifecycle where Self: Graft::AuthorDefault {
  func start() async -> String { "started" }
  func stop(_ reason: String) async -> String { "stopped, " + reason }
  func pause() -> String { "paused" }
  func pause() async -> String { "paused" }
  func own() async -> String { await start() }
}

@Extensible
protocol Lamp: AnyObject {
  @Required var history: [Int] { get set }
  var brightness: Int { get set }
  subscript(hour: Int) -> Int { get set }
}

@Default
extension Lamp where Self: Swift::AnyObject, Self: Graft::AuthorDefault {
  var brightness: Int {
    get { history.last ?? 0 }
    set { history.append(newValue) }
  }
  subscript(hour: Int) -> Int {
    get { history[hour] }
    set { history[hour] = newValue }
  }
}

@Extensible @OperatorDefaults
protocol Basket {
  associatedtype Item
  func first<Items: Sequence>(of items: Items) throws -> Item? where Items.Element == Item
  mutating func fill(_ count: inout Int, with items: some Collection<Item>)
  static func named<Name>(_ name: Name) -> String where Name: CustomStringConvertible
  func sum(_ values: Int..., factor: Int) -> Int
  static func + (first: Self, second: Self) -> Self
  static prefix func - (basket: Self) -> Self
  @Required var size: Int { get set }
}

@Default
extension Basket where Self: Graft::AuthorDefault {
  @RenamedDefault
  func first<Items: Sequence>(of items: Items) -> Item? where Items.Element == Item {
    items.first { _ in true }
  }
  @RenamedDefault
  mutating func fill<Items: Collection>(_ count: inout Int, with items: Items)
  where Items.Element == Item {
    count += items.count
    size = sum(count, factor: 10)
  }
  @RenamedDefault
  static func named<Name: CustomStringConvertible>(_ name: Name) -> String {
    "\(#function) \(name)"
  }
  @RenamedDefault
  func sum(_ values: Int..., factor: Int) -> Int { values.reduce(0, +) * factor }
  @RenamedDefault
  static func + (first: Self, second: Self) -> Self { sum(first, second.size) }
  @RenamedDefault
  static prefix func - (basket: Self) -> Self { sum(basket, -2 * basket.size) }
  private static func sum(_ basket: Self, _ size: Int) -> Self {
    var sum = basket
    sum.size += size
    return sum
  }
}

@Extension
final class DoubleSum<Subject: Basket>: BasketExtension<Subject> {
  override func sum(_ subject: Subject, _ values: [Int], factor: Int) -> Int {
    super.sum(subject, values, factor: factor) * 2
  }
  override func first<Items: Sequence>(_ subject: Subject, of items: Items) throws -> Subject.Item?
  where Items.Element == Subject.Item {
    try super.first(subject, of: Array(items).reversed())
  }
}

// One advises calls that others make.
@Suite("Defaults of a protocol's author", .serialized)
struct ProtocolDefaultTests {
  enum Refusal: Error { case refused }
  static let written = Mutex<[Int]>([])

  /// Through the protocol, as a program that does not know Graft calls.
  private func flush(_ recorder: some Recorder) -> String { recorder.flush() }

  @Test("A default is called where no extension answers")
  func called() throws {
    #expect(flush(Tape<String>(made: "a")) == "default, tape's own")
    #expect(try Tape<String>(made: "a").record("x", level: 2) == "x at 2")
    #expect(Tape<Int>.kind == "any")
    #expect(Tape<Int>(made: "a").size == 6)
    #expect(Tape<Int>(made: "a").all { _ in false })
    #expect(Tape<Int>(name: "b").name == "b")
    #expect(Tape<Int>.make().name == "made as any")
  }

  @Test("Of constrained ones the most special, which the subject's dynamic type decides")
  func constrained() {
    #expect(flush(Tape<Int>(made: "a")) == "default of a")
    #expect(flush(Bare()) == "default, default's own")
    let resolution = RecorderExtension<Tape<Int>>.resolution
    #expect(resolution["flush()"]?.chain.map(\.rule) == [.specific, .only])
  }

  @Test("Setters of objects")
  func objects() {
    final class DeskLamp: Lamp { var history: [Int] = [] }
    let lamp: any Lamp = DeskLamp()
    lamp.brightness = 3
    lamp.brightness += 4
    lamp[0] = 5
    #expect(lamp.history == [5, 7])
  }

  @Test("What changes its subject, and what is changed")
  func mutating() {
    var tape = Tape<Int>(made: "a")
    tape.rename(to: "b")
    #expect(tape.name == "b")
    tape.mood = "c"
    #expect(tape.name == "c")
    #expect(tape.mood == "calm")
    tape[4] = 5
    #expect(tape[4] == 4)
    #expect(Self.written.withLock { $0 } == [5])
    var count = 0
    tape.fill(&count, with: 7)
    #expect(count == 7)
  }

  @Test("Typed errors, and what is async")
  func effects() async throws {
    #expect(throws: Refusal.refused) { _ = try Tape<Int>(made: "a").refuse() }
    #expect(try await Tape<Int>(made: "a").later(3) == [3])
  }

  @Test("An extension overrides it, and reaches it by super")
  func overridden() {
    #expect(Device(name: "").overridden() == "extension before default")
    #expect(Tape<Int>(made: "a").overridden() == "extension before default")
  }

  @Test("A type's own implementation wins, also when a default calls it")
  func own() {
    #expect(Tape<Int>(made: "a").own() == "tape's own")
    #expect(flush(Device(name: "")) == "default, default's own")
  }

  @Test("Advice runs around it")
  func advice() throws {
    let token = try RecorderExtension<Device>.joinPoints.flush.around { _, proceed in
      "advised " + proceed()
    }
    #expect(Device(name: "").flush() == "advised default, default's own")
    try token.remove()
    #expect(Device(name: "").flush() == "default, default's own")
  }

  @Test("The resolution says what it is, and where")
  func resolution() throws {
    let resolution = RecorderExtension<Device>.resolution
    let overridden = try #require(resolution["overridden()"])
    #expect(overridden.chain.map(\.extension.descriptor.isOfProtocol) == [false, true])
    #expect(overridden.chain.map(\.rule) == [.priority, .only])
    let found = overridden.chain[1].extension.descriptor
    #expect(found.source.hasSuffix("ProtocolDefaultTests.swift:32"))
    #expect("\(resolution)".contains("default of the protocol"))
  }

  @Test("What is not async is the default of a requirement that is, and of both there are")
  func synchronous() async throws {
    struct Service: Lifecycle {}
    let service = Service()
    #expect(await service.start() == "started")
    #expect(try await service.stop("asked") == "stopped, asked")
    #expect(await service.own() == "started")
    func pauseNow(_ service: any Lifecycle) -> String { service.pause() }
    #expect(pauseNow(service) == "paused")
    #expect(await service.pause() == "paused")
  }

  @Test("Generic and variadic ones and operators, which extensions override")
  func renamed() throws {
    struct Crate: Basket {
      typealias Item = Int
      var size = 1
    }
    var crate = Crate()
    #expect(try crate.first(of: [1, 2, 3]) == 3)
    var count = 1
    crate.fill(&count, with: [4, 5])
    #expect((count, crate.size) == (3, 60))
    #expect(Crate.named(7) == "named(_:) 7")
    #expect(crate.sum(1, 2, factor: 3) == 18)
    #expect((crate + Crate()).size == 61)
    #expect((-crate).size == -60)
    let resolution = BasketExtension<Crate>.resolution
    #expect(resolution["static +(_:_:)"]?.chain.map(\.rule) == [.only])
    #expect(resolution["first(of:)"]?.chain.map(\.rule) == [.priority, .only])
  }
}
