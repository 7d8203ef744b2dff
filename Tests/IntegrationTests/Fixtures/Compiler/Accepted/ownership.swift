// SPDX-License-Identifier: Apache-2.0

import Graft

struct Coin: ~Copyable {}

@Extensible
protocol Purse {
  consuming func close() -> Int
  borrowing func look() -> Int
  func add(_ amount: borrowing Int, _ others: borrowing any Sequence, _ text: borrowing String)
    -> Int
  func add(_ coin: borrowing Coin, to other: __shared Coin)
  func take(_ coin: consuming Coin, _ amount: consuming Int, _ other: __owned Int)
  func map<Value>(_ value: borrowing Value) -> Int
  var sum: Int { borrowing get }
  var last: Coin { consuming get }
}

@Extensible
protocol Safe: ~Copyable {
  var sum: Int { borrowing get }
  subscript(index: Int) -> Int { consuming get }
}

struct Vault: Safe, ~Copyable {}

@Extensible
protocol Parser {
  func skip<View: ~Escapable>(_ view: inout View) throws
  func skip(_ view: inout some ~Escapable, count: Int) -> Int
  func read<View>(_ view: inout View) async where View: ~Copyable, View: ~Escapable
  @MainActor func show<View: ~Escapable>(_ view: inout View)
  func look<View: ~Escapable>(_ view: borrowing View, _ count: inout Int)
}

@Extension
final class Skipping<Subject: Parser>: ParserExtension<Subject> {
  override func skip<View: ~Escapable>(_ subject: Subject, _ view: inout View) {}
}

@Extensible
protocol Till: Actor {
  var sum: Int { borrowing get }
  var last: Coin { consuming get }
}

@Extensible
protocol Wallet: AnyObject {
  consuming func close() -> Int
  borrowing func look() -> Int
}

@Extension
final class Counting<Subject: Purse>: PurseExtension<Subject> {
  override func add(
    _ subject: Subject, _ amount: borrowing Int, _ others: any Sequence, _ text: borrowing String
  ) -> Int { amount + 1 }
  override func add(_ subject: Subject, _ coin: borrowing Coin, to other: borrowing Coin) {}
  override func map<Value>(_ subject: Subject, _ value: borrowing Value) -> Int { 2 }
}

func advise() throws {
  try PurseJoinPoints.everySubject.look.after { _, found in print(found) }
  try PurseJoinPoints.everySubject.close.around { _, proceed in proceed() + 1 }
}
