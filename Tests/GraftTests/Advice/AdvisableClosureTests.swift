// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization
import Testing

/// A cell that holds a closure.
@Suite("An advisable closure")
struct AdvisableClosureTests {
  @Test("Calls what it was made with, of any signature")
  func signatures() {
    let none = AdvisableClosure { 7 }
    #expect(none() == 7)
    let one = AdvisableClosure { (text: String) in text.count }
    #expect(one("four") == 4)
    let log = Log()
    let three = AdvisableClosure { (a: Int, b: [Double], c: String?) -> Void in
      log.add("\(a) \(b) \(c ?? "")")
    }
    three(1, [2.5], nil)
    #expect(log.lines == ["1 [2.5] "])
  }

  private struct Refusal: Error, Equatable { var number: Int }

  @Test("It throws what its closure throws, and what is around can catch that")
  func throwing() throws {
    let typed = AdvisableClosure { (number: Int) throws(Refusal) -> Int in
      if number < 0 { throw Refusal(number: number) }
      return number
    }
    #expect(throws: Refusal(number: -1)) { try typed(-1) }
    let token = typed.around { proceed, number in (try? proceed(number)) ?? 0 }
    #expect(try typed(-1) == 0)
    #expect(token.remove())
    typed.around { proceed, number throws(Refusal) in try proceed(number - 10) }
    #expect(throws: Refusal(number: -3)) { try typed(7) }

    let untyped = AdvisableClosure { (number: Int) throws in
      if number < 0 { throw Refusal(number: number) }
    }
    untyped.replace { number in throw Refusal(number: number + 1) }
    #expect(throws: Refusal(number: 2)) { try untyped(1) }
  }

  @Test("An async one waits, throws, and is what it was when its call began")
  func async() async throws {
    let load = AsyncAdvisableClosure { (name: String, times: Int) async throws -> [String] in
      await Task.yield()
      if times < 0 { throw Refusal(number: times) }
      return Array(repeating: name, count: times)
    }
    let token = load.around { proceed, name, times in
      let first = try await proceed(name.uppercased(), times)
      return try await first + proceed(name, 1)
    }
    #expect(try await load("a", 2) == ["A", "A", "a"])
    await #expect(throws: Refusal(number: -1)) { try await load("a", -1) }
    let other = load.around { proceed, name, times in
      token.remove()
      return try await proceed(name + "!", times)
    }
    // What the call had found goes on.
    #expect(try await load("a", 1) == ["A!", "a!"])
    #expect(try await load("a", 1) == ["a!"])
    #expect(other.remove() && !token.remove())
    #expect(try await load("a", 1) == ["a"])

    let steady = AsyncAdvisableClosure { (number: Int) async in number }
    steady.replace { number in number + 1 }
    #expect(await steady(1) == 2)
  }

  @Test("Its body is replaced and comes back")
  func replace() {
    let greet = AdvisableClosure { (name: String) in "Hello, \(name)" }
    // Wherever it was handed to.
    let kept: @Sendable (String) -> String = { greet($0) }
    let token = greet.replace { name in "Go away, \(name)" }
    #expect(kept("Ann") == "Go away, Ann")
    #expect(token.remove())
    #expect(!token.remove())
    #expect(kept("Ann") == "Hello, Ann")
  }

  @Test("The youngest is the outermost, and any can go", arguments: 0..<3)
  func order(without removed: Int) {
    let sum = AdvisableClosure { (a: Int, b: Int) in "\(a + b)" }
    let names = ["x", "y", "z"]
    let tokens = names.map { name in
      sum.around { proceed, a, b in "\(name)(" + proceed(a + 1, b) + ")" }
    }
    #expect(sum(1, 2) == "z(y(x(6)))")
    #expect(tokens[removed].remove())
    let left = names.indices.filter { $0 != removed }.map { names[$0] }
    #expect(sum(1, 2) == "\(left[1])(\(left[0])(5))")
    for token in tokens { token.remove() }
    #expect(sum(1, 2) == "3")
  }

  @Test("Two share nothing")
  func separate() {
    let body: @Sendable (Int) -> Int = { $0 }
    let (one, other) = (AdvisableClosure(body), AdvisableClosure(body))
    let token = one.replace { -$0 }
    #expect(one(1) == -1 && other(1) == 1)
    let ofOther = other.around { proceed, number in proceed(number) + 10 }
    #expect(one(1) == -1 && other(1) == 11)
    token.remove()
    #expect(one(1) == 1 && other(1) == 11)
    ofOther.remove()
  }

  @Test("What a body captured is released when it is removed")
  func memory() {
    final class Captured: Sendable {}
    var captured: Captured? = Captured()
    weak let watched = captured
    let cell = AdvisableClosure { 1 }
    let token = cell.around { [captured] proceed in withExtendedLifetime(captured) { proceed() } }
    captured = nil
    #expect(cell() == 1 && watched != nil)
    token.remove()
    #expect(watched == nil)
  }

  @Test("A body may call the closure, remove itself and put another around")
  func reentrance() {
    let cell = AdvisableClosure { (number: Int) in number }
    let token = Mutex<AdvisableClosureToken?>(nil)
    let first = cell.around { proceed, number in
      let inner = number > 0 ? cell(0) : 0
      token.withLock {
        if $0 == nil { $0 = cell.around { proceed, number in proceed(number) * 2 } }
      }
      return proceed(number) + inner + 1
    }
    #expect(cell(1) == 3)
    #expect(cell(0) == 2)
    #expect(first.remove())
    #expect(cell(1) == 2)
  }

  @Test("Its body changes while threads call")
  func threads() async {
    let cell = AdvisableClosure { (number: Int) in number }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<500).allSatisfy { number in [0, 1, 2].contains(cell(number) - number) }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          (0..<200).allSatisfy { _ in
            cell.around { proceed, number in proceed(number) + 1 }.remove()
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(cell(5) == 5)
  }
}
