// SPDX-License-Identifier: Apache-2.0

internal import CLibelf
import CLibrary

/// libelf's sections as Swift values.
extension LibelfHandle {
  /// Calls `visit` with the index and header of each section, from section 1.
  func eachSection(
    _ visit: (Int, GElf_Shdr) throws(InspectionError) -> Void
  ) throws(InspectionError) {
    var section = elf_nextscn(elf, nil)
    while let current = section {
      var header = GElf_Shdr()
      guard gelf_getshdr(current, &header) != nil else { throw .libelf("can't read a section") }
      try visit(elf_ndxscn(current), header)
      section = elf_nextscn(elf, current)
    }
  }

  /// A string of a string table, without NUL; it is valid as long as the
  /// handle.
  ///
  /// elf_strptr is not used: it searches a NUL from the end of the table on
  /// each call, and uncompresses a table to any size that it claims.
  func string(
    in table: Int, at offset: UInt64
  ) throws(InspectionError) -> UnsafeBufferPointer<UInt8>? {
    let strings = try strings(table)
    guard offset < UInt64(strings.count), let start = strings.baseAddress.map({ $0 + Int(offset) }),
      let end = memchr(start, 0, strings.count - Int(offset))
    else { return nil }
    return UnsafeBufferPointer(start: start, count: UnsafeRawPointer(end) - UnsafeRawPointer(start))
  }

  /// A string table up to its last NUL; empty for other sections.
  private func strings(_ table: Int) throws(InspectionError) -> UnsafeBufferPointer<UInt8> {
    if let known = stringTables[table] { return known }
    var header = GElf_Shdr()
    var strings = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    if let section = elf_getscn(elf, table), gelf_getshdr(section, &header) != nil,
      header.sh_type == SectionType.strings, header.sh_flags & SectionFlag.compressed == 0
    {
      guard let data = elf_rawdata(section, nil) else {
        throw .libelf("can't read the strings of section \(table)", offset: header.sh_offset)
      }
      let bytes = UnsafeBufferPointer(
        start: data.pointee.d_buf.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) },
        count: data.pointee.d_buf == nil ? 0 : data.pointee.d_size)
      let end = bytes.lastIndex(of: 0).map { $0 + 1 } ?? 0
      strings = UnsafeBufferPointer(rebasing: bytes[..<end])
    }
    stringTables[table] = strings
    return strings
  }

  /// The bytes of a section, uncompressed.
  ///
  /// They are valid as long as the handle.
  func bytes(
    ofSection index: Int, isCompressed: Bool
  ) throws(InspectionError) -> UnsafeBufferPointer<UInt8> {
    guard let section = elf_getscn(elf, index) else { throw .libelf("no section \(index)") }
    // libelf replaces the section's bytes, so this is done once.
    if isCompressed, uncompressed.insert(index).inserted {
      guard elf_compress(section, 0, 0) >= 0 else {
        throw .libelf("can't uncompress section \(index)")
      }
    }
    guard let data = elf_rawdata(section, nil) else {
      throw .libelf("can't read the bytes of section \(index)")
    }
    // NOBITS has a size but no buffer.
    guard let buffer = data.pointee.d_buf else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(
      start: UnsafePointer(buffer.assumingMemoryBound(to: UInt8.self)), count: data.pointee.d_size)
  }
}
