// SPDX-License-Identifier: Apache-2.0

/// What is checked before libelf sees a file. It takes a table outside the file
/// for no table, and allocates for as many sections as the header promises.
enum SectionTableLimits {
  /// More than any compiler writes with a section for each function.
  static let sectionCount: UInt64 = 1 << 17
  /// The bytes of one section, also when it is compressed.
  static let sectionByteCount: UInt64 = 1 << 28
}
