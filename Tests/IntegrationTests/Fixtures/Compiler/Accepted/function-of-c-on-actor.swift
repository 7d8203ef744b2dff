// SPDX-License-Identifier: Apache-2.0
// A function of C on an actor, alone and beside a borrowed argument: the compiler's isolation checker
// once did not understand the code that passed it on.
import Graft

@Extensible
protocol Sorter: Actor {
  func sort(by compare: @escaping @convention(c) (Int, Int) -> Int) -> [Int]
  func count(by compare: @convention(c) (Int) -> Int) -> Int
  func look(at places: borrowing Result<Int, Never>, by compare: @convention(c) (Int) -> Int)
  func find(in places: borrowing [Int], by compare: @convention(c) (Int) -> Int) -> [Int]
  func keep(_ places: borrowing [Int], by compare: @escaping @convention(c) (Int) -> Int) -> Int
  func check(
    _ places: borrowing Result<Int, Never>, by compare: @convention(c) (Int) -> Int
  ) throws
  func first(
    of places: borrowing [Int], by compare: @escaping @convention(c) (Int) -> Int
  ) throws(Lost) -> Int
}

struct Lost: Error {}

@Extension
final class Sorting<Subject: Sorter>: SorterExtension<Subject> {
  override func sort(
    _ subject: isolated Subject, by compare: @escaping @convention(c) (Int, Int) -> Int
  ) -> [Int] {
    [compare(1, 2)]
  }
  override func count(
    _ subject: isolated Subject, by compare: @convention(c) (Int) -> Int
  ) -> Int {
    compare(1)
  }
  override func look(
    _ subject: isolated Subject, at places: borrowing Result<Int, Never>,
    by compare: @convention(c) (Int) -> Int
  ) {}
  override func find(
    _ subject: isolated Subject, in places: borrowing [Int],
    by compare: @convention(c) (Int) -> Int
  ) -> [Int] {
    [compare(places.count)]
  }
  override func keep(
    _ subject: isolated Subject, _ places: borrowing [Int],
    by compare: @escaping @convention(c) (Int) -> Int
  ) -> Int {
    compare(places.count)
  }
  override func check(
    _ subject: isolated Subject, _ places: borrowing Result<Int, Never>,
    by compare: @convention(c) (Int) -> Int
  ) throws {}
  override func first(
    _ subject: isolated Subject, of places: borrowing [Int],
    by compare: @escaping @convention(c) (Int) -> Int
  ) throws(Lost) -> Int {
    guard let first = places.first else { throw Lost() }
    return compare(first)
  }
}

actor Desk: Sorter {}
