// SPDX-License-Identifier: Apache-2.0

import Graft

// Of what is passed on as one of several types the compiler opens `Any`.

@Extensible
protocol Channel {
  func trigger(_ event: Any, _ number: Int)
  func send(_ event: Any) async throws -> Any
  func post(_ event: Any & Sendable, _ other: any Sendable) -> Int
  func change(_ event: inout Any, _ other: @autoclosure () -> Any)
  func perhaps(_ event: Any?, _ all: Any...)
  static func make(_ event: __owned Any)
  init(_ event: Any)
  subscript(event: Any) -> Any { get set }
  var last: Any { get set }
  var lastSent: any Sendable { get set }
}

@Default
extension Channel where Self: Graft::AuthorDefault {
  func trigger(_ event: Any, _ number: Int) {}
  func send(_ event: Any) async throws -> Any { event }
}

// So it does with metatypes of protocols.

protocol Shape { static func make() -> Int }

@Extensible
protocol Factory {
  func make(_ type: any Shape.Type) -> Int
  func make(_ type: any Shape.Type, _ number: Int) -> any Shape.Type
  func find(_ type: any Shape.Type) async throws -> any Shape.Type
  func findAny(_ type: Any.Type) throws -> Any.Type
  func perhaps(_ type: (any Shape.Type)?, _ others: [any Shape.Type])
  func object(_ type: AnyClass) -> Int
  mutating func change(_ type: AnyObject.Type)
  static func own(_ type: Self.Type) -> Int
  func generic<Item>(_ type: Item.Type) -> Item?
  var type: any Shape.Type { get set }
  init(_ type: any Shape.Type)
}

@MainActor @Extensible
protocol MainFactory {
  func make(_ type: any Shape.Type) -> Int
}

@Default
extension Factory where Self: Graft::AuthorDefault {
  func make(_ type: any Shape.Type) -> Int { type.make() }
  func find(_ type: any Shape.Type) async throws -> any Shape.Type { type }
}
