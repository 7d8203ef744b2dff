// SPDX-License-Identifier: Apache-2.0

/// What is read of one file at most.
///
/// Each table has limits of its own; but the sections and segments of a crafted file
/// can lie over the same bytes any number of times, and names can end in one another.
struct ReadingBudget {
  /// For small files, where little is much.
  private static let leastByteCount: UInt64 = 1 << 20
  private static let leastRowCount: UInt64 = 1 << 12
  private static let leastUncompressedByteCount: UInt64 = 1 << 22
  /// What debuggers read shrinks to a fifth; zlib makes a thousandth of zeros.
  private static let uncompressedForEachByte: UInt64 = 64
  /// For what is looked at however little there is to read.
  static let visitByteCount: UInt64 = 64

  private let limits: Amounts
  private var rest: Amounts

  private struct Amounts {
    /// Of sections, segments and names as they are in the file.
    var byteCount: UInt64
    /// Of relocations.
    var rowCount: UInt64
    /// Of sections that were compressed.
    var uncompressedByteCount: UInt64
  }

  /// True once something was refused.
  private(set) var isExhausted = false

  /// - Parameter fileByteCount: without the holes of a sparse file.
  init(fileByteCount: UInt64) {
    // In files that no one has crafted, sections do not overlap, and few are read twice.
    limits = Amounts(
      byteCount: Self.leastByteCount &+ 4 * min(fileByteCount, .max / 8),
      rowCount: Self.leastRowCount &+ min(fileByteCount, .max / 8),
      uncompressedByteCount: min(
        SectionTableLimits.sectionByteCount,
        Self.leastUncompressedByteCount
          &+ Self.uncompressedForEachByte * min(fileByteCount, .max / 128)))
    rest = limits
  }

  mutating func take(byteCount: UInt64) throws(InspectionError) {
    try take(
      byteCount, \.byteCount,
      "bytes of this file are not read: its parts overlap, or it has holes")
  }

  mutating func take(rowCount: Int) throws(InspectionError) {
    try take(
      UInt64(rowCount), \.rowCount,
      "relocations of this file are not read: its tables overlap")
  }

  mutating func take(uncompressedByteCount: UInt64) throws(InspectionError) {
    try take(
      uncompressedByteCount, \.uncompressedByteCount,
      "bytes are not made of the compressed sections of a file of this size;"
        + " objcopy --decompress-debug-sections writes a file that can be read")
  }

  private mutating func take(
    _ count: UInt64, _ amount: WritableKeyPath<Amounts, UInt64>, _ what: String
  ) throws(InspectionError) {
    guard count <= rest[keyPath: amount] else {
      isExhausted = true
      rest[keyPath: amount] = 0
      throw InspectionError(.tooLarge, "more than \(limits[keyPath: amount].hex) \(what)")
    }
    rest[keyPath: amount] -= count
  }
}
