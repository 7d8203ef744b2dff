// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import CLibrary

/// The conformances that the loaded images declare, by type.
///
/// Reads each record once; the Swift runtime reads all of them for each new type.
struct ConformanceTable: ~Copyable {
  private struct Entry {
    /// The record; nil if the image is gone, and if the type is nil.
    var record: ConformanceRecord?
    /// The type; nil for a change that concerns all types.
    let type: UnsafeRawPointer?
    /// The index of the previous entry of the same type.
    var previous: Int?
  }

  private struct Image {
    let section: ConformanceSection
    let entries: Range<Int>
  }

  private static let ofProcess = Guarded(ConformanceTable())

  private var images = KeyTable<UInt, Image>()
  /// The images that Swift knew at the last reading.
  ///
  /// Some may be gone.
  private var known: [UInt] = []
  /// The number of images with records of an unknown layout.
  private var unreadCount = 0
  private var unloadedCount = 0
  private var entries: [Entry] = []
  /// The last entry of each type.
  private var lastEntries = KeyTable<UnsafeRawPointer, Int>()

  // MARK: Reading

  /// Shows that the images that Swift knew at some time have been read, as whoever asks about
  /// conformances needs it.
  struct Reading: Sendable {
    fileprivate init() {}
  }

  /// Reads new images and forgets those that are gone.
  ///
  /// Asks the dynamic linker: no lock may be held.
  static func read() -> Reading {
    update()
    return Reading()
  }

  private static func update() {
    let unloadedCount = graft_unloaded_image_count()
    if ofProcess.withLock({ $0.unloadedCount != unloadedCount }) { forgetGone(unloadedCount) }
    let imageCount = graft_swift_image_count()
    guard ofProcess.withLock({ $0.known.count != imageCount }) else { return }
    let known = swiftImages
    let unread = ofProcess.withLock { $0.unread(of: known) }
    let read = unread.map { ($0, ConformanceSection(image: $0)) }
      .map { ($0, $1, $1.records) }
    ofProcess.withLock { table in
      for (image, section, records) in read
      where section.isLoaded && table.images[image] == nil {
        let first = table.entries.count
        for (record, type) in records {
          let (number, previous) = (table.entries.count, table.lastEntries[type])
          table.entries.append(Entry(record: record, type: type, previous: previous))
          table.lastEntries[type] = number
        }
        // Only the Swift runtime can tell what this image declares.
        if section.problem != nil {
          table.unreadCount += 1
          table.entries.append(Entry(type: nil))
        }
        table.images[image] = Image(section: section, entries: first..<table.entries.count)
      }
      if known.count > table.known.count { table.known = known }
    }
  }

  /// Removes the records of images that are gone.
  ///
  /// Swift never forgets an image, but the memory of one that is gone may be
  /// unmapped, or another image's.
  private static func forgetGone(_ unloadedCount: Int) {
    let gone = ofProcess.withLock { $0.images.pairs.map { ($0, $1.section) } }
      .filter { !$1.isUnchanged(of: $0) }
    ofProcess.withLock { table in
      table.unloadedCount = unloadedCount
      for (image, section) in gone {
        guard let read = table.images[image], read.section == section else { continue }
        for number in read.entries { table.entries[number].record = nil }
        if section.problem != nil { table.unreadCount -= 1 }
        // Another image at the same address is read as a new one.
        table.images[image] = nil
        table.entries.append(Entry(type: nil))
      }
    }
  }

  /// The images that have not been read.
  ///
  /// Looks up only those that differ from the last reading, usually at the end or at
  /// the beginning.
  private func unread(of images: [UInt]) -> [UInt] {
    let shared = min(images.count, known.count)
    let start = (0..<shared).first { images[$0] != known[$0] } ?? shared
    let limit = shared - start
    let end = (0..<limit).first { images[images.count - 1 - $0] != known[known.count - 1 - $0] }
    return (start..<images.count - (end ?? limit)).map { images[$0] }
      .filter { self.images[$0] == nil }
  }

  /// The images that registered with Swift.
  static var swiftImages: [UInt] {
    var images: [UInt] = []
    withUnsafeMutablePointer(to: &images) { images in
      graft_each_swift_image(
        { image, context in
          // The context is the array that is passed below.
          context!.assumingMemoryBound(to: [UInt].self).pointee.append(UInt(bitPattern: image))
        }, images)
    }
    return images
  }

  // MARK: Asking

  // The caller of a function with the suffix `UnderLock` holds the registry's lock.

  /// The number of entries for records that came and for images that went.
  ///
  /// It only rises.
  static var count: Int { ofProcess.withLock { $0.entries.count } }

  static var countUnderLock: Int { ofProcess.underLock { $0.entries.count } }

  /// The types of the entries from a number on; nil if all types are concerned.
  static func typesUnderLock(after count: Int) -> [TypeDescriptor]? {
    ofProcess.underLock { table in
      let types = table.entries[count...].map(\.type)
      return types.contains(nil) ? nil : types.map { TypeDescriptor(address: $0!) }
    }
  }

  /// Whether all images that Swift knows were read.
  static var isCurrentUnderLock: Bool {
    ofProcess.underLock { $0.known.count } == graft_swift_image_count()
  }

  /// Calls a body with each record.
  ///
  /// No lock may be held.
  static func forEach(_ body: (ConformanceRecord) -> Void) {
    // Copies them, since the table can change meanwhile.
    for record in ofProcess.withLock({ $0.entries.compactMap(\.record) }) { body(record) }
  }

  /// The images whose records are not read, with the reasons; none where no image is
  /// read.
  ///
  /// No lock may be held.
  static var unreadImages: [(path: String, reason: String)] {
    guard graft_reads_images() else { return [] }
    return ofProcess.withLock { $0.images.pairs.map { ($0, $1.section) } }
      .compactMap { image, section in section.problem.map { (name(of: image), $0) } }
  }

  /// The dynamic linker's name of an image that registered with Swift.
  static func name(of image: UInt) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { name in
      let start = name.baseAddress!
      graft_copy_image_name(UnsafeRawPointer(bitPattern: image), start, name.count)
      return String(cString: start)
    }
  }

  /// Whether all records of all images were read.
  static var isComplete: Bool { ofProcess.withLock { $0.unreadCount == 0 } }

  /// The declarations of a type's conformance to a protocol.
  enum Declared {
    case nothing
    case once(ConformanceRecord)
    /// Several modules declare it.
    case repeatedly
  }

  static func declared(of type: TypeDescriptor, to wanted: ProtocolDescriptor) -> Declared {
    ofProcess.withLock { $0.declared(of: type.address, to: wanted) }
  }

  private func declared(of type: UnsafeRawPointer, to wanted: ProtocolDescriptor) -> Declared {
    var found = Declared.nothing
    var next = lastEntries[type]
    while let number = next {
      let entry = entries[number]
      if let record = entry.record, record.protocolDescriptor == wanted {
        guard case .nothing = found else { return .repeatedly }
        found = .once(record)
      }
      next = entry.previous
    }
    return found
  }
}

// The declared conformances of a type and of its superclasses.
extension TypeMetadata {
  enum Conformance {
    /// It conforms everywhere, by this table.
    case conforms(UnsafeRawPointer)
    case doesNot
    /// Only the runtime can decide: the conformance has conditions or an actor, or
    /// there are several; the type has more than its descriptor; or some records were
    /// not read.
    case undecided
  }

  /// The table by which the type conforms, perhaps on one global actor only; nil if it does not.
  func table(for wanted: ProtocolDescriptor) -> UnsafeRawPointer? {
    switch conformance(to: wanted) {
    case .conforms(let table): table
    // An image that was not read yet may declare it.
    case .doesNot, .undecided: SwiftRuntime.witnessTable(of: self, for: wanted)
    }
  }

  func conformance(to wanted: ProtocolDescriptor) -> Conformance {
    guard ConformanceTable.isComplete else { return .undecided }
    var level = self
    while true {
      // Another image may have the conformances of a type whose descriptor is not
      // unique.
      guard let descriptor = level.descriptor, descriptor.isUnique else { return .undecided }
      switch ConformanceTable.declared(of: descriptor, to: wanted) {
      case .once(let record):
        guard record.isUnconditional, let table = record.witnessTable(of: level) else {
          return .undecided
        }
        return .conforms(table)
      // The runtime chooses one.
      case .repeatedly: return .undecided
      case .nothing: break
      }
      guard level.isClass, let superclass = level.superclass else { return .doesNot }
      level = superclass
    }
  }
}
