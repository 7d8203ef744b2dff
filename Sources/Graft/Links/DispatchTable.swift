// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// An open-addressed table from keys to heads, of a fixed capacity. Entries are
/// added, hidden and shown again, never removed (`DispatchTable+Publishing.swift`);
/// a full table is followed by a larger one, while readers may still be in the old
/// one.
///
/// Calls look at a key's first place only. The table is built so that nearly all keys
/// are there; for the others a call has to go out of line and search on.
///
/// Places in it count bytes.
@frozen
@usableFromInline
struct DispatchTable: @unchecked Sendable {
  @frozen
  @usableFromInline
  struct Entry: ~Copyable {
    @usableFromInline let key = Atomic<UInt>(0)
    @usableFromInline let head = Atomic<UInt>(0)
  }

  @frozen
  @usableFromInline
  struct Header {
    /// The upper half of a key's product with it gives the key's first place.
    @usableFromInline var multiplier: UInt
    /// The place of the last entry. The number of entries is a power of two.
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
  func entry(at place: UInt) -> UnsafePointer<Entry> {
    let entries = UnsafeRawPointer(header) + MemoryLayout<Header>.stride
    return (entries + Int(bitPattern: place)).assumingMemoryBound(to: Entry.self)
  }

  @inlinable
  @inline(__always)
  func firstPlace(for key: UInt) -> UInt {
    key.multipliedFullWidth(by: header.pointee.multiplier).high & header.pointee.mask
  }

  /// Nil also for a key that is not at its first place.
  @inlinable
  @inline(__always)
  func head(for key: UInt) -> UInt? {
    let entry = entry(at: firstPlace(for: key))
    guard _fastPath(entry.pointee.key.load(ordering: .acquiring) == key) else { return nil }
    return entry.pointee.head.load(ordering: .acquiring)
  }

  func search(for key: UInt) -> UInt? {
    var place = firstPlace(for: key)
    while true {
      let entry = entry(at: place)
      let found = entry.pointee.key.load(ordering: .acquiring)
      if found == key { return entry.pointee.head.load(ordering: .acquiring) }
      if found == 0 { return nil }
      place = next(after: place)
    }
  }

  func next(after place: UInt) -> UInt {
    (place &+ UInt(Self.entryByteCount)) & header.pointee.mask
  }
}
