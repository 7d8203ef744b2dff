// SPDX-License-Identifier: Apache-2.0

// Prints what is not answered as the extensions would, and nothing else.

import Advice
import Extensions
import MainActorByDefault
import Protocols

struct Names1: Names {
  typealias Item = Int
  typealias Result = [Int]
}

struct Types1: Types {
  typealias Item = Int
  typealias Failure = CancellationError
}

struct Selves1: Selves, Equatable {
  init() {}
}

@Stage struct Played1: Played {}
@MainActor struct Shown1: Shown {}
actor Account1: Account {}

struct Sorted1: Sorted {
  func contents() -> [Int] { [1, 3, 2] }
}

final class Shared1: Shared {}

struct Token1: Token, ~Copyable {
  let number: Int
}

struct Spoken1: Spoken {
  var place = 1
}

/// Also in the module of its protocol, an operator has a default.
func spoken(_ s: Spoken1) async -> [Int] {
  s.speak(Point(1), to: Receiver(), 2, 3)
  return [
    s.place, await s.attempt(3), s.same(1, 4), s.`two words`(5), Spoken1.sum(Amount(), Amount()),
  ]
}

struct Nested1: Outer.Inner.Nested, Outer.Added {}

func expect<Value: Equatable>(_ found: Value, _ expected: Value, line: Int = #line) {
  if found != expected { print("line \(line): \(found) is not \(expected)") }
}

func names(_ n: some Names<Int>) {
  expect(n.f("a", head: 1), "a")
  expect(n.g(2), 2)
  expect(n.default(1, self: 2, for: 3), 6)
  expect(n.t(1, `inout`: 2, in: 3), 5)
  expect(n.subject(subject: 1, link: 2, successors: 3), 6)
  expect(n.applies(to: 1), true)
  expect(n.hasNext(1), false)
  expect(n.overload() as Int, 8)
  expect(n.overload() as String, "eight")
  expect(n(3, 1), 2)
  expect([n.class, n.allCases, n.resolution, n.successors, n.shape], [1, 3, 4, 5, 6])
}

func types(_ t: Types1) async throws {
  expect(t.items([1, 2]), [1, 2])
  expect(t.tuple { $0 }.count, 1)
  expect(t.boxed().count, 2)
  do { _ = try t.refuse() } catch { expect("\(error)", "CancellationError()") }
  do { _ = try await t.refuseLater() } catch { expect("\(error)", "CancellationError()") }
  t.keep { _ in }
  _ = try await t.send(Parcel())
  expect(await t.stay(isolation: nil), 5)
  expect(t.attempt { 6 }, 6)
  expect(await t.attemptEach { 7 }, 7)
  expect(t.each(1, nil, ys: 1, 2, 3), 6)
  expect(t.borrow(Handle(3)), 3)
  expect(t.consume(Handle(4)), 4)
  expect(t.generic("a", [1]), 7)
  expect(t.metatype(Int.self), 9)
  expect(t.span([1, 2, 3].span), 3)
  expect(t.delayed(10), 10)
  await t.isolated {}
  expect(await t.onMain(), 11)
  expect(await t.concurrently(), 12)
  expect(await t.here(), 13)
  t.count()
  expect(t.closure?(1), 2)
  expect(t.implicit, 15)
  expect(try await t.later, 16)
  expect(t.plain, 17)
  expect(Types1.total, 18)
  expect(Types1[19], 19)
  expect(try await t[a: 18, b: "x", "y"], 20)
}

func selves(_ s: Selves1) {
  var s = s
  expect(s.twice { $0 }, s)
  expect(s.maker()(), s)
  expect(s.first([s]), s)
  expect(s.borrowed(s), true)
  expect(s.consumed(s), s)
  expect(Selves1.make(), s)
  expect(s < s, true)
  expect(s..., 3)
  s += 1
}

func kinds() async throws {
  expect(await Task { @Stage in Played1().play() }.value, 1)
  expect(await Task { @Stage in Played1().name() }.value, "two")
  expect(await Task { @MainActor in Shown1().show() }.value, 3)
  expect(try await Account1().balance(1), 5)
  expect(Account1().name, "five")
  expect(Account1.kind(), 6)
  expect(await Account1()[7], 7)
  expect(Sorted1().first(), 1)
  expect(Sorted1().last(), 3)
  expect(Shared1().number, 7)
  expect(Token1(number: 1).value, 8)
  expect(Token1(number: 1).matches(Token1(number: 2), 1), true)
  expect(Token1(number: 1).close(), 9)
  expect(Nested1().nested(), 10)
  expect(Nested1().added(), 11)
  expect(hidden(), 17)
  expect(plain(), 20)
  expect(try await mainActorByDefault(), [8, 10, 3, 2, 4, 111, 111, 41])
  expect(await spoken(Spoken1()), [1, 3, 4, 5, 6])
}

names(Names1())
try await types(Types1())
selves(Selves1())
try await kinds()
expect(
  try await advised(),
  [
    "113", "116", "refused", "100", "Types2", "Types2 5", "typed", "after [\"x\"]", "1011",
  ])
print("done")
