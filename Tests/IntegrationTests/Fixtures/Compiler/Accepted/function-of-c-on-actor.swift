// SPDX-License-Identifier: Apache-2.0
// A function of C that is the only argument on an actor: the compiler's isolation checker once did
// not understand the code that passed it on.
import Graft

@Extensible
protocol Sorter: Actor {
  func sort(by compare: @escaping @convention(c) (Int, Int) -> Int) -> [Int]
  func count(by compare: @convention(c) (Int) -> Int) -> Int
}

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
}

actor Desk: Sorter {}
