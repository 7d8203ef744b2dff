// SPDX-License-Identifier: Apache-2.0

extension ELFFile {
  private static let partByteCount = 1 << 16

  /// Calls `body` with the bytes of a section, in parts.
  ///
  /// libelf would keep a whole table even if only a little of it is needed.
  ///
  /// - Parameter entryByteCount: the entry size; each part but the last is a multiple
  ///   of it.
  func eachPart(
    of section: Section, entryByteCount: Int, _ body: (Span<UInt8>) throws(InspectionError) -> Void
  ) throws(InspectionError) {
    let (isCompressed, byteCount) = try SectionBytes.check(section, of: self)
    guard !isCompressed, !section.hasNoBytes else {
      // A compressed section is uncompressed as a whole.
      return try withBytes(of: section, body)
    }
    try budget.take(byteCount: byteCount)
    let most = UInt64(Self.partByteCount / entryByteCount * entryByteCount)
    var done: UInt64 = 0
    while done < byteCount {
      let count = min(most, byteCount - done)
      let part = try input.bytes(at: start + section.offset + done, count: Int(count))
      try body(part.span)
      done += count
    }
  }
}
