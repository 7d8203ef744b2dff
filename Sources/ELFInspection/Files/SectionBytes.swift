// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Checks before a section's bytes are read.
enum SectionBytes {
  /// Checks a section, and returns its size, uncompressed.
  static func check(
    _ section: Section, of file: ELFFile
  ) throws(InspectionError) -> (isCompressed: Bool, byteCount: UInt64) {
    guard !section.hasNoBytes else { return (false, section.byteCount) }
    guard section.offset <= file.byteCount, section.byteCount <= file.byteCount - section.offset
    else {
      throw InspectionError(
        .malformedSection,
        "section \(section.label) of \(section.byteCount.hex) bytes lies outside the file",
        offset: section.offset, value: section.byteCount)
    }
    try checkSize(section.byteCount, of: section)
    guard section.isCompressed else { return (false, section.byteCount) }
    return (true, try uncompressedByteCount(section, of: file))
  }

  private static func checkSize(_ byteCount: UInt64, of section: Section) throws(InspectionError) {
    guard byteCount <= SectionTableLimits.sectionByteCount else {
      throw InspectionError(
        .tooLarge,
        "section \(section.label): more than \(SectionTableLimits.sectionByteCount.hex) bytes"
          + " are not read", offset: section.offset, value: byteCount)
    }
  }

  /// The uncompressed size, from the header before the data (gABI, "Section
  /// Compression").
  private static func uncompressedByteCount(
    _ section: Section, of file: ELFFile
  ) throws(InspectionError) -> UInt64 {
    let count = Int(min(24, section.byteCount))
    let bytes = try file.input.bytes(at: file.start + section.offset, count: count)
    var fields = FieldReader(file.header.encoding)
    let type = fields.u32(bytes.span)
    if file.header.encoding.is64Bit { _ = fields.u32(bytes.span) }
    let uncompressed = fields.address(bytes.span)
    guard fields.isInside else {
      throw InspectionError(
        .malformedSection, "section \(section.label) ends inside its compression header",
        offset: section.offset, value: section.byteCount)
    }
    guard type == 1 else {
      throw InspectionError(
        .unsupported,
        type == 2
          ? "section \(section.label) is compressed with zstd, which needs libelf 0.189"
          : "section \(section.label) is compressed in an unknown way",
        offset: section.offset, value: UInt64(type))
    }
    try checkSize(uncompressed, of: section)
    return uncompressed
  }
}

extension Section {
  /// A short label for messages: the start of the name, else the index.
  var label: String { name.map { "\"\($0.abbreviated(to: 256))\"" } ?? "\(index)" }
}
