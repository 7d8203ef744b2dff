// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The process memory that a core file keeps.
///
/// It usually has only the first page of a mapped file, with its headers and notes
/// (core(5), `coredump_filter`).
struct CoreMemory {
  private let core: ELFFile
  /// The segments whose contents the core keeps, at least in part.
  private let segments: [Segment]
  private let all: [Segment]

  init(_ core: ELFFile) throws(InspectionError) {
    self.core = core
    all = try core.segments().filter { $0.type == Segment.load }
    segments = all.filter { $0.fileByteCount > 0 }
  }

  /// The build ID of an ELF file that was mapped at an address; nil if the core
  /// does not keep it.
  func buildID(at address: UInt64) -> String? {
    guard let head = bytes(at: address, byteCount: UInt64(ELFHeader.byteCount64)),
      let header = try? ELFHeader(head.span), header.segmentCount < Segment.extendedCount
    else { return nil }
    let entry = header.encoding.is64Bit ? 56 : 32
    guard Int(header.segmentEntryByteCount) == entry,
      let table = bytes(
        at: address &+ header.segmentTableOffset,
        byteCount: UInt64(header.segmentCount) * UInt64(entry))
    else { return nil }
    let segments = (0..<Int(header.segmentCount)).map { index in
      var fields = FieldReader(header.encoding, at: index * entry)
      return Segment(&fields, table.span)
    }
    guard let first = segments.first(where: { $0.type == Segment.load && $0.offset == 0 }) else {
      return nil
    }
    for segment in segments where segment.type == Segment.note {
      let start = address &+ (segment.virtualAddress &- first.virtualAddress)
      guard let notes = bytes(at: start, byteCount: segment.fileByteCount),
        let found = ELFFile.buildID(inNotes: notes, header.encoding)
      else { continue }
      return found
    }
    return nil
  }

  /// Whether the mapping at an address was executable; nil if the core does not
  /// say.
  func isExecutable(at address: UInt64) -> Bool? {
    all.first { address &- $0.virtualAddress < $0.memoryByteCount }.map(\.isExecutable)
  }

  /// The bytes at an address; nil unless the core keeps all of them.
  private func bytes(at address: UInt64, byteCount: UInt64) -> [UInt8]? {
    for segment in segments {
      let distance = address &- segment.virtualAddress
      guard distance < segment.fileByteCount, byteCount <= segment.fileByteCount - distance
      else { continue }
      let (offset, overflow) = segment.offset.addingReportingOverflow(distance)
      guard !overflow, offset <= core.byteCount, byteCount <= core.byteCount - offset else {
        return nil
      }
      return try? core.bytes(at: offset, count: byteCount)
    }
    return nil
  }
}
