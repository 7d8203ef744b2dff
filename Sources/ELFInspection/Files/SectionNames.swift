// SPDX-License-Identifier: Apache-2.0

extension ELFFile {
  /// More is left to libelf.
  private static let nameByteCount: UInt64 = 1 << 16

  /// False if the table of names holds no such name. A scan asks this of each file,
  /// and it is two reads, against four and an allocation for each section.
  func mayHaveSection(named wanted: String) throws(InspectionError) -> Bool {
    guard let place = try namePlace() else { return true }
    let names = try input.bytes(at: start + place.offset, count: Int(place.byteCount))
    let terminated = Array(wanted.utf8) + [0]
    // A name can be the end of another one.
    return names.indices.contains { start in
      names[start] == terminated[0] && names[start...].starts(with: terminated)
    }
  }

  /// Where the names are; nil for whatever is out of the ordinary.
  private func namePlace() throws(InspectionError) -> (offset: UInt64, byteCount: UInt64)? {
    let index = Int(header.nameSectionIndex)
    guard index > 0, index < sectionCount else { return nil }
    let entry = header.encoding.is64Bit ? 64 : 40
    // The table is known to lie in the file.
    let bytes = try input.bytes(
      at: start + header.sectionTableOffset + UInt64(index * entry), count: entry)
    var fields = FieldReader(header.encoding, at: 4)
    let type = fields.u32(bytes.span)
    let flags = fields.address(bytes.span)
    _ = fields.address(bytes.span)
    let offset = fields.address(bytes.span)
    let size = fields.address(bytes.span)
    guard type == SectionType.strings, flags & SectionFlag.compressed == 0,
      size <= Self.nameByteCount, offset <= byteCount, size <= byteCount - offset
    else { return nil }
    return (offset, size)
  }
}
