// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The conformances that the loaded images declare, by their types. Each record is read
/// once, when its image has come: the Swift runtime reads all of them for each type that it
/// has not seen.
struct ConformanceTable {
  private struct Entry {
    let record: ConformanceRecord
    let type: UnsafeRawPointer
    /// The number of the entry before it of the same type, or -1.
    var previous: Int32 = -1
  }

  private static let ofProcess = Guarded(ConformanceTable())

  /// Images that were read.
  private var images = KeyTable<UInt, Void>()
  /// Those that Swift knew then, of which some may be gone.
  private var known: [UInt] = []
  private var imageCount: Int { known.count }
  private var entries: [Entry] = []
  /// Open addressing, by the type: the number of its last entry, or -1.
  private var slots: [Int32] = []
  private var typeCount = 0

  // MARK: Reading

  /// Reads what images have brought since the last time. Asks the dynamic linker: no lock may
  /// be held.
  static func update() {
    let imageCount = graft_swift_image_count()
    guard ofProcess.withLock({ $0.imageCount != imageCount }) else { return }
    let known = swiftImages
    let unread = ofProcess.withLock { $0.unread(of: known) }
    let read = unread.map { ($0, records(of: $0)) }
    ofProcess.withLock { table in
      table.reserve(read.reduce(0) { $0 + $1.1.count })
      for (image, records) in read where table.images[image] == nil {
        table.images[image] = ()
        for (record, type) in records { table.add(record, type) }
      }
      if known.count > table.imageCount { table.known = known }
    }
  }

  /// As a rule all are as they were, but for some at the end or at the beginning: these alone
  /// are looked up.
  private func unread(of images: [UInt]) -> [UInt] {
    var others = images[...]
    var before = known[...]
    while let image = others.first, image == before.first {
      others.removeFirst()
      before.removeFirst()
    }
    while let image = others.last, image == before.last {
      others.removeLast()
      before.removeLast()
    }
    return others.filter { self.images[$0] == nil }
  }

  private static var swiftImages: [UInt] {
    var images: [UInt] = []
    withUnsafeMutablePointer(to: &images) { images in
      graft_each_swift_image(
        { image, context in
          context!.assumingMemoryBound(to: [UInt].self).pointee.append(UInt(bitPattern: image))
        }, images)
    }
    return images
  }

  private static func records(of image: UInt) -> [(ConformanceRecord, UnsafeRawPointer)] {
    var byteCount = 0
    guard
      let section = graft_conformance_section(UnsafeRawPointer(bitPattern: image), &byteCount)
    else { return [] }
    var records: [(ConformanceRecord, UnsafeRawPointer)] = []
    records.reserveCapacity(byteCount / 4)
    for offset in stride(from: 0, to: byteCount, by: 4) {
      let record = ConformanceRecord(relativePointer: section + offset)
      if let type = record.type { records.append((record, type.address)) }
    }
    return records
  }

  // MARK: The index

  private func slot(of type: UnsafeRawPointer) -> Int {
    // Descriptors are aligned to 4.
    let hash = (UInt(bitPattern: type) >> 2) &* 0x9e37_79b9_7f4a_7c15
    var slot = Int(hash >> 32) & (slots.count - 1)
    while slots[slot] >= 0, entries[Int(slots[slot])].type != type {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// Slots are at most half used.
  private mutating func reserve(_ count: Int) {
    let needed = 2 * (typeCount + count)
    guard slots.count <= needed else { return }
    var capacity = max(slots.count, 1024)
    while capacity <= needed { capacity *= 2 }
    entries.reserveCapacity(entries.count + count)
    slots = Array(repeating: -1, count: capacity)
    for number in entries.indices { slots[slot(of: entries[number].type)] = Int32(number) }
  }

  private mutating func add(_ record: ConformanceRecord, _ type: UnsafeRawPointer) {
    let slot = slot(of: type)
    if slots[slot] < 0 { typeCount += 1 }
    entries.append(Entry(record: record, type: type, previous: slots[slot]))
    slots[slot] = Int32(entries.count - 1)
  }

  // MARK: Asking

  /// How many records there are. It only rises.
  static var count: Int { ofProcess.withLock { $0.entries.count } }

  /// For who holds the registry's lock.
  static var countUnderLock: Int { ofProcess.underLock { $0.entries.count } }

  /// The types of the records behind the first ones. The registry's lock is held.
  static func typesUnderLock(after count: Int) -> [TypeDescriptor] {
    ofProcess.underLock { table in table.entries[count...].map { TypeDescriptor(address: $0.type) }
    }
  }

  /// Whether all images were read that Swift knows. The registry's lock is held.
  static var isCurrentUnderLock: Bool {
    ofProcess.underLock { $0.imageCount } == graft_swift_image_count()
  }

  /// Calls a body with each record. No lock may be held.
  static func forEach(_ body: (ConformanceRecord) -> Void) {
    // A copy: the table goes on in its own memory meanwhile.
    for record in ofProcess.withLock({ $0.entries.map(\.record) }) { body(record) }
  }

  /// What is declared of a type and a protocol.
  enum Declared {
    case nothing
    case once(ConformanceRecord)
    /// By several modules.
    case repeatedly
  }

  static func declared(of type: TypeDescriptor, to wanted: ProtocolDescriptor) -> Declared {
    ofProcess.withLock { $0.declared(of: type.address, to: wanted) }
  }

  private func declared(of type: UnsafeRawPointer, to wanted: ProtocolDescriptor) -> Declared {
    guard !slots.isEmpty else { return .nothing }
    var found = Declared.nothing
    var next = slots[slot(of: type)]
    while next >= 0 {
      let entry = entries[Int(next)]
      if entry.record.protocolDescriptor == wanted {
        guard case .nothing = found else { return .repeatedly }
        found = .once(entry.record)
      }
      next = entry.previous
    }
    return found
  }
}
