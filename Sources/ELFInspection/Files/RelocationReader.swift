// SPDX-License-Identifier: Apache-2.0

/// The relocations that apply to one section, with what is wrong with them.
public struct AppliedRelocations: Sendable {
  /// By offset.
  public var relocations: [Relocation] = []
  public var problems: [InspectionError] = []
}

extension ELFFile {
  /// Of an object, the tables that name the section; of a linked file, what falls
  /// into its addresses.
  public func relocations(of section: Section) throws(InspectionError) -> AppliedRelocations {
    var reader = try RelocationReader(file: self, section: section)
    for table in try sections() {
      let appliesByIndex = header.type == .relocatable && table.info == UInt32(section.index)
      let appliesByAddress = header.type != .relocatable && table.isLoaded && section.isLoaded
      guard appliesByIndex || appliesByAddress else { continue }
      do throws(InspectionError) {
        switch table.type {
        case SectionType.rela: try reader.read(table, hasAddends: true)
        case SectionType.rel: try reader.read(table, hasAddends: false)
        case SectionType.relr where appliesByAddress: try reader.readRelative(table)
        default: continue
        }
      } catch {
        // One broken table does not hide the others.
        reader.result.problems.append(error)
      }
    }
    try reader.finish()
    return reader.result
  }
}

private struct RelocationReader {
  let file: ELFFile
  let section: Section
  var result = AppliedRelocations()
  private var symbolTables: [(first: Int, table: Section?)] = []

  /// Uncompressed.
  private let byteCount: UInt64

  init(file: ELFFile, section: Section) throws(InspectionError) {
    self.file = file
    self.section = section
    byteCount = try SectionBytes.check(section, of: file).byteCount
  }

  /// In a linked file, offsets are virtual addresses.
  private var origin: UInt64 { file.header.type == .relocatable ? 0 : section.virtualAddress }
  private var isLinked: Bool { file.header.type != .relocatable }

  mutating func read(_ table: Section, hasAddends: Bool) throws(InspectionError) {
    symbolTables.append((result.relocations.count, try symbolTable(of: table)))
    let header = file.header
    let entry = header.encoding.addressByteCount * (hasAddends ? 3 : 2)
    let (origin, byteCount, isLinked) = (origin, byteCount, isLinked)
    var found = takeFound()
    defer { result.relocations = found }
    var isOutside: UInt64?
    let rest = try file.withBytes(of: table) { bytes in
      // One allocation; what stays unused of it is never touched.
      found.reserveCapacity(found.count + bytes.count / entry)
      for start in stride(from: 0, through: bytes.count - entry, by: entry) {
        var fields = FieldReader(header.encoding, at: start)
        let offset = fields.address(bytes) &- origin
        guard offset < byteCount else {
          if !isLinked { isOutside = offset }
          continue
        }
        let info = RelocationInfo(fields.address(bytes), header)
        found.append(
          Relocation(
            offset: offset, type: info.type, machine: header.machine, symbolIndex: info.symbolIndex,
            addend: hasAddends ? fields.signedAddress(bytes) : nil))
      }
      return bytes.count % entry
    }
    if rest != 0 {
      problem("relocation table \(table.label) ends inside an entry", table.offset, UInt64(rest))
    }
    if let isOutside {
      problem("a relocation lies outside section \(section.label)", table.offset, isOutside)
    }
  }

  /// Words in file order: an even one is an address, an odd one a bit for each
  /// of the 63 or 31 words after it.
  mutating func readRelative(_ table: Section) throws(InspectionError) {
    symbolTables.append((result.relocations.count, nil))
    let header = file.header
    let word = UInt64(header.encoding.addressByteCount)
    let type = RelocationTypes.relative(machine: header.machine)
    let range = (origin, byteCount)
    var found = takeFound()
    defer { result.relocations = found }
    func add(_ address: UInt64) {
      guard address &- range.0 < range.1 else { return }
      found.append(
        Relocation(
          offset: address &- range.0, type: type, machine: header.machine, symbolIndex: 0))
    }
    try file.withBytes(of: table) { bytes in
      var next: UInt64 = 0
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
    }
  }

  /// What is there so far, to append to: without a copy, since it can be large.
  private mutating func takeFound() -> [Relocation] {
    defer { result.relocations = [] }
    return result.relocations
  }

  /// Names and implicit addends, for what applies only.
  mutating func finish() throws(InspectionError) {
    let ends = symbolTables.dropFirst().map(\.first) + [result.relocations.count]
    for ((first, table), end) in zip(symbolTables, ends) {
      for index in first..<end { try name(index, in: table) }
    }
    try addImplicitAddends()
    result.relocations.sort { $0.offset < $1.offset }
  }

  private mutating func name(_ index: Int, in table: Section?) throws(InspectionError) {
    let relocation = result.relocations[index]
    guard relocation.symbolIndex != 0 else { return }
    if let table {
      result.relocations[index].symbol = try file.symbolName(relocation.symbolIndex, in: table)
    }
    if result.relocations[index].symbol == nil {
      problem(
        "a relocation names no symbol of its table", section.offset &+ relocation.offset,
        relocation.symbolIndex)
    }
  }

  private mutating func addImplicitAddends() throws(InspectionError) {
    guard result.relocations.contains(where: { $0.addend == nil }), !section.hasNoBytes else {
      return
    }
    let encoding = file.header.encoding
    let relocations = result.relocations
    result.relocations = try file.withBytes(of: section) { bytes in
      relocations.map { relocation in
        guard relocation.addend == nil else { return relocation }
        var fields = FieldReader(encoding, at: Int(clamping: relocation.offset))
        let word = fields.signedAddress(bytes)
        var complete = relocation
        complete.addend = fields.isInside ? word : nil
        return complete
      }
    }
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
