// SPDX-License-Identifier: Apache-2.0

import Graft

struct Loss: Error {}

public struct Store {
  public enum Event { case opened, closed }
  public enum Failure: Error { case full }
  public struct Item<Value> {}

  @Extensible
  public protocol Delegate: AnyObject {
    associatedtype Key: Hashable
    func store(_ store: Store, did event: Event) -> [Event: Key]
    func save(_ event: Event?) throws(Failure)
    func item(_ item: Item<Event>, _ key: Key, _ other: Store.Event) async throws -> Item<Self>
    var last: Event { get set }
    subscript(event: Event) -> Event? { get }
  }
}

extension Store {
  enum Cache {
    struct Entry {}

    @Extensible
    fileprivate protocol Owner {
      func owns(_ entry: Entry) -> Bool
    }
  }
}

@Extension
final class Logging<Subject: Store.Delegate>: Store.DelegateExtension<Subject> {
  override func store(
    _ subject: Subject, _ store: Store, did event: Store.Event
  ) -> [Store.Event: Subject.Key] { [:] }
}

final class Screen: Store.Delegate {
  typealias Key = Int
}

func advise() throws {
  try Store.DelegateExtension<Screen>.joinPoints.setLast.before { _, event in print(event) }
}

enum Shop {
  protocol Base {}
  protocol Listing<Item> { associatedtype Item }
  struct Order {}
  struct Box<Content> { struct Label {} }

  @resultBuilder
  enum Listed { static func buildBlock(_ orders: Order...) -> [Order] { orders } }

  @Extensible
  protocol Counter {
    func serve(_ one: any Base)
    func greet(_ one: some Base) -> any Base & Sendable
    func pack<One: Base>(_ one: One)
    func wrap<One>(_ one: One) where One: Base
    func list(_ all: any Listing<Order>)
    func any(_ all: some Listing)
    func run() -> Swift.Result<Order, any Error>
    func first() -> Swift.Array<Order>.Index
    func build(@Listed _ orders: () -> [Order]) -> Int
    func all<All: Listing<Order> & Base>(_ all: [All])
    func label(_ label: Box<Int>.Label)
  }

  @Extensible
  protocol Register: Base { func take(_ order: Order) }
}
