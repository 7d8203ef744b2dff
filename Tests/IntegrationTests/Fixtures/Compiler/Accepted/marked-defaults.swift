// SPDX-License-Identifier: Apache-2.0

import Graft

protocol Root {}

@Extensible
protocol Coder: Root {
  mutating func reclaim(_ bytes: Array<UInt8>) -> Bool
  func encode(_ number: Int) -> Int
  func encode(_ text: String) -> Int
  func decoded<Value>() -> Value?
}

@Default(typed: true)
extension Coder where Self: Graft::AuthorDefault {
  mutating func reclaim(_ bytes: [UInt8]) -> Bool { bytes.isEmpty }
  func encode(_ text: String) -> Int { 1 }
}

@Extensible
protocol Visitor {
  func visit(_ values: some Collection)
}

@Default
extension Visitor where Self: Graft::AuthorDefault {
  @RenamedDefault func visit(_ values: some Collection) {}
}

@Extensible
protocol Worker {
  @concurrent nonisolated func work() async -> Int
}

@Default
extension Worker where Self: Graft::AuthorDefault {
  @concurrent nonisolated func work() async -> Int { 1 }
}

@Extensible @OperatorDefaults
protocol Operand {
  static func / (first: Self, second: Self) -> Self
  var reciprocal: Self? { get }
}

@Default
extension Operand where Self: Graft::AuthorDefault {
  @_transparent
  @RenamedDefault static func / (first: Self, second: Self) -> Self { first }
  @_transparent
  var reciprocal: Self? { nil }
}

@Extensible
protocol Holder: AnyObject {
  var held: String { get set }
  subscript(_ row: Int) -> String { get set }
}

@Default
extension Holder where Self: Swift::AnyObject, Self: Graft::AuthorDefault {
  var held: String {
    get { "nothing" }
    set {}
  }
  subscript(_ row: Int) -> String {
    get { "row" }
    set {}
  }
}

final class Hand: Holder {}
struct Number: Coder, Visitor, Operand {}

// What the protocol has from others.

protocol Shaped { associatedtype Form }

@Extensible
protocol Drawer: Shaped {
  func draw(_ form: Self.Form, on other: Self.Form?) -> Self.Form
  func erase()
}

@Default
extension Drawer where Self: Graft::AuthorDefault {
  func draw(_ form: Self.Form, on other: Self.Form?) -> Self.Form { form }
}

@Extensible
protocol Stream: AsyncSequence {
  associatedtype Key: Hashable
  typealias Pair = (Key, Int)
  subscript(_ key: Key) -> Self.Element? { get set }
  func find(_ pair: Pair) -> [Key: Element]
  func count<Element>(_ element: Element) -> Int
  func after(_ key: Key) -> Int
  func after(_ number: Int) -> Int
}

@Default
extension Stream where Self: Graft::AuthorDefault {
  subscript(_ key: Key) -> Self.Element? {
    get { nil }
    set {}
  }
  func find(_ pair: Pair) -> [Key: Element] { [:] }
  @RenamedDefault func count<Element>(_ element: Element) -> Int { 0 }
  func after(_ key: Key) -> Int { 1 }
  func after(_ number: Int) -> Int { 2 }
}

// Names that generated code uses, and values that it passes on.

protocol Weighed {}
class Scale {}

@Extensible
protocol Weighing: AnyObject {
  func weigh(_ pair: ([Bool: Scale], Int.Type), with other: inout any Weighed & Sendable)
    async throws
    -> Int
  func label(copy: String, read: Int, found: Bool) async -> any Weighed.Type
  func pick<Value>(from subject: borrowing Scale) -> [Value]
}

@Default
extension Weighing where Self: Swift::AnyObject, Self: Graft::AuthorDefault {
  nonisolated(nonsending) func weigh(
    _ pair: ([Bool: Scale], Int.Type), with other: inout any Weighed & Sendable
  ) async throws -> Int { throw CancellationError() }
  func label(copy: String, read: Int, found: Bool) async -> any Weighed.Type { Never.self }
  @RenamedDefault func pick<Value>(from subject: borrowing Scale) -> [Value] { [] }
}

extension Never: Weighed {}

@Extensible
protocol Counting: Weighed {
  mutating func count(found: Int, copy: String) async -> Int
}

@Default
extension Counting where Self: Graft::AuthorDefault {
  mutating func count(found: Int, copy: String) async -> Int { found }
}

@Extensible
protocol Titled { var title: String { get set } }

@Default
extension Titled where Self: Graft::AuthorDefault {
  var title: String {
    _read { yield "untitled" }
    _modify {
      var title = ""
      yield &title
    }
  }
}
