// SPDX-License-Identifier: Apache-2.0

internal import CLibelf
import Glibc

/// What libelf knows of sections, as Swift values.
extension LibelfHandle {
  /// Of the table of section names, or nil.
  var nameTableIndex: Int? {
    var index = 0
    return elf_getshdrstrndx(elf, &index) == 0 && index != 0 ? index : nil
  }

  /// Calls `visit` with each section from 1 on, until it returns false.
  ///
  /// The name, without NUL, stands until the handle ends; it is nil if its place is
  /// outside the table.
  func eachSection(
    _ visit: (OpaquePointer, GElf_Shdr, UnsafeBufferPointer<UInt8>?) throws(InspectionError) -> Bool
  ) throws(InspectionError) {
    let names = nameTableIndex
    var section = elf_nextscn(elf, nil)
    while let current = section {
      var header = GElf_Shdr()
      guard gelf_getshdr(current, &header) != nil else { throw .libelf("can't read a section") }
      let name = names.flatMap { string(in: $0, at: UInt64(header.sh_name)) }
      guard try visit(current, header, name) else { return }
      section = elf_nextscn(elf, current)
    }
  }

  /// A string of a string table, without NUL; it stands until the handle ends.
  ///
  /// Not by elf_strptr, which looks for a NUL from the end of the table each time,
  /// and uncompresses a table to whatever size it promises.
  func string(in table: Int, at offset: UInt64) -> UnsafeBufferPointer<UInt8>? {
    let strings = strings(table)
    guard offset < UInt64(strings.count), let start = strings.baseAddress.map({ $0 + Int(offset) }),
      let end = memchr(start, 0, strings.count - Int(offset))
    else { return nil }
    return UnsafeBufferPointer(start: start, count: UnsafeRawPointer(end) - UnsafeRawPointer(start))
  }

  /// A string table up to its last NUL; none for other sections.
  private func strings(_ table: Int) -> UnsafeBufferPointer<UInt8> {
    if let known = stringTables[table] { return known }
    var header = GElf_Shdr()
    var strings = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    if let section = elf_getscn(elf, table), gelf_getshdr(section, &header) != nil,
      header.sh_type == SectionType.strings, header.sh_flags & SectionFlag.compressed == 0,
      let data = elf_rawdata(section, nil), let buffer = data.pointee.d_buf
    {
      let bytes = UnsafeBufferPointer(
        start: UnsafePointer(buffer.assumingMemoryBound(to: UInt8.self)),
        count: data.pointee.d_size)
      let end = bytes.lastIndex(of: 0).map { $0 + 1 } ?? 0
      strings = UnsafeBufferPointer(rebasing: bytes[..<end])
    }
    stringTables[table] = strings
    return strings
  }

  /// The bytes of a section as they are in the file, uncompressed where they are
  /// compressed. They stand until the handle ends.
  func bytes(ofSection index: Int, _ compression: SectionCompression?) throws(InspectionError)
    -> UnsafeBufferPointer<UInt8>
  {
    guard let section = elf_getscn(elf, index) else { throw .libelf("no section \(index)") }
    // libelf replaces the section's bytes: once.
    if let compression, uncompressed.insert(index).inserted {
      let status =
        switch compression {
        case .header: elf_compress(section, 0, 0)
        case .gnu: elf_compress_gnu(section, 0, 0)
        }
      guard status >= 0 else { throw .libelf("can't uncompress section \(index)") }
    }
    guard let data = elf_rawdata(section, nil) else {
      throw .libelf("can't read the bytes of section \(index)")
    }
    // NOBITS: a size without a buffer.
    guard let buffer = data.pointee.d_buf else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(
      start: UnsafePointer(buffer.assumingMemoryBound(to: UInt8.self)), count: data.pointee.d_size)
  }

  func index(of section: OpaquePointer) -> Int { elf_ndxscn(section) }
}
