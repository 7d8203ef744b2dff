// SPDX-License-Identifier: Apache-2.0

/// The relocations of a file without section table, by its dynamic segment.
extension ELFFile {
  // No RELR: it leaves the value in the word itself.
  private enum Tag {
    static let stringTable: UInt64 = 5
    static let symbolTable: UInt64 = 6
    static let rela: UInt64 = 7
    static let relaByteCount: UInt64 = 8
    static let rel: UInt64 = 17
    static let relByteCount: UInt64 = 18
  }

  /// By offset.
  func dynamicRelocations(
    in addresses: Range<UInt64>, _ bytes: Span<UInt8>
  ) throws(InspectionError) -> [Relocation] {
    var result: [Relocation] = []
    let tags = try dynamicTags()
    func table(_ start: UInt64, _ size: UInt64) throws(InspectionError) -> [UInt8] {
      guard let address = tags[start], let byteCount = tags[size],
        byteCount <= SectionTableLimits.sectionByteCount
      else { return [] }
      return try loadedBytes(at: address, byteCount: byteCount) ?? []
    }
    let word = header.encoding.addressByteCount
    let places = [
      (try table(Tag.rela, Tag.relaByteCount), 3 * word),
      (try table(Tag.rel, Tag.relByteCount), 2 * word),
    ]
    for (table, entry) in places {
      for start in stride(from: 0, through: table.count - entry, by: entry) {
        guard var found = relocation(table.span, at: start, entry == 3 * word, in: addresses)
        else { continue }
        if found.symbolIndex != 0 { found.symbol = try dynamicSymbol(found.symbolIndex, tags) }
        result.append(found)
      }
    }
    let encoding = header.encoding
    for index in result.indices where result[index].addend == nil {
      var fields = FieldReader(encoding, at: Int(clamping: result[index].offset))
      result[index].addend = fields.signedAddress(bytes)
    }
    result.sort { $0.offset < $1.offset }
    return result
  }

  private func relocation(
    _ table: Span<UInt8>, at start: Int, _ hasAddend: Bool, in addresses: Range<UInt64>
  ) -> Relocation? {
    var fields = FieldReader(header.encoding, at: start)
    let address = fields.address(table)
    guard addresses.contains(address) else { return nil }
    let info = RelocationInfo(fields.address(table), header)
    return Relocation(
      offset: address - addresses.lowerBound, type: info.type, machine: header.machine,
      symbolIndex: UInt64(info.symbolIndex), addend: hasAddend ? fields.signedAddress(table) : nil)
  }

  private func dynamicTags() throws(InspectionError) -> [UInt64: UInt64] {
    guard let segment = try segments().first(where: { $0.type == Segment.dynamic }) else {
      return [:]
    }
    let bytes = try bytes(of: segment)
    var tags: [UInt64: UInt64] = [:]
    var fields = FieldReader(header.encoding)
    while true {
      let (tag, value) = (fields.address(bytes.span), fields.address(bytes.span))
      guard fields.isInside, tag != 0 else { return tags }
      tags[tag] = value
    }
  }

  private func loadedBytes(
    at address: UInt64, byteCount: UInt64
  ) throws(InspectionError) -> [UInt8]? {
    guard let offset = try fileOffset(ofAddress: address, byteCount: byteCount) else { return nil }
    return try input.bytes(at: start + offset, count: Int(byteCount))
  }

  private func dynamicSymbol(
    _ index: UInt64, _ tags: [UInt64: UInt64]
  ) throws(InspectionError) -> String? {
    let entry = UInt64(Symbol.entryByteCount(header.encoding))
    let (distance, overflow) = index.multipliedReportingOverflow(by: entry)
    guard !overflow, let symbols = tags[Tag.symbolTable], let strings = tags[Tag.stringTable],
      let bytes = try loadedBytes(at: symbols &+ distance, byteCount: entry),
      let symbol = Symbol(in: bytes.span, at: 0, header.encoding)
    else { return nil }
    var name: [UInt8] = []
    // No table's size is needed: names end with NUL.
    while name.count < 1 << 16,
      let byte = try loadedBytes(
        at: strings &+ symbol.nameOffset &+ UInt64(name.count), byteCount: 1)
    {
      if byte[0] == 0 { return String(decoding: name, as: UTF8.self) }
      name.append(byte[0])
    }
    return nil
  }
}
