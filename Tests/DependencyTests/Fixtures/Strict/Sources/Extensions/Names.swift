// SPDX-License-Identifier: Apache-2.0

import Graft
import Protocols

@Extension
final class NamesDefault<S: Names>: NamesExtension<S> {
  override func f<Requirement>(_ subject: S, _ link: Requirement, head: Int) -> Requirement { link }
  override func g<Item>(_ subject: S, _ item: Item) -> Item { item }
  override func `default`(_ subject: S, _ in: Int, `self` s: Int, for each: Int) -> Int {
    `in` + s + each
  }
  override func t(_ subject: S, _ `self`: Int, `inout` x: Int, in y: Int) -> Int { x + y }
  override func subject(_ me: S, subject: Int, link: Int, successors: Int) -> Int {
    subject + link + successors
  }
  override func applies(_ subject: S, to number: Int) -> Bool { number == 1 }
  override func hasNext(_ subject: S, _ x: Int) -> Bool { hasNext(.f) }
  override func overload(_ subject: S) -> Int { 8 }
  override func overload(_ subject: S) -> String { "eight" }
  override func either(_ subject: S, _ x: S.Result) throws(CancellationError) -> S.Result { x }
  override func callAsFunction(_ subject: S, _ x: Int, _ y: Int) -> Int { x - y }
  override func `class`(_ subject: S) -> Int { 1 }
  override func `self`(_ subject: S) -> Int { 2 }
  override func allCases(_ subject: S) -> Int { 3 }
  override func resolution(_ subject: S) -> Int { 4 }
  override func successors(_ subject: S) -> Int { 5 }
  override func shape(_ subject: S) -> Int { 6 }
  override func setShape(_ subject: S, _ newValue: Int) {}
}

@Extension
final class SpokenDefault<S: Spoken>: SpokenExtension<S> {
  override func speak(_ s: S, _ point: Point, to receiver: Receiver, _ x: Int, _ y: Int) {}
  override func attempt(
    _ s: S, _ value: @autoclosure @escaping () async throws -> Int
  ) async -> Int { (try? await value()) ?? 0 }
  override func same(_ s: S, _ outcome: S.Number, _ result: Int) -> S.Number { result }
  override func `two words`(_ s: S, _ number: Int) -> Int { number }
  override func harmless(_ s: S) {}
  override func sum(_ s: S.Type, _ first: Amount, _ second: Amount) -> Int { first + second }
}

@Extension
final class AmountAdded<S: Added>: AddedExtension<S> {
  override func `operator +`(_ s: S.Type, _ first: S, _ second: S) -> Int { 6 }
}

/// Every form of a constraint.
@Extension(priority: -0x10)
final class NamesOfIntegers<S: Names<Int> & Named & AnyObject>: NamesExtension<S>
where S.Result: Collection & Hashable, [Int] == S.Result, S: Thing {
  override func `class`(_ subject: S) -> Int { -1 }
  override class func applies(to subject: S.Type) -> Bool { true }
}

protocol Named {}
class Thing {}
