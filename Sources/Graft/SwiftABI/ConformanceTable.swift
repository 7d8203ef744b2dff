// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import Glibc

/// The conformances that the loaded images declare, by their types. Each record is read
/// once, when its image has come: the Swift runtime reads all of them for each type that it
/// has not seen.
struct ConformanceTable {
  private struct Entry {
    /// Nil where nothing is declared: of an image that is gone, and where the type is nil.
    var record: ConformanceRecord?
    /// Nil for a change that concerns all types.
    let type: UnsafeRawPointer?
    /// The number of the entry before it of the same type, or -1.
    var previous: Int32 = -1
  }

  /// What was read of an image.
  private struct Image {
    let section: ConformanceSection
    let entries: Range<Int>
  }

  private static let ofProcess = Guarded(ConformanceTable())

  private var images = KeyTable<UInt, Image>()
  /// Those that Swift knew then, of which some may be gone.
  private var known: [UInt] = []
  private var imageCount: Int { known.count }
  /// Images of which nobody here knows what they declare.
  private var unreadCount = 0
  private var unloadedCount = 0
  private var entries: [Entry] = []
  /// Open addressing, by the type: the number of its last entry, or -1.
  private var slots: [Int32] = []
  private var typeCount = 0

  // MARK: Reading

  /// Reads what images have brought since the last time, and forgets those that are gone. Asks
  /// the dynamic linker: no lock may be held.
  static func update() {
    let unloadedCount = graft_unloaded_image_count()
    if ofProcess.withLock({ $0.unloadedCount != unloadedCount }) { forgetGone(unloadedCount) }
    let imageCount = graft_swift_image_count()
    guard ofProcess.withLock({ $0.imageCount != imageCount }) else { return }
    let known = swiftImages
    let unread = ofProcess.withLock { $0.unread(of: known) }
    let read = unread.map { ($0, ConformanceSection(image: $0)) }
      .map { ($0, $1, $1.records) }
    ofProcess.withLock { table in
      table.reserve(read.reduce(0) { $0 + $1.2.count })
      for (image, section, records) in read
      where section.isLoaded && table.images[image] == nil {
        let first = table.entries.count
        for (record, type) in records { table.add(record, type) }
        // Whatever it declares, only Swift's runtime can tell.
        if section.problem != nil {
          table.unreadCount += 1
          table.entries.append(Entry(type: nil))
        }
        table.images[image] = Image(section: section, entries: first..<table.entries.count)
      }
      if known.count > table.imageCount { table.known = known }
    }
  }

  /// Swift never forgets an image. What was read of one that is gone may be unmapped, or
  /// another image's.
  private static func forgetGone(_ unloadedCount: Int) {
    let gone = ofProcess.withLock { $0.images.pairs.map { ($0, $1.section) } }
      .filter { !$1.isUnchanged(of: $0) }
    ofProcess.withLock { table in
      table.unloadedCount = unloadedCount
      for (image, section) in gone {
        guard let read = table.images[image], read.section == section else { continue }
        for number in read.entries { table.entries[number].record = nil }
        if section.problem != nil { table.unreadCount -= 1 }
        // Another one that is registered at the same address is read as what has just come.
        table.images[image] = nil
        table.entries.append(Entry(type: nil))
      }
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
          // What is passed below.
          context!.assumingMemoryBound(to: [UInt].self).pointee.append(UInt(bitPattern: image))
        }, images)
    }
    return images
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
    for number in entries.indices {
      if let type = entries[number].type { slots[slot(of: type)] = Int32(number) }
    }
  }

  private mutating func add(_ record: ConformanceRecord, _ type: UnsafeRawPointer) {
    let slot = slot(of: type)
    if slots[slot] < 0 { typeCount += 1 }
    entries.append(Entry(record: record, type: type, previous: slots[slot]))
    slots[slot] = Int32(entries.count - 1)
  }

  // MARK: Asking

  /// How often something was declared, or no longer was. It only rises.
  static var count: Int { ofProcess.withLock { $0.entries.count } }

  /// For who holds the registry's lock.
  static var countUnderLock: Int { ofProcess.underLock { $0.entries.count } }

  /// The types of the records behind the first ones; nil where all types are concerned. The
  /// registry's lock is held.
  static func typesUnderLock(after count: Int) -> [TypeDescriptor]? {
    ofProcess.underLock { table in
      let types = table.entries[count...].map(\.type)
      return types.contains(nil) ? nil : types.map { TypeDescriptor(address: $0!) }
    }
  }

  /// Whether all images were read that Swift knows. The registry's lock is held.
  static var isCurrentUnderLock: Bool {
    ofProcess.underLock { $0.imageCount } == graft_swift_image_count()
  }

  /// Calls a body with each record. No lock may be held.
  static func forEach(_ body: (ConformanceRecord) -> Void) {
    // A copy: the table goes on in its own memory meanwhile.
    for record in ofProcess.withLock({ $0.entries.compactMap(\.record) }) { body(record) }
  }

  /// The images whose records are not read, by their paths, and why. No lock may be held.
  static var unreadImages: [(path: String, reason: String)] {
    ofProcess.withLock { $0.images.pairs.map { ($0, $1.section) } }
      .compactMap { image, section in section.problem.map { (path(of: image), $0) } }
  }

  private static func path(of image: UInt) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { name in
      let start = name.baseAddress!
      graft_copy_image_name(UnsafeRawPointer(bitPattern: image), start, name.count)
      return String(cString: start)
    }
  }

  /// Whether all that is declared was read.
  static var isComplete: Bool {
    ofProcess.withLock { $0.unreadCount == 0 }
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
      if let record = entry.record, record.protocolDescriptor == wanted {
        guard case .nothing = found else { return .repeatedly }
        found = .once(record)
      }
      next = entry.previous
    }
    return found
  }
}

/// What the loaded images declare of one type and of the classes that it inherits from.
struct TypeConformances {
  enum Finding {
    /// By this table, everywhere.
    case conforms(UnsafeRawPointer)
    case doesNot
    /// For the runtime to say: a conformance with conditions, one that is for an actor only,
    /// several, or a type that is known by more than its descriptor. Any, where an image has
    /// conformances that can't be read here.
    case undecided
  }

  private let type: TypeMetadata

  init(_ type: TypeMetadata) {
    self.type = type
  }

  /// How the type conforms, on one global actor only, too; nil if it does not.
  func table(for wanted: ProtocolDescriptor) -> UnsafeRawPointer? {
    switch answer(wanted) {
    case .conforms(let table): table
    // It may be declared by an image that nobody has read yet.
    case .doesNot, .undecided: SwiftRuntime.witnessTable(of: type, for: wanted)
    }
  }

  func answer(_ wanted: ProtocolDescriptor) -> Finding {
    guard ConformanceTable.isComplete else { return .undecided }
    var level = type
    while true {
      // The table has all conformances only of types whose descriptor is unique.
      guard let descriptor = level.descriptor, descriptor.isUnique else { return .undecided }
      switch ConformanceTable.declared(of: descriptor, to: wanted) {
      case .once(let record):
        guard record.isUnconditional, let table = record.witnessTable(of: level) else {
          return .undecided
        }
        return .conforms(table)
      // The runtime takes one of them.
      case .repeatedly: return .undecided
      case .nothing: break
      }
      guard level.isClass, let superclass = level.superclass else { return .doesNot }
      level = superclass
    }
  }
}

extension TypeMetadata {
  /// The descriptors by which conformances of a type are found: its own, and those of its
  /// superclasses.
  var declaringDescriptors: [TypeDescriptor] {
    var (descriptors, level) = (descriptor.map { [$0] } ?? [], self)
    while level.isClass, let next = level.superclass {
      level = next
      if let descriptor = level.descriptor { descriptors.append(descriptor) }
    }
    return descriptors
  }
}
