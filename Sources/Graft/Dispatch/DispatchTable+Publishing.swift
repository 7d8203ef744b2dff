// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What the registry does with a table: one thread at a time, while any number read.
///
/// A key is *hidden* by turning one bit of it: no search stops there, neither for the
/// key nor for an end. That bit tells apart no two keys of a cell. Metadata is aligned
/// to 8 bytes, so the low three bits of all keys of types are 0, and those of all keys
/// of classes are the tag's, which is odd.
extension DispatchTable {
  private static let hidingBit: UInt = 2

  var capacity: Int { Int(header.pointee.mask) / Self.entryByteCount + 1 }

  /// The place that is for this key, shown or hidden; else the free one that it gets.
  /// There always is a free one.
  func place(for key: UInt) -> UInt {
    let mask = header.pointee.mask
    var place = (key &>> header.pointee.shift) & mask
    while true {
      let found = storedKey(at: place)
      if found == 0 || (found ^ key) & ~Self.hidingBit == 0 { return place }
      place = (place &+ UInt(Self.entryByteCount)) & mask
    }
  }

  func isFree(_ place: UInt) -> Bool { storedKey(at: place) == 0 }

  func store(head: UInt, at place: UInt) {
    entry(at: place).pointee.head.store(head, ordering: .releasing)
  }

  /// Shows the key. The place is for it.
  func store(key: UInt, at place: UInt) {
    entry(at: place).pointee.key.store(key, ordering: .releasing)
  }

  /// From now on no key is found. The heads stay: a reader that has found one of the
  /// keys may still go there.
  func hideAll(classTag: UInt) {
    for place in places where isShown(place, classTag: classTag) {
      let hidden = storedKey(at: place) ^ Self.hidingBit
      entry(at: place).pointee.key.store(hidden, ordering: .releasing)
    }
  }

  /// A table with the entries of another one, shown and hidden, and with room for one
  /// more key and as many again.
  static func larger(than old: DispatchTable?, with key: UInt) -> DispatchTable {
    let used = old.map { old in old.places.filter { !old.isFree($0) } } ?? []
    let keys = used.map { old!.storedKey(at: $0) } + [key]
    var capacity = 8
    while capacity < 4 * keys.count { capacity *= 2 }
    // The shift that makes the fewest collide.
    let shift = (4...16).min { first, second in
      slots(of: keys, shift: first, capacity) > slots(of: keys, shift: second, capacity)
    }!
    let larger = DispatchTable(capacity: capacity, shift: shift)
    for place in used {
      let key = old!.storedKey(at: place)
      let new = larger.place(for: key)
      larger.store(head: old!.entry(at: place).pointee.head.load(ordering: .relaxed), at: new)
      larger.store(key: key, at: new)
    }
    return larger
  }

  private static func slots(of keys: [UInt], shift: Int, _ capacity: Int) -> Int {
    Set(keys.map { ($0 >> UInt(shift)) & UInt(capacity - 1) }).count
  }

  private func storedKey(at place: UInt) -> UInt {
    entry(at: place).pointee.key.load(ordering: .relaxed)
  }

  private var places: StrideThrough<UInt> {
    stride(from: 0, through: header.pointee.mask, by: Self.entryByteCount)
  }

  private func isShown(_ place: UInt, classTag: UInt) -> Bool {
    let key = storedKey(at: place)
    let untagged = key & 1 == 0 ? key : key ^ classTag
    return key != 0 && untagged & Self.hidingBit == 0
  }
}
