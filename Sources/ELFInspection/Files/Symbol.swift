// SPDX-License-Identifier: Apache-2.0

/// An entry of a symbol table (gABI, "Symbol Table").
struct Symbol {
  /// The name's offset in the string table of the symbol table.
  var nameOffset: UInt64
  var info: UInt8
  var sectionIndex: UInt16
  var value: UInt64
  /// The size in bytes; 0 if it is unknown.
  var byteCount: UInt64

  /// The most bytes of a name that are shown; every relocation can name the
  /// same symbol.
  static let longestName = 1 << 12
  static let sectionType: UInt8 = 3
  private static let fileType: UInt8 = 4
  /// The value SHN_XINDEX.
  static let extendedSectionIndex: UInt16 = 0xffff
  private static let globalBinding: UInt8 = 1
  private static let weakBinding: UInt8 = 2

  var isSection: Bool { info & 0xf == Self.sectionType }
  /// Whether it names something that the file defines, not a section or source
  /// file.
  var isDefinition: Bool {
    sectionIndex != 0 && info & 0xf != Self.sectionType && info & 0xf != Self.fileType
  }
  /// Whether it is a variable (STT_OBJECT).
  var isVariable: Bool { isDefinition && info & 0xf == 1 }
  /// Whether it is a function (STT_FUNC, STT_GNU_IFUNC).
  var isFunction: Bool { isDefinition && (info & 0xf == 2 || info & 0xf == 10) }
  var isGlobal: Bool { info >> 4 == Self.globalBinding || info >> 4 == Self.weakBinding }

  static func entryByteCount(_ encoding: Encoding) -> Int { encoding.is64Bit ? 24 : 16 }

  /// Reads the symbol at an index; nil beyond the end of the table.
  init?(in bytes: Span<UInt8>, at index: UInt64, _ encoding: Encoding) {
    let entry = Self.entryByteCount(encoding)
    guard index < UInt64(bytes.count / entry) else { return nil }
    let start = Int(index) * entry
    var fields = FieldReader(encoding, at: start)
    nameOffset = UInt64(fields.u32(bytes))
    if encoding.is64Bit {
      info = bytes[start + 4]
      fields.offset = start + 6
      sectionIndex = fields.u16(bytes)
      value = fields.u64(bytes)
      byteCount = fields.u64(bytes)
    } else {
      value = UInt64(fields.u32(bytes))
      byteCount = UInt64(fields.u32(bytes))
      info = bytes[start + 12]
      fields.offset = start + 14
      sectionIndex = fields.u16(bytes)
    }
  }
}

/// The names of the symbols that a file defines.
struct DefinedNames {
  /// Global names, weak ones included.
  var global: Set<String> = []
  /// Local names; in a linked file also those that objects had hidden.
  var local: Set<String> = []
  /// Whether the file has its full symbol table; it may be stripped.
  var isWhole = false
}

extension ELFFile {
  /// A symbol's label: the start of its name, or its section's name for a
  /// section symbol; nil if an index or offset is bad.
  func symbolName(_ index: UInt64, in table: Section) throws(InspectionError) -> String? {
    guard let symbol = try symbol(index, in: table) else { return nil }
    var name: String?
    if symbol.isSection, symbol.nameOffset == 0 {
      name = try sectionIndex(symbol, index, in: table).flatMap { index throws(InspectionError) in
        try section(index)?.name
      }
    } else {
      name = try string(in: Int(table.link), at: symbol.nameOffset)
    }
    return name?.abbreviated(to: Symbol.longestName)
  }

  /// The symbol's section.
  ///
  /// If there are too many sections for the symbol's 16 bits, a separate table has
  /// the index.
  private func sectionIndex(
    _ symbol: Symbol, _ index: UInt64, in table: Section
  ) throws(InspectionError) -> UInt32? {
    guard symbol.sectionIndex == Symbol.extendedSectionIndex else {
      return UInt32(symbol.sectionIndex)
    }
    guard let place = try relations().symbolSections[UInt32(table.index)],
      let indices = try self.section(UInt32(place))
    else { return nil }
    return try withBytes(of: indices) { bytes in
      var fields = FieldReader(header.encoding, at: Int(index) * 4)
      let section = fields.u32(bytes)
      return fields.isInside ? section : nil
    }
  }

  private func symbol(_ index: UInt64, in table: Section) throws(InspectionError) -> Symbol? {
    try withBytes(of: table) { bytes in Symbol(in: bytes, at: index, header.encoding) }
  }

  /// Calls `visit` with each symbol that the file defines, and its name; some come twice.
  ///
  /// - Parameter types: the types of the symbol tables.
  func eachDefinedSymbol(
    of types: [UInt32] = [SectionType.symbols, SectionType.dynamicSymbols],
    _ visit: (Symbol, UnsafeBufferPointer<UInt8>) -> Void
  ) throws(InspectionError) {
    for table in try sections() where types.contains(table.type) {
      try withBytes(of: table) { bytes throws(InspectionError) in
        let count = UInt64(bytes.count / Symbol.entryByteCount(header.encoding))
        for index in 1..<max(1, count) {
          guard let symbol = Symbol(in: bytes, at: index, header.encoding), symbol.isDefinition
          else { continue }
          _ = try withString(in: Int(table.link), at: symbol.nameOffset) { visit(symbol, $0) }
        }
      }
    }
  }

  /// The names that the file's symbol tables define.
  func definedNames() throws(InspectionError) -> DefinedNames {
    var names = DefinedNames()
    names.isWhole = try sections().contains { $0.type == SectionType.symbols }
    try eachDefinedSymbol { symbol, bytes in
      guard !bytes.isEmpty else { return }
      let name = String(decoding: bytes, as: UTF8.self)
      if symbol.isGlobal { names.global.insert(name) } else { names.local.insert(name) }
    }
    return names
  }

  /// The address of a variable of at least this size that the file defines.
  ///
  /// - Parameter name: the name, in the table of all symbols or of the dynamic ones.
  func address(ofVariable name: String, byteCount: UInt64) throws(InspectionError) -> UInt64? {
    var address: UInt64?
    try eachDefinedSymbol { symbol, bytes in
      guard address == nil, symbol.isVariable, symbol.byteCount >= byteCount,
        bytes.elementsEqual(name.utf8)
      else { return }
      address = symbol.value
    }
    return address
  }
}
