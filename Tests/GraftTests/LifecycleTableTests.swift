// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Graft

@Suite("Who is told what of an image's life")
struct LifecycleTableTests {
  @Test("An image is told once that it counts, and once that it does not")
  func once() {
    let table = Table()
    #expect(!table.end(1, on: 7))
    #expect(table.begin(1, on: 7) == .tell)
    #expect(!table.end(1, on: 7))
    table.settle(1)
    #expect(table.begin(1, on: 8) == .over)
    #expect(table.end(1, on: 8))
    #expect(!table.end(1, on: 7))
    table.forget(1)
    #expect(table.begin(1, on: 7) == .tell)
  }

  @Test("Another thread waits; one that is in an onLoad itself gives up")
  func turns() {
    let table = Table()
    #expect(table.begin(1, on: 7) == .tell)
    #expect(table.begin(1, on: 8) == .wait)
    #expect(table.begin(1, on: 7) == .entangled)
    #expect(table.begin(2, on: 8) == .tell)
    // Each would wait for the other.
    #expect(table.begin(1, on: 8) == .entangled)
    #expect(table.begin(2, on: 7) == .entangled)
    table.settle(1)
    #expect(table.begin(2, on: 7) == .wait)
    #expect(table.end(1, on: 7))
    #expect(table.begin(2, on: 7) == .entangled)
    #expect(table.begin(1, on: 9) == .wait)
  }

  /// Expectations do not change values.
  private final class Table {
    private var table = LifecycleTable()

    func begin(_ number: Int, on thread: UInt) -> LifecycleTable.Turn {
      table.begin(number, on: thread)
    }
    func settle(_ number: Int) { table.settle(number) }
    func end(_ number: Int, on thread: UInt) -> Bool { table.end(number, on: thread) }
    func forget(_ number: Int) { table.forget(number) }
  }
}
