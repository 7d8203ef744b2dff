// SPDX-License-Identifier: Apache-2.0

/// Limits the work on one file.
///
/// Each table has its own limit. But a crafted file's sections and segments can
/// overlap any number of times, and its names can share their ends.
struct ReadingBudget {
  /// The least number of bytes; a small file may need a multiple of its size.
  private static let leastByteCount: UInt64 = 1 << 20
  private static let leastRowCount: UInt64 = 1 << 12
  private static let leastUncompressedByteCount: UInt64 = 1 << 22
  /// The most uncompressed bytes for each compressed one.
  ///
  /// Debug information compresses to a fifth; zlib compresses zeros to a thousandth.
  private static let uncompressedForEachByte: UInt64 = 64
  /// The cost of one step, even if it reads little.
  static let visitByteCount: UInt64 = 64

  private let limits: Amounts
  private var rest: Amounts

  private struct Amounts {
    /// The bytes of sections, segments and names in the file.
    var byteCount: UInt64
    /// The number of relocations.
    var rowCount: UInt64
    /// The bytes of sections that were compressed.
    var uncompressedByteCount: UInt64
  }

  /// Whether a read was refused.
  private(set) var isExhausted = false

  /// Creates a budget.
  ///
  /// - Parameter fileByteCount: the file's size without the holes of a sparse
  ///   file.
  init(fileByteCount: UInt64) {
    // Sections of ordinary files do not overlap, and few are read twice.
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
      "uncompressed bytes of a file of this size are not read;"
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
