// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A linked file, read by virtual address.
///
/// An address outside the file is an error.
final class LoadedMemory {
  private let file: ELFFile
  private let segments: [Segment]
  private var pages: [UInt64: [UInt8]] = [:]
  private var last: (number: UInt64, bytes: [UInt8]) = (.max, [])
  private var rest: Int

  private static let pageByteCount: UInt64 = 1 << 14
  /// The number of reads allowed in addition to those for each byte:
  /// descriptors of a crafted file can overlap any number of times.
  private static let leastReads = 1 << 20
  private static let readsForEachByte = 4
  /// The most bytes of a name.
  static let longestText = 1 << 12

  init(_ file: ELFFile) throws(InspectionError) {
    self.file = file
    segments = try file.segments().filter { $0.type == Segment.load && $0.fileByteCount > 0 }
    rest = Self.leastReads + Self.readsForEachByte * Int(clamping: min(file.dataByteCount, 1 << 40))
  }

  func u16(at address: UInt64) throws(InspectionError) -> UInt16 {
    UInt16(truncatingIfNeeded: try word(at: address, byteCount: 2))
  }

  func u32(at address: UInt64) throws(InspectionError) -> UInt32 {
    UInt32(truncatingIfNeeded: try word(at: address, byteCount: 4))
  }

  func u64(at address: UInt64) throws(InspectionError) -> UInt64 {
    try word(at: address, byteCount: 8)
  }

  /// The text at an address, up to NUL.
  func text(at address: UInt64) throws(InspectionError) -> String {
    var bytes: [UInt8] = []
    while bytes.count < Self.longestText {
      let byte = try self.byte(at: address &+ UInt64(bytes.count))
      if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    throw InspectionError(
      .malformedSwiftSection, "a name of more than \(Self.longestText) bytes", value: address)
  }

  /// The protocols that extensions in the file were compiled against.
  func compiledProtocols() throws(InspectionError) -> [CompiledProtocol] {
    var found: [CompiledProtocol] = []
    for segment in segments where segment.offset < file.byteCount {
      let count = min(segment.fileByteCount, file.byteCount - segment.offset)
      let bytes = try file.bytes(at: segment.offset, count: count)
      found += CompiledProtocol.all(in: bytes.span)
    }
    return found
  }

  func byte(at address: UInt64) throws(InspectionError) -> UInt8 {
    let offset = try fileOffset(address, byteCount: 1)
    return try page(offset / Self.pageByteCount)[Int(offset % Self.pageByteCount)]
  }

  private func word(at address: UInt64, byteCount: UInt64) throws(InspectionError) -> UInt64 {
    let offset = try fileOffset(address, byteCount: byteCount)
    let number = offset / Self.pageByteCount
    let start = Int(offset % Self.pageByteCount)
    var bytes: [UInt8]
    if start + Int(byteCount) <= Int(Self.pageByteCount) {
      bytes = try page(number)
      return bytes.word(at: start, Int(byteCount))
    }
    bytes = Array(try page(number)[start...])
    bytes += try page(number + 1).prefix(Int(byteCount) - bytes.count)
    return bytes.word(at: 0, Int(byteCount))
  }

  private func fileOffset(_ address: UInt64, byteCount: UInt64) throws(InspectionError) -> UInt64 {
    rest -= 1
    guard rest > 0 else {
      throw InspectionError(
        .tooLarge, "the Swift sections of this file need more reads than its size allows")
    }
    for segment in segments {
      let distance = address &- segment.virtualAddress
      guard distance < segment.fileByteCount, byteCount <= segment.fileByteCount - distance
      else { continue }
      let (offset, overflow) = segment.offset.addingReportingOverflow(distance)
      guard !overflow, offset <= file.byteCount, byteCount <= file.byteCount - offset else { break }
      return offset
    }
    throw InspectionError(
      .malformedSwiftSection, "a Swift section points outside the loaded part of the file",
      value: address)
  }

  private func page(_ number: UInt64) throws(InspectionError) -> [UInt8] {
    if last.number == number { return last.bytes }
    if let known = pages[number] {
      last = (number, known)
      return known
    }
    let start = number * Self.pageByteCount
    let bytes = try file.bytes(at: start, count: min(Self.pageByteCount, file.byteCount - start))
    pages[number] = bytes
    last = (number, bytes)
    return bytes
  }
}

extension [UInt8] {
  fileprivate func word(at start: Int, _ byteCount: Int) -> UInt64 {
    self[start..<start + byteCount].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
