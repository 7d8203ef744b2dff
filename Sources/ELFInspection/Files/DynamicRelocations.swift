// SPDX-License-Identifier: Apache-2.0

/// The relocations of a file without section table, read through its dynamic
/// segment.
extension ELFFile {
  /// The relocations in a range of addresses, by offset.
  func dynamicRelocations(
    in addresses: Range<UInt64>, _ bytes: Span<UInt8>
  ) throws(InspectionError) -> [Relocation] {
    var result: [Relocation] = []
    let dynamic = try dynamicSegment()
    let word = header.encoding.addressByteCount
    // RELR is left out: it keeps the value in the word itself.
    typealias Tag = DynamicSegment.Tag
    let places = [
      (try dynamic.table(Tag.rela, Tag.relaByteCount, of: self), 3 * word),
      (try dynamic.table(Tag.rel, Tag.relByteCount, of: self), 2 * word),
    ]
    for (table, entry) in places {
      for start in stride(from: 0, through: table.count - entry, by: entry) {
        guard var found = relocation(table.span, at: start, entry == 3 * word, in: addresses)
        else { continue }
        try budget.take(rowCount: 1)
        if found.symbolIndex != 0 {
          found.symbol = try dynamic.symbolName(found.symbolIndex, of: self)
        }
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
}
