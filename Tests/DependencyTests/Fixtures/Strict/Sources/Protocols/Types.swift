// SPDX-License-Identifier: Apache-2.0

public import Graft

public struct Handle: Sendable, ~Copyable {
  public let number: Int
  public init(_ number: Int) { self.number = number }
}

public final class Parcel: Sendable {
  public init() {}
}

/// Types of parameters, results and errors.
@Extensible
public protocol Types {
  associatedtype Item: Sendable
  associatedtype Failure: Error
  func items<S: Sequence>(_ s: S) -> [Self.Item] where S.Element == Self.Item
  func tuple(_ f: (Item) -> Item?) -> (Item?, count: Int)
  func boxed() -> any Collection<Item>
  func refuse() throws(Failure) -> Item
  func refuseLater() async throws(Failure) -> Item
  func keep(_ f: @escaping @Sendable (Item) async throws -> Void)
  func send(_ parcel: sending Parcel) async throws -> sending Parcel
  func stay(isolation: isolated (any Actor)?) async -> Int
  func attempt<E: Error>(_ body: () throws(E) -> Int) throws(E) -> Int
  func attemptEach(_ body: () async throws -> Int) async rethrows -> Int
  func each(_ xs: Item?..., ys: Int...) -> Int
  func borrow(_ handle: borrowing Handle) -> Int
  func consume(_ handle: consuming Handle) -> Int
  func generic<T>(_ x: borrowing T, _ y: borrowing some Sequence<Int>) -> Int
  func metatype<T>(_ x: T.Type) -> T?
  func span(_ x: Span<Int>) -> Int
  func delayed(_ f: @autoclosure @escaping () -> Int) -> Int
  func isolated(_ f: @isolated(any) () async -> Void) async
  @MainActor func onMain() -> Int
  @concurrent func concurrently() async -> Int
  nonisolated(nonsending) func here() async -> Int
  @discardableResult func count() -> Int
  @available(*, deprecated) func old() -> Int
  var closure: ((Item) -> Item)? { get nonmutating set }
  var implicit: Int! { get }
  var later: Item { get async throws(Failure) }
  nonisolated var plain: Int { get }
  static var total: Int { get set }
  static subscript(_ x: Int) -> Int { get set }
  subscript(a a: Int, b b: String...) -> Int { get async throws }
}

/// The conforming type in other types.
@Extensible @OperatorDefaults
public protocol Selves {
  func twice(_ f: (Self) -> Self) -> Self
  func maker() -> () -> Self
  func first(_ x: [Self]) -> Self?
  func borrowed(_ x: borrowing Self) -> Bool
  func consumed(_ x: consuming Self) -> Self
  func swapped(_ x: inout Self)
  static func make() -> Self
  static func < (first: Self, second: Self) -> Bool
  static func += (first: inout Self, second: Int)
  static postfix func ... (value: Self) -> Int
  @Required init()
}
