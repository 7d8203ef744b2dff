// SPDX-License-Identifier: Apache-2.0

/// An open-addressed table from keys to heads, of a fixed capacity.
///
/// Entries are added, hidden and shown again, never removed. A larger table
/// replaces a full one, in which readers may still be.
///
/// Calls look at a key's first slot only, where nearly all keys are. Others are searched for out of
/// line. A slot is its offset in bytes.
@frozen
@usableFromInline
struct DispatchTable: @unchecked Sendable {
  @frozen
  @usableFromInline
  struct Entry {
    @usableFromInline let memory: UnsafeRawPointer

    @inlinable
    @inline(__always)
    init(_ memory: UnsafeRawPointer) { self.memory = memory }

    @inlinable
    @inline(__always)
    var key: SharedWord { SharedWord(memory, offset: 0) }
    @inlinable
    @inline(__always)
    var head: SharedWord { SharedWord(memory, offset: 8) }
  }

  @frozen
  @usableFromInline
  struct Header {
    /// The factor that a key is multiplied with to find its first slot.
    @usableFromInline var multiplier: UInt
    /// The slot of the last entry.
    ///
    /// The capacity is a power of two.
    @usableFromInline var mask: UInt
  }

  @usableFromInline let header: UnsafeMutablePointer<Header>

  @inlinable
  @inline(__always)
  init?(bits: UInt) {
    guard let header = UnsafeMutablePointer<Header>(bitPattern: bits) else { return nil }
    self.header = header
  }

  /// Allocates a table.
  ///
  /// Its memory is never freed, since a reader can be in it at any time.
  init(capacity: Int, multiplier: UInt) {
    let byteCount = MemoryLayout<Header>.stride + capacity * Self.entryByteCount
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    header = memory.bindMemory(to: Header.self, capacity: 1)
    header.initialize(
      to: Header(multiplier: multiplier, mask: Self.mask(capacity)))
  }

  static func mask(_ capacity: Int) -> UInt { UInt((capacity - 1) * entryByteCount) }

  @inlinable
  static var entryByteCount: Int { 16 }

  var bits: UInt { UInt(bitPattern: header) }

  @inlinable
  @inline(__always)
  func entry(at slot: UInt) -> Entry {
    let entries = UnsafeRawPointer(header) + MemoryLayout<Header>.stride
    return Entry(entries + Int(bitPattern: slot))
  }

  @inlinable
  @inline(__always)
  func firstSlot(for key: UInt) -> UInt {
    Self.firstSlot(for: key, header.pointee)
  }

  /// The first slot of a key.
  ///
  /// It comes from the middle of the product, which depends on all bits of the key.
  @inlinable
  @inline(__always)
  static func firstSlot(for key: UInt, _ header: Header) -> UInt {
    (key &* header.multiplier) >> 32 & header.mask
  }

  /// The head of a key; nil if the key is not in its first slot.
  @inlinable
  @inline(__always)
  func head(for key: UInt) -> UInt? {
    let entry = entry(at: firstSlot(for: key))
    // "call table's key", "call table's head".
    guard _fastPath(entry.key.acquire() == key) else { return nil }
    return entry.head.acquire()
  }

  func search(for key: UInt) -> UInt? {
    var slot = firstSlot(for: key)
    while true {
      let entry = entry(at: slot)
      let found = entry.key.acquire()
      if found == key { return entry.head.acquire() }
      if found == 0 { return nil }
      slot = next(after: slot)
    }
  }

  func next(after slot: UInt) -> UInt {
    (slot &+ UInt(Self.entryByteCount)) & header.pointee.mask
  }
}

// Changes by the registry: one thread at a time, while any number read.
//
// A key is *hidden* by turning a bit that distinguishes no keys of a cell, so that searches go past
// it. Metadata is aligned to 8 bytes: the low three bits of types' keys are 0, and those of
// classes' keys are the tag's.
extension DispatchTable {
  private static let hidingBit: UInt = 2

  var capacity: Int { Int(header.pointee.mask) / Self.entryByteCount + 1 }

  /// The slot of a key, shown or hidden, or else the free slot that it gets.
  func slot(for key: UInt) -> UInt {
    var slot = firstSlot(for: key)
    while true {
      let found = storedKey(at: slot)
      if found == 0 || (found ^ key) & ~Self.hidingBit == 0 { return slot }
      slot = next(after: slot)
    }
  }

  func isFree(_ slot: UInt) -> Bool { storedKey(at: slot) == 0 }

  /// Stores a head in a slot ("store head").
  func store(head: UInt, at slot: UInt) {
    entry(at: slot).head.release(head)
  }

  /// Shows the key of a slot ("show key").
  func store(key: UInt, at slot: UInt) {
    entry(at: slot).key.release(key)
  }

  /// Hides all keys.
  ///
  /// The heads stay for readers that have found a key.
  func hideAll(classTag: UInt) {
    for slot in slots where isShown(slot, classTag: classTag) {
      // "Hide key".
      store(key: storedKey(at: slot) ^ Self.hidingBit, at: slot)
    }
  }

  func hide(_ key: UInt) {
    let slot = slot(for: key)
    // "Hide key".
    if storedKey(at: slot) == key { store(key: key ^ Self.hidingBit, at: slot) }
  }

  /// A table with the entries of another one, shown and hidden, and with room for more.
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

  /// Tries multipliers, and returns the one with the fewest collisions.
  private static func multiplier(spreading keys: [UInt], capacity: Int) -> UInt {
    var best = (multiplier: 0 as UInt, slotCount: 0)
    // The golden ratio's bits, as in splitmix64.
    var multiplier: UInt = 0x9e37_79b9_7f4a_7c15
    var isTaken = [Bool](repeating: false, count: capacity)
    for _ in 0..<64 where best.slotCount < keys.count {
      let header = Header(multiplier: multiplier, mask: mask(capacity))
      let slots = keys.map { Int(firstSlot(for: $0, header)) / Self.entryByteCount }
      var slotCount = 0
      for slot in slots where !isTaken[slot] {
        isTaken[slot] = true
        slotCount += 1
      }
      for slot in slots { isTaken[slot] = false }
      if slotCount > best.slotCount { best = (multiplier, slotCount) }
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
