// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// An ELF file, or an ELF member of an archive.
///
/// Use it on one thread at a time.
public final class ELFFile {
  /// The ELF header, read when the file is opened.
  public let header: ELFHeader
  /// The size of the file or member, in bytes.
  public let byteCount: UInt64
  /// The bytes of it that the file system stores: the holes of a sparse file count nothing.
  let dataByteCount: UInt64
  /// The number of sections, section 0 included; 0 if the section table was
  /// stripped.
  public let sectionCount: Int

  let input: InputFile
  /// The start of the member in bytes, from the start of the file that holds
  /// it; else 0.
  let start: UInt64
  /// The segments, read on first use.
  var segmentsOnce: [Segment]?
  var sectionsOnce: [Section]?
  var sectionNamesOnce: SectionNames?
  /// The reason why the section names can't be used.
  var sectionNamesError: InspectionError?
  var relationsOnce: SectionRelations?
  var dynamicSegmentOnce: DynamicSegment?
  var imageFactsOnce: ImageFacts?
  var budget: ReadingBudget
  /// Sections whose bytes libelf holds.
  private var held: Set<Int> = []
  private var handleOnce: LibelfHandle?
  private let begin: () throws(InspectionError) -> LibelfHandle

  /// Opens a file that is not an archive.
  public convenience init(path: Path) throws(InspectionError) {
    try self.init(whole: try InputFile(opening: path))
  }

  /// Opens an entry that is not an archive.
  public convenience init(_ entry: ScanEntry) throws(InspectionError) {
    try self.init(whole: try entry.open())
  }

  /// Opens a file that exists only in memory.
  public convenience init(bytes: [UInt8]) throws(InspectionError) {
    try self.init(whole: try InputFile(bytes: bytes))
  }

  private convenience init(whole input: InputFile) throws(InspectionError) {
    let head = try input.bytes(
      at: 0, count: Int(min(input.byteCount, UInt64(FileFormat.headByteCount))))
    let format = FileFormat(head[...])
    guard format == .elf else { throw format.singleFileError }
    try self.init(input, head: head[...], start: 0, byteCount: input.byteCount) {
      () throws(InspectionError) in try LibelfHandle(input)
    }
  }

  /// Opens a file or member whose first bytes are read.
  ///
  /// - Parameters:
  ///   - head: the first `ELFHeader.byteCount64` bytes, if there are so many.
  ///   - begin: opens it in libelf; most files of a scan never need it.
  init(
    _ input: InputFile, head: ArraySlice<UInt8>, start: UInt64, byteCount: UInt64,
    begin: @escaping () throws(InspectionError) -> LibelfHandle
  ) throws(InspectionError) {
    let header = try ELFHeader(head.span)
    let sectionCount = try header.checkedSectionCount(fileByteCount: byteCount) {
      () throws(InspectionError) -> UInt64 in
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
    dataByteCount = min(byteCount, input.dataByteCount)
    self.budget = ReadingBudget(fileByteCount: dataByteCount)
    self.sectionCount = Int(sectionCount)
  }

  /// The libelf handle.
  ///
  /// Use it only once the tables are known to lie in the file.
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
  /// Reads bytes within the budget.
  ///
  /// - Parameter offset: the offset from the start of the file or archive
  ///   member, already checked.
  func bytes(at offset: UInt64, count: UInt64) throws(InspectionError) -> [UInt8] {
    try budget.take(byteCount: count)
    return try input.bytes(at: start + offset, count: Int(count))
  }

  /// Calls `body` with the bytes of a section: none for NOBITS, uncompressed if
  /// it is compressed.
  public func withBytes<R>(
    of section: Section, _ body: (Span<UInt8>) throws(InspectionError) -> R
  ) throws(InspectionError) -> R {
    let (isCompressed, byteCount) = try SectionBytes.check(section, of: self)
    let handle = try handle
    if !section.hasNoBytes, held.insert(section.index).inserted {
      try budget.take(byteCount: max(section.byteCount, ReadingBudget.visitByteCount))
      if isCompressed { try budget.take(uncompressedByteCount: byteCount) }
    }
    let bytes = try handle.bytes(ofSection: section.index, isCompressed: isCompressed)
    // The bytes must not outlive the handle.
    defer { withExtendedLifetime(handle) {} }
    return try body(bytes.span)
  }

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

extension ELFFile {
  /// The string at an offset of a string table; nil if the offset is outside,
  /// or the section is no string table.
  func string(in table: Int, at offset: UInt64) throws(InspectionError) -> String? {
    try withString(in: table, at: offset) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with a string of a string table.
  func withString<R>(
    in table: Int, at offset: UInt64, _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) throws(InspectionError) -> R? {
    guard let section = try section(UInt32(clamping: table)) else { return nil }
    if held.insert(table).inserted {
      _ = try SectionBytes.check(section, of: self)
      try budget.take(byteCount: section.byteCount)
    }
    let handle = try handle
    defer { withExtendedLifetime(handle) {} }
    guard let bytes = try handle.string(in: table, at: offset) else { return nil }
    try budget.take(byteCount: UInt64(bytes.count))
    return body(bytes)
  }
}
