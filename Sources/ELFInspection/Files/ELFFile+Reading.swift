// SPDX-License-Identifier: Apache-2.0

extension ELFFile {
  /// Reads bytes within the budget.
  ///
  /// - Parameter offset: the offset from the start of the file or archive
  ///   member, already checked.
  func bytes(at offset: UInt64, count: UInt64) throws(InspectionError) -> [UInt8] {
    try budget.take(byteCount: count)
    return try input.bytes(at: start + offset, count: Int(count))
  }
}
