// SPDX-License-Identifier: Apache-2.0

import Glibc

/// How much of a file is read before it is mapped, in bytes. A file can have holes: what its
/// headers say costs nothing on disk.
struct PluginFileLimit {
  let part: String
  let byteCount: Int

  /// Notes of all segments. A program with a thousand objects has some 50 KB.
  static let notes = PluginFileLimit(part: "notes", byteCount: 1 << 20)
  /// 16,384 entries, of which each library that is needed takes one.
  static let dynamicSegment = PluginFileLimit(
    part: "dynamic segment", byteCount: 1 << 18)
  /// Some 500,000 descriptors, of all sections.
  static let descriptors = PluginFileLimit(part: "descriptors", byteCount: 1 << 26)

  /// - Throws: `ImageLoadError.tooLarge` for parts that are more than that together.
  func check(_ parts: [UInt64], of path: String) throws(ImageLoadError) {
    let sum = parts.reduce(UInt64(0)) { sum, part in
      let (next, isTooLarge) = sum.addingReportingOverflow(part)
      return isTooLarge ? .max : next
    }
    guard sum <= UInt64(byteCount) else {
      throw .tooLarge(path: path, part: part, byteCount: Int(clamping: sum), limit: byteCount)
    }
  }
}
