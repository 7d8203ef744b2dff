// SPDX-License-Identifier: Apache-2.0

public import Graft

@Extensible
public protocol Methods {
  func plain(_ text: String, times: Int) -> String
  @Required var changes: Int { get set }
  mutating func change(by amount: Int)
  static func make() -> String
  func refuse() throws -> Int
  func refuseTyped() throws(MethodsError) -> Int
  func later() async -> Int
  func laterOrNever(_ flag: Bool) async throws -> Int
  func generic<Value: Hashable>(_ value: Value, _ other: Value) -> Bool where Value: Sendable
  func opaque(_ value: some CustomStringConvertible) -> String
  func swap(_ value: inout Int)
  func lazily(_ value: @autoclosure () -> Int) -> Int
  func apply(_ body: (Int) -> Int) -> Int
  func keep(_ body: @escaping () -> Int) -> () -> Int
  func sum(_ values: Int...) -> Int
  func take(_ value: consuming [Int]) -> Int
  func look(_ value: borrowing [Int]) -> Int
  func sum(lent value: borrowing Int, _ other: borrowing any Equatable) -> Int
  borrowing func lent() -> String
  consuming func spent() -> String
  func map(_ body: (Int) throws -> Int) rethrows -> Int
  func nothing()
  func ticket(_ number: Int) -> Ticket
  func ticketOrRefuse(_ number: Int) throws -> Ticket
  func ticketOrTyped(_ number: Int) throws(MethodsError) -> Ticket
  var ticket: Ticket { get }
  @Unadvised var spare: Ticket { get nonmutating set }
  @Unadvised subscript(spare number: Int) -> Ticket { get set }
}

/// What can't be copied.
public struct Ticket: ~Copyable {
  public let number: Int

  public init(number: Int) {
    self.number = number
  }
}

/// The error that the extensions throw.
public struct Refusal: Error, Equatable {
  let text: String

  public init(text: String) {
    self.text = text
  }
}

public struct MethodsError: Error, Equatable {
  public var code = 7

  public init() {}
}

@Extensible @OperatorDefaults
public protocol Members {
  var title: String { get }
  var level: Int { get set }
  var distant: Int { get async throws }
  var stubborn: Int { mutating get nonmutating set }
  static var limit: Int { get set }
  subscript(index: Int) -> String { get }
  subscript(key key: String) -> Int { get set }
  init(level: Int)
  init?(text: String) throws
  static func + (first: Self, second: Self) -> Self
  static prefix func - (value: Self) -> Self
  static func == (first: Self, second: Self) -> Bool
  @Required var stored: [String: Int] { get set }
  @Required init()
}

@Extensible
public protocol Shelf<Item> {
  associatedtype Item: Hashable
  @Required var stock: [Item] { get }
  var items: [Item] { get }
  func first(where matches: (Item) -> Bool) -> Item?
  func twin() -> Self
  func matches(_ other: Self) -> Bool
}

@Extensible
public protocol Holder: AnyObject {
  var held: String { get set }
  func describe() -> String
}

/// `Self` within the type of a parameter, of classes that can be subclassed.
@Extensible @OperatorDefaults
public protocol Grazing {
  func weigh(among others: [Self]) -> String
  static func + (first: Self, second: [Self]) -> Int
}

open class Cow: Grazing {
  public let name: String

  public init(name: String) { self.name = name }
}

open class Calf: Cow {
  public let age: Int

  public init(name: String, age: Int) {
    self.age = age
    super.init(name: name)
  }
}

@Extensible
public protocol Counter: Actor {
  @Required var count: Int { get set }
  func increment() -> Int
  func add(_ amount: Int) async -> Int
  nonisolated func label() -> String
}

@MainActor
@Extensible
public protocol Panel {
  var title: String { get }
  func show() -> String
}

@Extensible
public protocol Resource: ~Copyable {
  borrowing func peek() -> Int
  mutating func advance()
  consuming func close() -> String
  static func kind() -> String
}

public enum Outer {
  @Extensible
  public protocol Nested: Sendable {
    func inner() -> String
  }
}

@Extensible
public protocol Overloads {
  func f(_ value: Int) -> String
  func f(_ value: String) -> String
  func f(label value: Int) -> String
  static func f(_ value: Int) -> String
}

/// Associated types of the standard library's protocols, by their names alone.
@Extensible
public protocol Catalogue: Sequence, Identifiable {
  var favourite: Element? { get nonmutating set }
  func item(_ id: ID) -> Element?
  func items(where matches: (Element) throws -> Bool) rethrows -> [Element]
}

public protocol Labelled {
  associatedtype Label: Equatable
  typealias Mark = String
}

/// Types of the module, and of a protocol that only the compiler sees.
@Extensible
public protocol Badge: Labelled {
  @Required var stored: MethodsError { get set }
  var error: MethodsError { get set }
  func issue(_ error: MethodsError, for label: Self.Label) -> MethodsError
  func errors<Code: Sequence>(_ codes: Code) -> [MethodsError] where Code.Element == MethodsError
  func checked(_ error: MethodsError?) throws(MethodsError) -> RequirementProtocols.MethodsError
  func described(_ value: some Collection<MethodsError>) -> any Collection<MethodsError>
}

/// What types of other modules implement as members that can be advised.
@Extensible
public protocol Gauge {
  var level: Int { get }
  func title() -> String
  func measure(_ by: Int) throws -> [Int]
  func settled(after rounds: Int) async -> String
  static func unit(_ prefix: String) -> String
}

/// Changes of values.
@Extensible
public protocol Filling {
  var content: Int { get set }
  mutating func fill(_ by: Int) throws -> [Int]
}
