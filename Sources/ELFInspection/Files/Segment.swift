// SPDX-License-Identifier: Apache-2.0

/// An entry of the segment table (gABI, "Program Header").
public struct Segment: Hashable, Sendable {
  /// The type, `p_type`.
  public var type: UInt32
  /// The flags, `p_flags`.
  public var flags: UInt32 = 0
  /// The offset in bytes, from the start of the file.
  public var offset: UInt64
  /// The virtual address, without the load bias.
  public var virtualAddress: UInt64
  /// The size of its bytes in the file.
  public var fileByteCount: UInt64
  /// The size in memory; zeros follow the bytes of the file.
  public var memoryByteCount: UInt64
  /// The alignment of the address, in bytes.
  public var alignment: UInt64

  /// The value PN_XNUM, which means that section 0 has the count.
  static let extendedCount: UInt16 = 0xffff
  /// The most segments that are read; a process's core file has fewer.
  static let countLimit: UInt64 = 1 << 17

  static let load: UInt32 = 1
  static let dynamic: UInt32 = 2
  static let interpreter: UInt32 = 3
  static let note: UInt32 = 4

  private init(_ fields: inout FieldReader, _ bytes: Span<UInt8>) {
    type = fields.u32(bytes)
    // The order of fields depends on the class, as in symbols.
    if fields.encoding.is64Bit { flags = fields.u32(bytes) }
    offset = fields.address(bytes)
    virtualAddress = fields.address(bytes)
    _ = fields.address(bytes)
    fileByteCount = fields.address(bytes)
    memoryByteCount = fields.address(bytes)
    if !fields.encoding.is64Bit { flags = fields.u32(bytes) }
    alignment = fields.address(bytes)
  }

  /// The entries of a segment table.
  static func all(in table: Span<UInt8>, count: Int, _ encoding: Encoding) -> [Segment] {
    var fields = FieldReader(encoding)
    return (0..<count).map { _ in Segment(&fields, table) }
  }

  /// Whether it is executable (PF_X).
  var isExecutable: Bool { flags & 1 != 0 }
  /// Whether it is writable (PF_W).
  var isWritable: Bool { flags & 2 != 0 }
}

extension [Segment] {
  /// The virtual address of the ELF header; nil if it is not loaded.
  var headerAddress: UInt64? {
    first { $0.type == Segment.load && $0.offset == 0 }?.virtualAddress
  }
}

/// The bytes of a file that are loaded at an address.
struct LoadedRange {
  /// The offset in bytes, from the start of the file.
  var offset: UInt64
  var byteCount: UInt64
}

extension Segment {
  /// The range from an address to the segment's end, not compared with the
  /// file's size.
  fileprivate func loadedRange(from address: UInt64) -> LoadedRange? {
    let distance = address &- virtualAddress
    guard type == Self.load, distance <= fileByteCount else { return nil }
    let (start, overflow) = offset.addingReportingOverflow(distance)
    return overflow ? nil : LoadedRange(offset: start, byteCount: fileByteCount - distance)
  }
}

extension ELFFile {
  /// The segment table; empty for objects.
  public func segments() throws(InspectionError) -> [Segment] {
    if let segmentsOnce { return segmentsOnce }
    let entry = header.encoding.is64Bit ? 56 : 32
    guard header.segmentTableOffset != 0, header.segmentCount != 0 else { return [] }
    let count = try segmentCount()
    guard count <= Segment.countLimit else {
      throw InspectionError(
        .tooLarge, "more than \(Segment.countLimit) segments are not read",
        offset: header.segmentTableOffset, value: count)
    }
    let byteCount = Int(count) * entry
    guard Int(header.segmentEntryByteCount) == entry,
      header.segmentTableOffset <= self.byteCount,
      UInt64(byteCount) <= self.byteCount - header.segmentTableOffset
    else {
      throw InspectionError(
        .malformedSegment, "the segment table lies outside the file",
        offset: header.segmentTableOffset, value: count)
    }
    let bytes = try input.bytes(at: start + header.segmentTableOffset, count: byteCount)
    let segments = Segment.all(in: bytes.span, count: Int(count), header.encoding)
    segmentsOnce = segments
    return segments
  }

  private func segmentCount() throws(InspectionError) -> UInt64 {
    // The field has the number itself if there is no section table.
    guard header.segmentCount == Segment.extendedCount, sectionCount > 0 else {
      return UInt64(header.segmentCount)
    }
    // The field sh_info; the table is known to lie in the file.
    let offset: UInt64 = header.encoding.is64Bit ? 44 : 28
    let bytes = try input.bytes(at: start + header.sectionTableOffset + offset, count: 4)
    var fields = FieldReader(header.encoding)
    return UInt64(fields.u32(bytes.span))
  }

  /// The bytes of a segment that the file has.
  func bytes(of segment: Segment) throws(InspectionError) -> [UInt8] {
    guard segment.offset <= byteCount, segment.fileByteCount <= byteCount - segment.offset,
      segment.fileByteCount <= SectionTableLimits.sectionByteCount
    else {
      throw InspectionError(
        .malformedSegment, "a segment lies outside the file", offset: segment.offset,
        value: segment.fileByteCount)
    }
    return try bytes(at: segment.offset, count: segment.fileByteCount)
  }

  /// The file offset of an address; nil if the file has no bytes for it.
  ///
  /// - Parameter byteCount: the number of bytes, which must be in one segment.
  func fileOffset(ofAddress address: UInt64, byteCount: UInt64) throws(InspectionError) -> UInt64? {
    for segment in try segments() {
      guard let range = segment.loadedRange(from: address), byteCount <= range.byteCount
      else { continue }
      let isInside = range.offset <= self.byteCount && byteCount <= self.byteCount - range.offset
      return isInside ? range.offset : nil
    }
    return nil
  }

  /// The file's bytes from an address to the end of its segment, or nil.
  func loadedRange(from address: UInt64) throws(InspectionError) -> LoadedRange? {
    for segment in try segments() {
      guard var range = segment.loadedRange(from: address) else { continue }
      guard range.offset <= byteCount else { return nil }
      range.byteCount = min(range.byteCount, byteCount - range.offset)
      return range
    }
    return nil
  }
}
