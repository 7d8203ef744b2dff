// SPDX-License-Identifier: Apache-2.0

extension SectionTableLimits {
  /// The number of sections, checked to lie in the file.
  static func checkedCount(
    _ header: ELFHeader, fileByteCount: UInt64,
    firstSection: () throws(InspectionError) -> UInt64
  ) throws(InspectionError) -> UInt64 {
    guard header.sectionTableOffset != 0 else { return 0 }
    let entry = UInt64(header.encoding.is64Bit ? 64 : 40)
    guard UInt64(header.sectionEntryByteCount) == entry else {
      throw InspectionError(
        .malformedHeader, "the entries of the section table have a wrong size",
        offset: header.encoding.is64Bit ? 58 : 46, value: UInt64(header.sectionEntryByteCount))
    }
    let offset = header.sectionTableOffset
    guard offset <= fileByteCount, entry <= fileByteCount - offset else {
      throw outside(header, fileByteCount)
    }
    let count = header.sectionCount == 0 ? try firstSection() : UInt64(header.sectionCount)
    guard count <= (fileByteCount - offset) / entry else { throw outside(header, fileByteCount) }
    guard count <= sectionCount else {
      throw InspectionError(
        .tooLarge, "more than \(sectionCount) sections are not read", offset: offset, value: count)
    }
    return count
  }

  private static func outside(_ header: ELFHeader, _ fileByteCount: UInt64) -> InspectionError {
    InspectionError(
      .sectionTableOutside,
      "the section table lies outside the file of \(fileByteCount.hex) bytes: was it truncated?",
      offset: header.encoding.is64Bit ? 40 : 32, value: header.sectionTableOffset)
  }
}
