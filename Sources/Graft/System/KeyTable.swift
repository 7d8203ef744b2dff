// SPDX-License-Identifier: Apache-2.0

/// A hash table in the order of insertion.
///
/// All tables of the core are of this type.
///
/// `Dictionary` slows down the start of a process: to make its type, Swift's runtime searches all
/// conformances for `Hashable`, once for each type of keys. This type has no constraints.
struct KeyTable<Key, Value> {
  private var numbers = KeyNumbers<Key>()
  /// The value of each key.
  ///
  /// A value is nil only during a change.
  private var entries: [Value?] = []

  var keys: [Key] { numbers.keys }
  var count: Int { entries.count }
  var values: [Value] { entries.map { $0! } }
  var pairs: Zip2Sequence<[Key], [Value]> { zip(keys, values) }

  /// The value of the key with a number.
  func value(_ number: Int) -> Value { entries[number]! }
}

/// A key of a `KeyTable`.
protocol TableKey: Equatable {
  /// A hash. Tables use its lowest bits.
  var hash: UInt { get }
}

extension TableKey where Self: Hashable {
  var hash: UInt { UInt(bitPattern: hashValue) }
}

extension TableKey {
  /// The hash of an address or a number.
  ///
  /// It can be predictable, since no attacker chooses these keys.
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
    get { numbers.number(of: key).flatMap { entries[$0] } }
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

  /// The value of a key.
  ///
  /// A new key gets the given value.
  mutating func value(of key: Key, orElse value: @autoclosure () -> Value) -> Value {
    let number = insert(key)
    if case nil = entries[number] { entries[number] = value() }
    return entries[number]!
  }

  /// Sets the value of a key.
  ///
  /// - Returns: the key's number, which is valid until a key is removed, and the
  ///   previous value.
  mutating func set(_ key: Key, to value: Value) -> (number: Int, before: Value?) {
    let number = insert(key)
    defer { entries[number] = value }
    return (number, entries[number])
  }

  /// Inserts a key.
  ///
  /// - Returns: the number of the key, which may have no value yet.
  private mutating func insert(_ key: Key) -> Int {
    let number = numbers.insert(key)
    if number == entries.count { entries.append(nil) }
    return number
  }

  /// Removes a key.
  ///
  /// The last key gets its number.
  private mutating func remove(_ number: Int) {
    numbers.remove(number)
    entries.swapAt(number, entries.count - 1)
    entries.removeLast()
  }
}

/// Keys and their numbers.
///
/// The compiler specialises this for each type of keys, not of tables.
private struct KeyNumbers<Key> {
  private(set) var keys: [Key] = []
  private var index = HashIndex()
}

extension KeyNumbers where Key: TableKey {
  @inline(never)
  func number(of key: Key) -> Int? { index.number(at: key.hash) { keys[$0] == key } }

  @inline(never)
  mutating func insert(_ key: Key) -> Int {
    let hash = key.hash
    if let number = index.number(at: hash, where: { keys[$0] == key }) { return number }
    index.add(at: hash)
    keys.append(key)
    return keys.count - 1
  }

  @inline(never)
  mutating func remove(_ number: Int) {
    index.remove(number)
    keys.swapAt(number, keys.count - 1)
    keys.removeLast()
  }
}

/// Numbers from 0 on by hashes, for keys of all types.
private struct HashIndex {
  private var hashes: [UInt] = []
  /// The slots of open addressing, at most half full.
  ///
  /// A slot is a number plus one, or 0.
  private var slots: [UInt32] = []

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

  mutating func add(at hash: UInt) {
    hashes.append(hash)
    if 2 * hashes.count > slots.count {
      slots = Array(repeating: 0, count: max(8, 2 * slots.count))
      for number in hashes.indices { enter(number) }
    } else {
      enter(hashes.count - 1)
    }
  }

  /// Removes a number.
  ///
  /// The last one takes its place.
  mutating func remove(_ number: Int) {
    let last = hashes.count - 1
    var hole = slot(of: number)
    slots[slot(of: last)] = UInt32(number + 1)
    hashes.swapAt(number, last)
    hashes.removeLast()
    slots[hole] = 0
    // Moves up the numbers that a search would not find behind the hole.
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

extension KeyNumbers: Sendable where Key: Sendable {}
extension KeyTable: Sendable where Key: Sendable, Value: Sendable {}
