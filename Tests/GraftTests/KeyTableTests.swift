// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Graft

@Suite("Key tables")
struct KeyTableTests {
  /// Some keys have the same hash, so that they are put one behind the other.
  private struct Key: Hashable, TableKey {
    let number: Int

    func hash(into hasher: inout Hasher) { hasher.combine(number / 4) }
  }

  @Test("It says what a dictionary does, whatever is set, changed and removed")
  func asDictionary() {
    var random = SystemRandomNumberGenerator()
    var table = KeyTable<Key, [Int]>()
    var dictionary: [Key: [Int]] = [:]
    for round in 0..<20_000 {
      let key = Key(number: Int.random(in: 0..<300, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        table[key] = [round]
        dictionary[key] = [round]
      case 1:
        table[key, default: [-1]].append(round)
        dictionary[key, default: [-1]].append(round)
      case 2:
        table[key]?.append(round)
        dictionary[key]?.append(round)
      default:
        table[key] = nil
        dictionary[key] = nil
      }
      #expect(table[key] == dictionary[key])
      #expect(table.count == dictionary.count)
    }
    #expect(Dictionary(uniqueKeysWithValues: table.pairs) == dictionary)
    #expect((0..<300).allSatisfy { table[Key(number: $0)] == dictionary[Key(number: $0)] })
  }

  @Test("A copy is on its own, and keys stay in the order in which they came")
  func copies() {
    var table = KeyTable<String, Int>()
    for number in 0..<100 { table["\(number)"] = number }
    let copy = table
    table["7"]! += 1
    table["8"] = nil
    #expect(copy.values == Array(0..<100))
    #expect(copy.keys == (0..<100).map(String.init))
    #expect(table["7"] == 8)
    #expect(table["8"] == nil)
    #expect(table["99"] == 99)
  }
}
