// SPDX-License-Identifier: Apache-2.0

/// The relocations that apply to one section, and the errors in them.
public struct AppliedRelocations: Sendable {
  /// The relocations, by offset.
  public var relocations = RelocationList()
  /// Errors in tables and single relocations, in file order.
  public var problems: [InspectionError] = []
  /// Whether a table can't be read, so that relocations may be missing.
  public var isIncomplete = false
}

extension ELFFile {
  /// The relocations of a section.
  ///
  /// These are the tables that name it in an object, and those that fall into its
  /// addresses in a linked file.
  public func relocations(of section: Section) throws(InspectionError) -> AppliedRelocations {
    var reader = try RelocationReader(file: self, section: section)
    for index in try relations().relocationTables(of: section, in: header) {
      guard let table = try self.section(UInt32(index)) else { continue }
      do throws(InspectionError) {
        try budget.take(byteCount: ReadingBudget.visitByteCount)
        switch table.type {
        case SectionType.rela: try reader.read(table, hasAddends: true)
        case SectionType.rel: try reader.read(table, hasAddends: false)
        default: try reader.readRelative(table)
        }
      } catch {
        // A broken table doesn't hide the others.
        reader.result.problems.append(error)
        reader.result.isIncomplete = true
        if budget.isExhausted { break }
      }
    }
    try reader.finish()
    return reader.result
  }
}

/// Reads tables one by one.
///
/// Symbols and implicit addends are read last, and only for relocations that apply.
private struct RelocationReader {
  let file: ELFFile
  let section: Section
  var result = AppliedRelocations()
  private var tables: [Table] = []

  /// The section's size, uncompressed.
  private let byteCount: UInt64

  private struct Table {
    /// The index of its first relocation.
    var first: Int
    var symbols: Section?
    var hasAddends: Bool
    /// The indices in `targets`, by the symbol's index and whether there is an
    /// addend.
    var targets: [UInt64: UInt32] = [:]
  }

  init(file: ELFFile, section: Section) throws(InspectionError) {
    self.file = file
    self.section = section
    byteCount = try SectionBytes.check(section, of: file).byteCount
    result.relocations.machine = file.header.machine
  }

  /// The origin of offsets: in a linked file they are virtual addresses.
  private var origin: UInt64 { file.header.type == .relocatable ? 0 : section.virtualAddress }
  private var isLinked: Bool { file.header.type != .relocatable }

  mutating func read(_ table: Section, hasAddends: Bool) throws(InspectionError) {
    let symbols = try symbolTable(of: table)
    tables.append(Table(first: result.relocations.count, symbols: symbols, hasAddends: hasAddends))
    let header = file.header
    let entry = header.encoding.addressByteCount * (hasAddends ? 3 : 2)
    let tableByteCount = try SectionBytes.check(table, of: file).byteCount
    let (origin, byteCount, isLinked) = (origin, byteCount, isLinked)
    var found = takeFound()
    defer { result.relocations.entries = found }
    // A single allocation for a large table; unused pages are never touched.
    let wanted = found.count + Int(tableByteCount) / entry
    if wanted > found.capacity { found.reserveCapacity(max(wanted, 2 * found.capacity)) }
    var isOutside: UInt64?
    var rest = 0
    try file.eachPart(of: table, entryByteCount: entry) { bytes throws(InspectionError) in
      let before = found.count
      for start in stride(from: 0, through: bytes.count - entry, by: entry) {
        var fields = FieldReader(header.encoding, at: start)
        let offset = fields.address(bytes) &- origin
        guard offset < byteCount else {
          if !isLinked { isOutside = offset }
          continue
        }
        let info = RelocationInfo(fields.address(bytes), header)
        found.append(
          RelocationList.Entry(
            offset: offset, addend: hasAddends ? fields.signedAddress(bytes) : 0, type: info.type,
            target: info.symbolIndex))
      }
      rest = bytes.count % entry
      try file.budget.take(rowCount: found.count - before)
    }
    if rest != 0 {
      problem("relocation table \(table.label) ends inside an entry", table.offset, UInt64(rest))
    }
    if let isOutside {
      problem("a relocation lies outside section \(section.label)", table.offset, isOutside)
    }
  }

  /// Reads a RELR table.
  ///
  /// Words come in file order: an even one is an address, an odd one has a bit for
  /// each of the next 63 or 31 words.
  mutating func readRelative(_ table: Section) throws(InspectionError) {
    tables.append(Table(first: result.relocations.count, symbols: nil, hasAddends: false))
    let header = file.header
    let word = UInt64(header.encoding.addressByteCount)
    let type = RelocationTypes.relative(machine: header.machine)
    let range = (origin, byteCount)
    var found = takeFound()
    defer { result.relocations.entries = found }
    func add(_ address: UInt64) {
      let offset = address &- range.0
      guard offset < range.1 else { return }
      found.append(RelocationList.Entry(offset: offset, addend: 0, type: type, target: 0))
    }
    var next: UInt64 = 0
    try file.eachPart(of: table, entryByteCount: Int(word)) { bytes throws(InspectionError) in
      let before = found.count
      for start in stride(from: 0, through: bytes.count - Int(word), by: Int(word)) {
        var fields = FieldReader(header.encoding, at: start)
        let entry = fields.address(bytes)
        if entry & 1 == 0 {
          add(entry)
          next = entry &+ word
        } else {
          for bit in 1..<8 * word where entry >> bit & 1 != 0 { add(next &+ (bit - 1) * word) }
          next = next &+ (8 * word - 1) * word
        }
      }
      try file.budget.take(rowCount: found.count - before)
    }
  }

  /// Moves out the relocations found so far, so that appending doesn't copy
  /// them.
  private mutating func takeFound() -> [RelocationList.Entry] {
    defer { result.relocations.entries = [] }
    return result.relocations.entries
  }

  /// Reads symbols and implicit addends, and sorts.
  mutating func finish() throws(InspectionError) {
    let ends = tables.dropFirst().map(\.first) + [result.relocations.count]
    for (table, end) in zip(tables.indices, ends) where tables[table].first < end {
      let places = tables[table].first..<end
      if tables[table].hasAddends {
        for place in places {
          try aim(place, of: table, addend: result.relocations.entries[place].addend)
        }
      } else {
        try readAddends(places, of: table)
      }
    }
    result.relocations.entries.sort { $0.offset < $1.offset }
  }

  /// Reads implicit addends from the bytes of the section, if it has any.
  private mutating func readAddends(_ places: Range<Int>, of table: Int) throws(InspectionError) {
    let encoding = file.header.encoding
    try file.withBytes(of: section) { bytes throws(InspectionError) in
      for place in places {
        let entry = result.relocations.entries[place]
        var fields = FieldReader(encoding, at: Int(clamping: entry.offset))
        let word = fields.signedAddress(bytes)
        let isAddend =
          fields.isInside && RelocationTypes.fillsWord(entry.type, machine: file.header.machine)
        try aim(place, of: table, addend: isAddend ? word : nil)
      }
    }
  }

  /// Replaces a symbol's index by a target.
  private mutating func aim(_ place: Int, of table: Int, addend: Int64?) throws(InspectionError) {
    let symbolIndex = result.relocations.entries[place].target
    let target = try target(symbolIndex, of: table, hasAddend: addend != nil)
    result.relocations.entries[place].target = target
    result.relocations.entries[place].addend = addend ?? 0
    if symbolIndex != 0, result.relocations.targets[Int(target)].symbol == nil {
      problem(
        "a relocation names no symbol of its table",
        section.offset &+ result.relocations.entries[place].offset, UInt64(symbolIndex))
    }
  }

  private mutating func target(
    _ symbolIndex: UInt32, of table: Int, hasAddend: Bool
  ) throws(InspectionError) -> UInt32 {
    let key = UInt64(symbolIndex) << 1 | (hasAddend ? 1 : 0)
    if let known = tables[table].targets[key] { return known }
    var symbol: String?
    if symbolIndex != 0, let symbols = tables[table].symbols {
      symbol = try file.symbolName(UInt64(symbolIndex), in: symbols)
    }
    let target = UInt32(result.relocations.targets.count)
    result.relocations.targets.append(
      RelocationList.Target(symbolIndex: symbolIndex, symbol: symbol, hasAddend: hasAddend))
    tables[table].targets[key] = target
    return target
  }

  private func symbolTable(of table: Section) throws(InspectionError) -> Section? {
    guard let symbols = try file.section(table.link),
      symbols.type == SectionType.symbols || symbols.type == SectionType.dynamicSymbols
    else { return nil }
    return symbols
  }

  private mutating func problem(_ text: String, _ offset: UInt64, _ value: UInt64) {
    result.problems.append(
      InspectionError(.malformedRelocation, text, offset: offset, value: value))
  }
}
