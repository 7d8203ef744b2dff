// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Graft

@Suite struct DispatchTableTests {
  private static let classTag: UInt = 0x351b_1015

  /// Addresses as those of metadata in an image, some of them tagged as classes are.
  private static func keys(_ count: Int) -> [UInt] {
    (0..<UInt(count)).map { number in
      let address = 0x7f3c_5a61_0040 + number * 0x38
      return number.isMultiple(of: 3) ? address ^ classTag : address
    }
  }

  /// As a cell's table grows, a key at a time.
  private static func table(of keys: [UInt]) -> DispatchTable {
    var table: DispatchTable?
    for (number, key) in keys.enumerated() {
      if table.map({ 2 * (number + 1) > $0.capacity }) ?? true {
        table = .larger(than: table, with: key, classTag: classTag)
      }
      let slot = table!.slot(for: key)
      table!.store(head: ~key, at: slot)
      table!.store(key: key, at: slot)
    }
    return table!
  }

  @Test("Every key is found, nearly all of them at once", arguments: [1, 2, 64, 1000])
  func finds(count: Int) {
    let keys = Self.keys(count)
    let table = Self.table(of: keys)
    for key in keys { #expect(table.search(for: key) == ~key) }
    for key in keys { #expect([nil, ~key].contains(table.head(for: key))) }
    #expect(table.search(for: 0x7f3c_5a61_0048) == nil)
    // At random two in three of a table that is half full would be.
    let larger = DispatchTable.larger(than: table, with: 8, classTag: Self.classTag)
    #expect(keys.count { larger.head(for: $0) != nil } >= count * 9 / 10)
  }

  @Test("Hidden keys are not found, and keep their slots when the table grows")
  func hides() {
    let keys = Self.keys(100)
    let table = Self.table(of: keys)
    let slots = keys.map(table.slot)
    table.hideAll(classTag: Self.classTag)
    for key in keys { #expect(table.search(for: key) == nil) }
    #expect(keys.map(table.slot) == slots)
    let larger = DispatchTable.larger(than: table, with: 8, classTag: Self.classTag)
    for key in keys {
      #expect(larger.search(for: key) == nil)
      larger.store(key: key, at: larger.slot(for: key))
      #expect(larger.search(for: key) == ~key)
    }
  }
}
