// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The targets of the pointers in a linked file, from its relocations.
final class PointerTable {
  /// The target of a pointer.
  enum Target: Hashable {
    /// An address in the same file.
    case address(UInt64)
    /// A symbol, in the file that defines it.
    case symbol(String)
  }

  private struct Entry {
    var address: UInt64
    var addend: Int64?
    var symbol: UInt32
    var type: UInt32
  }

  private let memory: LoadedMemory
  private let encoding: Encoding
  private let machine: UInt16
  private let symbols: UInt64?
  private let strings: UInt64?
  private var entries: [Entry] = []

  init(_ file: ELFFile, _ memory: LoadedMemory) throws(InspectionError) {
    self.memory = memory
    encoding = file.header.encoding
    machine = file.header.machine
    let dynamic = try file.dynamicSegment()
    typealias Tag = DynamicSegment.Tag
    symbols = dynamic.values[Tag.symbolTable]
    strings = dynamic.values[Tag.stringTable]
    let tables = [
      (try dynamic.table(Tag.rela, Tag.relaByteCount, of: file), 24),
      (try dynamic.table(Tag.rel, Tag.relByteCount, of: file), 16),
    ]
    for (table, entry) in tables {
      try file.budget.take(rowCount: table.count / entry)
      entries.reserveCapacity(entries.count + table.count / entry)
      for start in stride(from: 0, through: table.count - entry, by: entry) {
        var fields = FieldReader(encoding, at: start)
        let address = fields.address(table.span)
        let info = RelocationInfo(fields.address(table.span), file.header)
        entries.append(
          Entry(
            address: address, addend: entry == 24 ? fields.signedAddress(table.span) : nil,
            symbol: info.symbolIndex, type: info.type))
      }
    }
    entries.sort { $0.address < $1.address }
  }

  /// The target of a pointer; nil for a null pointer.
  ///
  /// - Throws: also if the relocation is of an unknown kind.
  func target(at address: UInt64) throws(InspectionError) -> Target? {
    guard let entry = entry(at: address) else {
      // RELR, and programs at a fixed address, have the value in the word.
      let word = try memory.u64(at: address)
      return word == 0 ? nil : .address(word)
    }
    let addend =
      if let known = entry.addend { UInt64(bitPattern: known) } else {
        try memory.u64(at: address)
      }
    if entry.symbol == 0 {
      guard entry.type == RelocationTypes.relative(machine: machine) else { throw unknown(entry) }
      return .address(addend)
    }
    guard addend == 0 else { throw unknown(entry) }
    return try symbol(entry.symbol)
  }

  private func unknown(_ entry: Entry) -> InspectionError {
    InspectionError(
      .malformedSwiftSection, "a pointer of a Swift section has a relocation of an unknown kind",
      offset: entry.address, value: UInt64(entry.type))
  }

  private func entry(at address: UInt64) -> Entry? {
    let number = entries.firstSortedIndex { $0.address >= address }
    return number < entries.count && entries[number].address == address ? entries[number] : nil
  }

  private func symbol(_ index: UInt32) throws(InspectionError) -> Target? {
    guard let symbols, let strings else {
      throw InspectionError(
        .malformedSwiftSection, "a pointer names a symbol, and the file has no symbol table")
    }
    let entry = symbols &+ UInt64(index) &* UInt64(Symbol.entryByteCount(encoding))
    // The fields are st_shndx, st_value and st_name.
    if try memory.u16(at: entry &+ 6) != 0 { return .address(try memory.u64(at: entry &+ 8)) }
    return .symbol(try memory.text(at: strings &+ UInt64(try memory.u32(at: entry))))
  }
}
