// SPDX-License-Identifier: Apache-2.0

/// A hash table.
///
/// `Dictionary` has a cost when a process starts: to make its type, Swift's runtime looks
/// whether the type of the keys is `Hashable`, and searches all conformances of the process
/// for that, once for each type of keys. The parameters of this are not constrained.
struct KeyTable<Key, Value> {
  private(set) var keys: [Key] = []
  /// For each key. It is nil only while it is changed.
  private var entries: [Value?] = []
  /// Open addressing, at most half full: one more than the key's number, or 0.
  private var slots: [UInt32] = []

  var count: Int { keys.count }
  var values: [Value] { entries.map { $0! } }
  var pairs: Zip2Sequence<[Key], [Value]> { zip(keys, values) }
}

/// What a table can be asked by.
protocol TableKey: Equatable {
  /// Where it belongs: of its lowest bits, as many as the table needs.
  var place: UInt { get }
}

extension TableKey where Self: Hashable {
  var place: UInt { UInt(bitPattern: hashValue) }
}

extension TableKey {
  /// The place of a key that is an address or a number, for a tenth of what a hash costs that
  /// nobody can foresee: these are not chosen by anyone.
  static func place(of bits: UInt) -> UInt { (bits &* 0x9e37_79b9_7f4a_7c15) >> 32 }
}

extension String: TableKey {}

extension UInt: TableKey {
  var place: UInt { Self.place(of: self) }
}

extension UInt64: TableKey {
  var place: UInt { Self.place(of: UInt(self)) }
}

extension ObjectIdentifier: TableKey {
  var place: UInt { Self.place(of: UInt(bitPattern: self)) }
}

extension KeyTable where Key: TableKey {
  subscript(key: Key) -> Value? {
    get {
      guard !slots.isEmpty, case let number = slots[slot(of: key)], number != 0 else { return nil }
      return entries[Int(number) - 1]
    }
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

  /// The value of the key with a number.
  func value(_ number: Int) -> Value { entries[number]! }

  /// Where a key is, or is to be.
  private func slot(of key: Key) -> Int {
    var slot = home(of: key)
    while slots[slot] != 0, keys[Int(slots[slot]) - 1] != key { slot = next(slot) }
    return slot
  }

  private func home(of key: Key) -> Int { Int(bitPattern: key.place) & (slots.count - 1) }
  private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }

  /// - Returns: the number of a key, which is there already, or has no value yet.
  private mutating func insert(_ key: Key) -> Int {
    if 2 * keys.count >= slots.count {
      slots = Array(repeating: 0, count: max(8, 2 * slots.count))
      for (number, key) in keys.enumerated() { slots[slot(of: key)] = UInt32(number + 1) }
    }
    let slot = slot(of: key)
    if slots[slot] != 0 { return Int(slots[slot]) - 1 }
    keys.append(key)
    entries.append(nil)
    slots[slot] = UInt32(keys.count)
    return keys.count - 1
  }

  /// The last key gets the number.
  private mutating func remove(_ number: Int) {
    var hole = slot(of: keys[number])
    slots[slot(of: keys[keys.count - 1])] = UInt32(number + 1)
    keys.swapAt(number, keys.count - 1)
    entries.swapAt(number, keys.count - 1)
    keys.removeLast()
    entries.removeLast()
    slots[hole] = 0
    // What was put behind it for lack of room is looked for from its home to the next hole.
    var slot = next(hole)
    while slots[slot] != 0 {
      let home = home(of: keys[Int(slots[slot]) - 1])
      let distance = (slot - home) & (slots.count - 1)
      if distance >= (slot - hole) & (slots.count - 1) {
        slots[hole] = slots[slot]
        slots[slot] = 0
        hole = slot
      }
      slot = next(slot)
    }
  }
}

extension KeyTable: Sendable where Key: Sendable, Value: Sendable {}
