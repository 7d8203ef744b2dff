// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The symbols that the dynamic segment leads to. It does not say how many there are: that
/// is in the table by which they are looked up.
extension ELFFile {
  /// Calls `visit` with each symbol, and its name if that can be read.
  func eachDynamicSymbol(
    _ visit: (Symbol, String?) throws(InspectionError) -> Void
  ) throws(InspectionError) {
    let dynamic = try dynamicSegment()
    let entry = UInt64(Symbol.entryByteCount(header.encoding))
    guard let address = dynamic.values[DynamicSegment.Tag.symbolTable],
      let count = try dynamicSymbolCount(dynamic),
      let offset = try fileOffset(ofAddress: address, byteCount: entry &* count)
    else { return }
    let bytes = try self.bytes(at: offset, count: entry * count)
    for index in 1..<max(1, count) {
      guard let symbol = Symbol(in: bytes.span, at: index, header.encoding) else { return }
      try visit(symbol, try dynamic.string(at: symbol.nameOffset, of: self))
    }
  }

  /// Nil where neither table is there, or it is not in the file.
  private func dynamicSymbolCount(
    _ dynamic: DynamicSegment
  ) throws(InspectionError) -> UInt64? {
    let found: UInt64?
    if let address = dynamic.values[DynamicSegment.Tag.gnuHash] {
      found = try gnuHashCount(address)
    } else if let address = dynamic.values[DynamicSegment.Tag.hash] {
      // The numbers of buckets and of chains: of these one for each symbol.
      found = try words(at: address, 2)?[1]
    } else {
      found = nil
    }
    return found.flatMap { $0 <= byteCount / 16 ? $0 : nil }
  }

  /// Numbers of buckets, of the first symbol that is in one, and of words of a filter; a
  /// shift; the filter; the first symbol of each bucket; and for each symbol a hash, whose
  /// lowest bit says that it is the last of its bucket.
  private func gnuHashCount(_ address: UInt64) throws(InspectionError) -> UInt64? {
    guard let head = try words(at: address, 4) else { return nil }
    let word = UInt64(header.encoding.addressByteCount)
    let buckets = address &+ 16 &+ head[2] &* word
    guard let firsts = try words(at: buckets, head[0]), let last = firsts.max() else { return nil }
    guard last >= head[1] else { return head[1] }
    let chain = buckets &+ 4 &* head[0]
    guard let range = try loadedRange(from: chain &+ 4 &* (last - head[1])) else { return nil }
    let hashes = try bytes(at: range.offset, count: min(range.byteCount, 1 << 20))
    var fields = FieldReader(header.encoding)
    var count = last
    while fields.isInside {
      count += 1
      if fields.u32(hashes.span) & 1 != 0 { return fields.isInside ? count : nil }
    }
    return nil
  }

  private func words(at address: UInt64, _ count: UInt64) throws(InspectionError) -> [UInt64]? {
    guard count <= byteCount / 4,
      let offset = try fileOffset(ofAddress: address, byteCount: 4 * count)
    else { return nil }
    let bytes = try self.bytes(at: offset, count: 4 * count)
    var fields = FieldReader(header.encoding)
    return (0..<count).map { _ in UInt64(fields.u32(bytes.span)) }
  }
}
