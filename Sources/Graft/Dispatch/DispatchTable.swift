// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// An open-addressed table from keys to heads, of a fixed capacity. Entries are
/// added, hidden and shown again, never removed (`DispatchTable+Publishing.swift`);
/// a full table is followed by a larger one, while readers may still be in the old
/// one.
///
/// Places in it count bytes, which saves each search a multiplication.
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
    /// The place of the last entry. The number of entries is a power of two.
    @usableFromInline var mask: UInt
    /// How far a key is shifted to the right to give its first place.
    @usableFromInline var shift: UInt
  }

  @usableFromInline let header: UnsafeMutablePointer<Header>

  @inlinable
  @inline(__always)
  init?(bits: UInt) {
    guard let header = UnsafeMutablePointer<Header>(bitPattern: bits) else { return nil }
    self.header = header
  }

  /// Never freed: a reader can be in it at any time.
  ///
  /// - Parameter shift: from a key to the number of its first entry; at least 4.
  init(capacity: Int, shift: Int) {
    let byteCount = MemoryLayout<Header>.stride + capacity * Self.entryByteCount
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    header = memory.bindMemory(to: Header.self, capacity: 1)
    header.initialize(
      to: Header(mask: UInt((capacity - 1) * Self.entryByteCount), shift: UInt(shift - 4)))
  }

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
  func head(for key: UInt) -> UInt? {
    let mask = header.pointee.mask
    var place = (key &>> header.pointee.shift) & mask
    while true {
      let entry = entry(at: place)
      let found = entry.pointee.key.load(ordering: .acquiring)
      if _fastPath(found == key) { return entry.pointee.head.load(ordering: .acquiring) }
      if found == 0 { return nil }
      place = (place &+ UInt(Self.entryByteCount)) & mask
    }
  }
}
