// SPDX-License-Identifier: Apache-2.0

/// An open-addressed table from keys to heads, of a fixed capacity. Entries are
/// added, hidden and shown again, never removed (`DispatchTable+Publishing.swift`);
/// a full table is followed by a larger one, while readers may still be in the old
/// one.
///
/// Calls look at a key's first slot only. The table is built so that nearly all keys
/// are there; for the others a call has to go out of line and search on.
///
/// A slot is named by its offset in bytes from the first.
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
    /// The product of a key with it gives the key's first slot.
    @usableFromInline var multiplier: UInt
    /// The slot of the last entry. The number of entries is a power of two.
    @usableFromInline var mask: UInt
  }

  @usableFromInline let header: UnsafeMutablePointer<Header>

  @inlinable
  @inline(__always)
  init?(bits: UInt) {
    guard let header = UnsafeMutablePointer<Header>(bitPattern: bits) else { return nil }
    self.header = header
  }

  /// Never freed: a reader can be in it at any time.
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

  /// Bits from the middle of the product, where all of the key's have gone in.
  @inlinable
  @inline(__always)
  static func firstSlot(for key: UInt, _ header: Header) -> UInt {
    (key &* header.multiplier) >> 32 & header.mask
  }

  /// Nil also for a key that is not at its first slot.
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
