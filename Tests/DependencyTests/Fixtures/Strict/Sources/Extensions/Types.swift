// SPDX-License-Identifier: Apache-2.0

import Graft
import Protocols

@Extension
final class TypesDefault<S: Types>: TypesExtension<S>
where S.Item == Int, S.Failure == CancellationError {
  override func items<Q: Sequence>(_ s: S, _ q: Q) -> [S.Item] where Q.Element == S.Item {
    Array(q)
  }
  override func tuple(_ s: S, _ f: (S.Item) -> S.Item?) -> (S.Item?, count: Int) { (f(1), 1) }
  override func boxed(_ s: S) -> any Collection<S.Item> { [1, 2] }
  override func refuse(_ s: S) throws(S.Failure) -> S.Item { throw CancellationError() }
  override func refuseLater(_ s: S) async throws(S.Failure) -> S.Item { throw CancellationError() }
  override func keep(_ s: S, _ f: @escaping @Sendable (S.Item) async throws -> Void) {}
  override func send(_ s: S, _ parcel: sending Parcel) async throws -> sending Parcel { parcel }
  override func stay(_ s: S, isolation: isolated (any Actor)?) async -> Int { 5 }
  override func attempt<E: Error>(_ s: S, _ body: () throws(E) -> Int) throws(E) -> Int {
    try body()
  }
  override func attemptEach(_ s: S, _ body: () async throws -> Int) async rethrows -> Int {
    try await body()
  }
  override func each(_ s: S, _ xs: [S.Item?], ys: [Int]) -> Int { xs.count * ys.count }
  override func borrow(_ s: S, _ handle: borrowing Handle) -> Int { handle.number }
  override func consume(_ s: S, _ handle: consuming Handle) -> Int { handle.number }
  override func generic<T>(_ s: S, _ x: borrowing T, _ y: borrowing some Sequence<Int>) -> Int { 7 }
  override func metatype<T>(_ s: S, _ x: T.Type) -> T? { 9 as? T }
  override func span(_ s: S, _ x: Span<Int>) -> Int { x.count }
  override func delayed(_ s: S, _ f: @autoclosure @escaping () -> Int) -> Int { f() }
  override func isolated(_ s: S, _ f: @isolated(any) () async -> Void) async { await f() }
  @MainActor override func onMain(_ s: S) -> Int { 11 }
  @concurrent override func concurrently(_ s: S) async -> Int { 12 }
  override func here(_ s: S) async -> Int { 13 }
  override func count(_ s: S) -> Int { 14 }
  override func closure(_ s: S) -> ((S.Item) -> S.Item)? { { $0 + 1 } }
  override func setClosure(_ s: S, _ newValue: ((S.Item) -> S.Item)?) {}
  override func implicit(_ s: S) -> Int! { 15 }
  override func later(_ s: S) async throws(S.Failure) -> S.Item { 16 }
  override func plain(_ s: S) -> Int { 17 }
  override func total(_ s: S.Type) -> Int { 18 }
  override func setTotal(_ s: S.Type, _ newValue: Int) {}
  override func `subscript`(_ s: S.Type, _ x: Int) -> Int { x }
  override func setSubscript(_ s: S.Type, _ newValue: Int, _ x: Int) {}
  override func `subscript`(_ s: S, a: Int, b: [String]) async throws -> Int { a + b.count }
}

@Extension
final class SelvesDefault<S: Selves>: SelvesExtension<S> {
  override func twice(_ s: S, _ f: (S) -> S) -> S { f(f(s)) }
  override func maker(_ s: S) -> () -> S { { s } }
  override func first(_ s: S, _ x: [S]) -> S? { x.first }
  override func borrowed(_ s: S, _ x: borrowing S) -> Bool { true }
  override func consumed(_ s: S, _ x: consuming S) -> S { x }
  override func swapped(_ s: S, _ x: inout S) { x = s }
  override func make(_ s: S.Type) -> S { s.init() }
  override func `operator <`(_ s: S.Type, _ first: S, _ second: S) -> Bool { true }
  override func `operator +=`(_ s: S.Type, _ first: inout S, _ second: Int) {}
  override func `operator postfix ...`(_ s: S.Type, _ value: S) -> Int { 3 }
}
