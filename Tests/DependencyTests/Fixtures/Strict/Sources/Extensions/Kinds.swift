// SPDX-License-Identifier: Apache-2.0

import Graft
import Protocols

@Extension
final class PlayedDefault<S: Played>: PlayedExtension<S> {
  override func play(_ s: S) -> Int { 1 }
  override func name(_ s: S) -> String { "two" }
}

@Extension
final class ShownDefault<S: Shown>: ShownExtension<S> {
  override func show(_ s: S) -> Int { 3 }
}

@Extension
final class AccountDefault<S: Account>: AccountExtension<S> {
  override func balance(_ s: isolated S, _ x: Int) async throws -> Int { x + s.limit }
  override func limit(_ s: isolated S) -> Int { 4 }
  override func name(_ s: S) -> String { "five" }
  override func kind(_ s: S.Type) -> Int { 6 }
  override func `subscript`(_ s: isolated S, _ x: Int) -> Int { x }
}

@Extension
final class SearchedDefault<S: Searched>: SearchedExtension<S> {
  override func first(_ s: S) -> S.Element? { s.contents().first }
}

@Extension
final class SortedDefault<S: Sorted>: SortedExtension<S> where S.Element: Comparable {
  override func last(_ s: S) -> S.Element? { s.contents().max() }
}

@Extension
final class SharedDefault<S: Shared>: SharedExtension<S> {
  override func number(_ s: S) -> Int { 7 }
  override func setNumber(_ s: S, _ newValue: Int) {}
}

@Extension
final class TokenDefault<S>: TokenExtension<S> where S: Token & ~Copyable {
  override func value(_ s: borrowing S) -> Int { 8 }
  override func matches(_ s: borrowing S, _ o: borrowing S, _ x: borrowing Int) -> Bool { true }
  override func close(_ s: consuming S) -> Int { 9 }
}

@Extension
final class NestedDefault<S: Outer.Inner.Nested>: Outer.Inner.NestedExtension<S> {
  override func nested(_ s: S) -> Int { 10 }
}

@Extension
final class AddedDefault<S: Outer.Added>: Outer.AddedExtension<S> {
  override func added(_ s: S) -> Int { 11 }
}
