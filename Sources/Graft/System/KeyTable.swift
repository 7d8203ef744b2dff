// SPDX-License-Identifier: Apache-2.0

/// A hash table, in the order in which keys came. All tables of the core are of this type.
///
/// `Dictionary` has a cost when a process starts: to make its type, Swift's runtime looks
/// whether the type of the keys is `Hashable`, and searches all conformances of the process
/// for that, once for each type of keys. The parameters of this are not constrained.
struct KeyTable<Key, Value> {
  private(set) var keys: [Key] = []
  /// For each key. It is nil only while it is changed.
  private var entries: [Value?] = []
  private var index = HashIndex()

  var count: Int { keys.count }
  var values: [Value] { entries.map { $0! } }
  var pairs: Zip2Sequence<[Key], [Value]> { zip(keys, values) }

  /// The value of the key with a number.
  func value(_ number: Int) -> Value { entries[number]! }
}

/// What a table can be asked by.
protocol TableKey: Equatable {
  /// A hash, of which a table uses as many of the lowest bits as it needs.
  var hash: UInt { get }
}

extension TableKey where Self: Hashable {
  var hash: UInt { UInt(bitPattern: hashValue) }
}

extension TableKey {
  /// The hash of an address or a number, for a tenth of what one costs that nobody can foresee:
  /// nobody chooses these keys.
  static func hash(of bits: UInt) -> UInt { (bits &* 0x9e37_79b9_7f4a_7c15) >> 32 }
}

extension String: TableKey {}

extension UInt: TableKey {
  var hash: UInt { Self.hash(of: self) }
}

extension UInt64: TableKey {
  var hash: UInt { Self.hash(of: UInt(self)) }
}

extension Int: TableKey {
  var hash: UInt { Self.hash(of: UInt(bitPattern: self)) }
}

extension UnsafeRawPointer: TableKey {
  var hash: UInt { Self.hash(of: UInt(bitPattern: self)) }
}

extension ObjectIdentifier: TableKey {
  var hash: UInt { Self.hash(of: UInt(bitPattern: self)) }
}

extension KeyTable where Key: TableKey {
  subscript(key: Key) -> Value? {
    get { index.number(at: key.hash) { keys[$0] == key }.flatMap { entries[$0] } }
    _modify {
      let number = insert(key)
      defer { if case nil = entries[number] { remove(number) } }
      yield &entries[number]
    }
  }

  subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    _modify {
      let number = insert(key)
      if case nil = entries[number] { entries[number] = value() }
      yield &entries[number]!
    }
  }

  /// The value of a key: the one that it has, or else this one, which it then has.
  mutating func value(of key: Key, orElse value: Value) -> Value {
    let number = insert(key)
    if case nil = entries[number] { entries[number] = value }
    return entries[number]!
  }

  /// - Returns: the key's number, which stays as long as none is removed, and the value before.
  mutating func set(_ key: Key, to value: Value) -> (number: Int, before: Value?) {
    let number = insert(key)
    defer { entries[number] = value }
    return (number, entries[number])
  }

  /// - Returns: the number of a key, which is there already, or has no value yet.
  private mutating func insert(_ key: Key) -> Int {
    let hash = key.hash
    if let number = index.number(at: hash, where: { keys[$0] == key }) { return number }
    index.add(at: hash)
    keys.append(key)
    entries.append(nil)
    return keys.count - 1
  }

  /// The last key gets the number.
  private mutating func remove(_ number: Int) {
    index.remove(number)
    keys.swapAt(number, keys.count - 1)
    entries.swapAt(number, keys.count - 1)
    keys.removeLast()
    entries.removeLast()
  }
}

/// Numbers from 0 on by their hashes: what is the same for the keys of all tables.
private struct HashIndex {
  /// For each number.
  private var hashes: [UInt] = []
  /// Open addressing, at most half full: one more than a number, or 0.
  private var slots: [UInt32] = []

  /// The number at a hash for which something holds.
  func number(at hash: UInt, where holds: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    var slot = home(of: hash)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, holds(number) { return number }
      slot = next(slot)
    }
    return nil
  }

  /// Adds the next number.
  mutating func add(at hash: UInt) {
    hashes.append(hash)
    if 2 * hashes.count > slots.count {
      slots = Array(repeating: 0, count: max(8, 2 * slots.count))
      for number in hashes.indices { enter(number) }
    } else {
      enter(hashes.count - 1)
    }
  }

  /// Removes a number, which the last one then has.
  mutating func remove(_ number: Int) {
    let last = hashes.count - 1
    var hole = slot(of: number)
    slots[slot(of: last)] = UInt32(number + 1)
    hashes.swapAt(number, last)
    hashes.removeLast()
    slots[hole] = 0
    // What was put behind it for lack of room is looked for from its home to the next hole.
    var slot = next(hole)
    while slots[slot] != 0 {
      let distance = (slot - home(of: hashes[Int(slots[slot]) - 1])) & (slots.count - 1)
      if distance >= (slot - hole) & (slots.count - 1) {
        slots[hole] = slots[slot]
        slots[slot] = 0
        hole = slot
      }
      slot = next(slot)
    }
  }

  private mutating func enter(_ number: Int) {
    var slot = home(of: hashes[number])
    while slots[slot] != 0 { slot = next(slot) }
    slots[slot] = UInt32(number + 1)
  }

  private func slot(of number: Int) -> Int {
    var slot = home(of: hashes[number])
    while slots[slot] != UInt32(number + 1) { slot = next(slot) }
    return slot
  }

  private func home(of hash: UInt) -> Int { Int(bitPattern: hash) & (slots.count - 1) }
  private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}

extension KeyTable: Sendable where Key: Sendable, Value: Sendable {}
