// SPDX-License-Identifier: Apache-2.0

/// What the registry does with a table: one thread at a time, while any number read.
///
/// A key is *hidden* by turning one bit of it: no search stops there, neither for the
/// key nor for an end. That bit tells apart no two keys of a cell. Metadata is aligned
/// to 8 bytes, so the low three bits of all keys of types are 0, and those of all keys
/// of classes are the tag's, which is odd.
extension DispatchTable {
  private static let hidingBit: UInt = 2

  var capacity: Int { Int(header.pointee.mask) / Self.entryByteCount + 1 }

  /// The slot that is for this key, shown or hidden; else the free one that it gets.
  /// There always is a free one.
  func slot(for key: UInt) -> UInt {
    var slot = firstSlot(for: key)
    while true {
      let found = storedKey(at: slot)
      if found == 0 || (found ^ key) & ~Self.hidingBit == 0 { return slot }
      slot = next(after: slot)
    }
  }

  func isFree(_ slot: UInt) -> Bool { storedKey(at: slot) == 0 }

  /// "Store head".
  func store(head: UInt, at slot: UInt) {
    entry(at: slot).head.release(head)
  }

  /// Shows the key ("show key"). The slot is for it.
  func store(key: UInt, at slot: UInt) {
    entry(at: slot).key.release(key)
  }

  /// From now on no key is found. The heads stay: a reader that has found one of the
  /// keys may still go there.
  func hideAll(classTag: UInt) {
    for slot in slots where isShown(slot, classTag: classTag) {
      let hidden = storedKey(at: slot) ^ Self.hidingBit
      // "Hide key".
      entry(at: slot).key.release(hidden)
    }
  }

  /// A table with the entries of another one, shown and hidden, and with room for one
  /// more key, and several times as many again.
  static func larger(
    than old: DispatchTable?, with key: UInt, classTag: UInt
  ) -> DispatchTable {
    let used = old.map { old in old.slots.filter { !old.isFree($0) } } ?? []
    let keys = used.map { old!.shownKey(at: $0, classTag: classTag) } + [key]
    var capacity = 2 * (old?.capacity ?? 4)
    while capacity < 4 * keys.count { capacity *= 2 }
    let larger = DispatchTable(
      capacity: capacity, multiplier: multiplier(spreading: keys, capacity: capacity))
    for (slot, key) in zip(used, keys) {
      let new = larger.slot(for: key)
      larger.store(head: old!.entry(at: slot).head.loadRelaxed(), at: new)
      larger.store(key: old!.storedKey(at: slot), at: new)
    }
    return larger
  }

  /// That which makes the fewest keys collide, of some that are tried.
  private static func multiplier(spreading keys: [UInt], capacity: Int) -> UInt {
    var best = (multiplier: 0 as UInt, slotCount: 0)
    // As splitmix64 has it: the golden ratio's bits.
    var multiplier: UInt = 0x9e37_79b9_7f4a_7c15
    for _ in 0..<64 where best.slotCount < keys.count {
      let header = Header(multiplier: multiplier, mask: mask(capacity))
      let slots = Set(keys.map { firstSlot(for: $0, header) })
      if slots.count > best.slotCount { best = (multiplier, slots.count) }
      multiplier = multiplier &* 0xbf58_476d_1ce4_e5b9 | 1
    }
    return best.multiplier
  }

  private func storedKey(at slot: UInt) -> UInt {
    entry(at: slot).key.loadRelaxed()
  }

  private func shownKey(at slot: UInt, classTag: UInt) -> UInt {
    let key = storedKey(at: slot)
    return isShown(slot, classTag: classTag) ? key : key ^ Self.hidingBit
  }

  private var slots: StrideThrough<UInt> {
    stride(from: 0, through: header.pointee.mask, by: Self.entryByteCount)
  }

  private func isShown(_ slot: UInt, classTag: UInt) -> Bool {
    let key = storedKey(at: slot)
    let untagged = key & 1 == 0 ? key : key ^ classTag
    return key != 0 && untagged & Self.hidingBit == 0
  }
}
