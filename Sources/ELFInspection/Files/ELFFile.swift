// SPDX-License-Identifier: Apache-2.0

internal import CLibelf
internal import GraftDescriptors

/// An ELF file, or an ELF member of an archive. One thread uses it at a time.
public final class ELFFile {
  /// Read when the file is opened.
  public let header: ELFHeader
  /// Of the file or member, in bytes.
  public let byteCount: UInt64
  /// 0 for a file that was stripped of its section table.
  public let sectionCount: Int

  let input: InputFile
  /// In bytes, from the start of the file that holds the member; else 0.
  let start: UInt64
  /// Read at the first need.
  var segmentsOnce: [Segment]?
  var sectionsOnce: [Section]?
  var relationsOnce: SectionRelations?
  var dynamicSegmentOnce: DynamicSegment?
  var budget: ReadingBudget
  /// Sections whose bytes libelf has.
  private var held: Set<Int> = []
  private var handleOnce: LibelfHandle?
  private let begin: () throws(InspectionError) -> LibelfHandle

  /// Not an archive.
  public convenience init(path: Path) throws(InspectionError) {
    try self.init(whole: try InputFile(opening: path))
  }

  /// Not an archive.
  public convenience init(_ entry: ScanEntry) throws(InspectionError) {
    try self.init(whole: try entry.open())
  }

  /// A file that exists in memory only.
  public convenience init(bytes: [UInt8]) throws(InspectionError) {
    try self.init(whole: try InputFile(bytes: bytes))
  }

  private convenience init(whole input: InputFile) throws(InspectionError) {
    let head = try input.bytes(
      at: 0, count: Int(min(input.byteCount, UInt64(ELFHeader.byteCount64))))
    try self.init(input, head: head[...], start: 0, byteCount: input.byteCount) {
      () throws(InspectionError) in try LibelfHandle(input)
    }
  }

  /// - Parameters:
  ///   - head: the first `ELFHeader.byteCount64` bytes, if there are so many.
  ///   - begin: called when libelf is needed, which most files of a scan do not.
  init(
    _ input: InputFile, head: ArraySlice<UInt8>, start: UInt64, byteCount: UInt64,
    begin: @escaping () throws(InspectionError) -> LibelfHandle
  ) throws(InspectionError) {
    let header = try ELFHeader(head.span)
    let sectionCount = try SectionTableLimits.checkedCount(header, fileByteCount: byteCount) {
      () throws(InspectionError) -> UInt64 in
      // sh_size of section 0.
      let offset: UInt64 = header.encoding.is64Bit ? 32 : 20
      let bytes = try input.bytes(at: start + header.sectionTableOffset + offset, count: 8)
      var fields = FieldReader(header.encoding)
      return fields.address(bytes.span)
    }
    self.header = header
    self.begin = begin
    self.input = input
    self.start = start
    self.byteCount = byteCount
    self.budget = ReadingBudget(fileByteCount: byteCount)
    self.sectionCount = Int(sectionCount)
  }

  /// Only for files whose tables are known to lie inside them.
  var handle: LibelfHandle {
    get throws(InspectionError) {
      if let handleOnce { return handleOnce }
      let handle = try begin()
      guard handle.isELF else {
        throw InspectionError(.malformedHeader, "libelf does not take this for an ELF file")
      }
      handleOnce = handle
      return handle
    }
  }
}

extension ELFFile {
  /// The section table, without section 0.
  public func sections() throws(InspectionError) -> [Section] {
    if let sectionsOnce { return sectionsOnce }
    var sections: [Section] = []
    guard sectionCount > 0 else { return [] }
    sections.reserveCapacity(sectionCount)
    let handle = try handle
    try handle.eachSection { section, header, name throws(InspectionError) in
      if let name { try budget.take(byteCount: UInt64(name.count)) }
      sections.append(
        Section(
          handle.index(of: section), header,
          name: name.map { String(decoding: $0, as: UTF8.self) }))
      return true
    }
    sectionsOnce = sections
    return sections
  }

  /// All sections of a name: an object can hold several.
  public func sections(named wanted: String) throws(InspectionError) -> [Section] {
    guard sectionCount > 0, try mayHaveSection(named: wanted) else { return [] }
    var sections: [Section] = []
    let handle = try handle
    try handle.eachSection { section, header, name throws(InspectionError) in
      if let name, name.count == wanted.utf8.count, name.elementsEqual(wanted.utf8) {
        sections.append(Section(handle.index(of: section), header, name: wanted))
      }
      return true
    }
    return sections
  }

  /// The section of an index, which comes from the file.
  func section(_ index: UInt32) throws(InspectionError) -> Section? {
    let sections = try sections()
    // Without section 0, the table is one shorter.
    guard index > 0, index <= sections.count else { return nil }
    return sections[Int(index) - 1]
  }

  /// Calls `body` with the bytes of a section: none for NOBITS, uncompressed for
  /// a compressed one.
  public func withBytes<R>(
    of section: Section, _ body: (Span<UInt8>) throws(InspectionError) -> R
  ) throws(InspectionError) -> R {
    let (compression, byteCount) = try SectionBytes.check(section, of: self)
    let handle = try handle
    if !section.hasNoBytes, held.insert(section.index).inserted {
      try budget.take(byteCount: max(section.byteCount, ReadingBudget.visitByteCount))
      if compression != nil { try budget.take(uncompressedByteCount: byteCount) }
    }
    let bytes = try handle.bytes(ofSection: section.index, compression)
    // Uses of the bytes end before the handle does.
    defer { withExtendedLifetime(handle) {} }
    return try body(bytes.span)
  }
}

extension ELFFile {
  /// A string of a table; nil where its place is outside, or the table is none.
  func string(in table: Int, at offset: UInt64) throws(InspectionError) -> String? {
    guard let section = try section(UInt32(clamping: table)) else { return nil }
    if held.insert(table).inserted { try budget.take(byteCount: section.byteCount) }
    let handle = try handle
    defer { withExtendedLifetime(handle) {} }
    guard let bytes = handle.string(in: table, at: offset) else { return nil }
    try budget.take(byteCount: UInt64(bytes.count))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Section {
  fileprivate init(_ index: Int, _ header: GElf_Shdr, name: String?) {
    self.init(
      index: index, name: name, type: header.sh_type, flags: header.sh_flags,
      virtualAddress: header.sh_addr, offset: header.sh_offset, byteCount: header.sh_size,
      link: header.sh_link, info: header.sh_info, alignment: header.sh_addralign,
      entryByteCount: header.sh_entsize)
  }
}
