// SPDX-License-Identifier: Apache-2.0

/// Limits that are checked before libelf opens a file.
///
/// libelf ignores a section table outside the file, and allocates for any number of
/// sections that the header claims.
enum SectionTableLimits {
  /// The most sections; compilers write fewer even with a section for each
  /// function.
  static let sectionCount: UInt64 = 1 << 17
  /// The most bytes of a section, before and after uncompressing.
  static let sectionByteCount: UInt64 = 1 << 28
}
