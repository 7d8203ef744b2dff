// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The process memory that a core file keeps.
///
/// It usually has only the first page of a mapped file, with its headers and notes
/// (core(5), `coredump_filter`).
struct CoreMemory {
  private let core: ELFFile
  /// The loaded segments, by address. Those of a real core don't overlap.
  private let segments: [Segment]

  init(_ core: ELFFile) throws(InspectionError) {
    self.core = core
    segments = try core.segments().filter { $0.type == Segment.load }
      .sorted { $0.virtualAddress < $1.virtualAddress }
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
    let segments = Segment.all(
      in: table.span, count: Int(header.segmentCount), header.encoding)
    guard let first = segments.headerAddress else { return nil }
    for segment in segments where segment.type == Segment.note {
      let start = address &+ (segment.virtualAddress &- first)
      guard let notes = bytes(at: start, byteCount: segment.fileByteCount),
        let found = ELFFile.buildID(inNotes: notes, header.encoding)
      else { continue }
      return found
    }
    return nil
  }

  /// Whether the mapping at an address was executable; nil if the core does not
  /// say.
  func isExecutable(at address: UInt64) -> Bool? { segment(at: address).map(\.isExecutable) }

  /// Whether the process could write at an address.
  func isWritable(at address: UInt64) -> Bool { segment(at: address)?.isWritable == true }

  /// The bytes at an address; nil unless the core keeps all of them.
  func bytes(at address: UInt64, byteCount: UInt64) -> [UInt8]? {
    guard let segment = segment(at: address) else { return nil }
    let distance = address - segment.virtualAddress
    guard distance < segment.fileByteCount, byteCount <= segment.fileByteCount - distance
    else { return nil }
    let (offset, overflow) = segment.offset.addingReportingOverflow(distance)
    guard !overflow, offset <= core.byteCount, byteCount <= core.byteCount - offset else {
      return nil
    }
    return try? core.bytes(at: offset, count: byteCount)
  }

  /// The last segment that begins at or below an address, if it holds the address.
  private func segment(at address: UInt64) -> Segment? {
    let number = segments.firstSortedIndex { $0.virtualAddress > address }
    guard number > 0 else { return nil }
    let found = segments[number - 1]
    return address - found.virtualAddress < found.memoryByteCount ? found : nil
  }
}
