// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The dynamic segment of a linked file (gABI, "Dynamic Section").
///
/// Each of its tables is read once.
final class DynamicSegment {
  enum Tag {
    static let needed: UInt64 = 1
    static let pltByteCount: UInt64 = 2
    static let hash: UInt64 = 4
    static let stringTable: UInt64 = 5
    static let symbolTable: UInt64 = 6
    static let rela: UInt64 = 7
    static let relaByteCount: UInt64 = 8
    static let stringByteCount: UInt64 = 10
    static let soname: UInt64 = 14
    static let rPath: UInt64 = 15
    static let rel: UInt64 = 17
    static let relByteCount: UInt64 = 18
    static let plt: UInt64 = 23
    static let runPath: UInt64 = 29
    static let packedRelocations: UInt64 = 36
    static let gnuHash: UInt64 = 0x6fff_fef5
    static let versionNumbers: UInt64 = 0x6fff_fff0
    static let flags1: UInt64 = 0x6fff_fffb
    static let versionDefinitions: UInt64 = 0x6fff_fffc
    static let versionNeeds: UInt64 = 0x6fff_fffe
    static let filter: UInt64 = 0x7fff_ffff
  }

  /// The flag DF_1_PIE.
  private static let isProgram: UInt64 = 0x0800_0000

  private(set) var values: [UInt64: UInt64] = [:]
  /// The string offsets of DT_NEEDED, which can occur several times.
  private(set) var needed: [UInt64] = []
  private var stringsOnce: [UInt8]?
  private var symbolsOnce: LoadedRange?
  private var symbolNames: [UInt64: String?] = [:]

  init(_ file: ELFFile) throws(InspectionError) {
    guard let segment = try file.segments().last(where: { $0.type == Segment.dynamic }) else {
      return
    }
    let bytes = try file.bytes(of: segment)
    var fields = FieldReader(file.header.encoding)
    while true {
      let (tag, value) = (fields.address(bytes.span), fields.address(bytes.span))
      guard fields.isInside, tag != 0 else { return }
      values[tag] = value
      if tag == Tag.needed { needed.append(value) }
    }
  }

  /// Whether it is marked as a program (`-pie`).
  var isProgram: Bool { (values[Tag.flags1] ?? 0) & Self.isProgram != 0 }

  /// The bytes of a table; empty if the file does not have it.
  func table(_ start: UInt64, _ size: UInt64, of file: ELFFile) throws(InspectionError) -> [UInt8] {
    guard let address = values[start], let byteCount = values[size],
      byteCount <= SectionTableLimits.sectionByteCount,
      let offset = try file.fileOffset(ofAddress: address, byteCount: byteCount)
    else { return [] }
    return try file.bytes(at: offset, count: byteCount)
  }

  /// The string at an offset of the string table; nil if it is outside or
  /// unterminated.
  func string(at offset: UInt64, of file: ELFFile) throws(InspectionError) -> String? {
    try bytes(at: offset, of: file, longest: Symbol.longestName).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The bytes of a list of folders, which need not be UTF-8 and can be many.
  func folders(at offset: UInt64, of file: ELFFile) throws(InspectionError) -> [UInt8]? {
    try bytes(at: offset, of: file, longest: 1 << 20).map { Array($0) }
  }

  private func bytes(
    at offset: UInt64, of file: ELFFile, longest: Int
  ) throws(InspectionError) -> ArraySlice<UInt8>? {
    if stringsOnce == nil {
      stringsOnce = try table(Tag.stringTable, Tag.stringByteCount, of: file)
    }
    guard let strings = stringsOnce, offset < UInt64(strings.count) else { return nil }
    let rest = strings[Int(offset)...].prefix(longest + 1)
    guard let end = rest.firstIndex(of: 0) else { return nil }
    try file.budget.take(byteCount: UInt64(end) - offset)
    return rest[..<end]
  }

  /// The name of a symbol; nil for a bad index, and for a name outside the
  /// string table.
  func symbolName(_ index: UInt64, of file: ELFFile) throws(InspectionError) -> String? {
    if let known = symbolNames[index] { return known }
    let name = try readSymbolName(index, of: file)
    symbolNames[index] = .some(name)
    return name
  }

  private func readSymbolName(
    _ index: UInt64, of file: ELFFile
  ) throws(InspectionError) -> String? {
    let entry = UInt64(Symbol.entryByteCount(file.header.encoding))
    if symbolsOnce == nil, let address = values[Tag.symbolTable] {
      symbolsOnce = try file.loadedRange(from: address)
    }
    // The segment does not say how many symbols there are.
    guard let symbols = symbolsOnce, index < symbols.byteCount / entry else { return nil }
    let bytes = try file.bytes(at: symbols.offset + index * entry, count: entry)
    guard let symbol = Symbol(in: bytes.span, at: 0, file.header.encoding) else { return nil }
    return try string(at: symbol.nameOffset, of: file)
  }
}

extension ELFFile {
  func dynamicSegment() throws(InspectionError) -> DynamicSegment {
    if let dynamicSegmentOnce { return dynamicSegmentOnce }
    let segment = try DynamicSegment(self)
    dynamicSegmentOnce = segment
    return segment
  }

  /// The names of the libraries that it needs.
  func neededLibraries() throws(InspectionError) -> [String] {
    let dynamic = try dynamicSegment()
    return try dynamic.needed.map { offset throws(InspectionError) in
      try dynamic.string(at: offset, of: self)
    }.compactMap(\.self)
  }

  /// The file for the search for its libraries.
  func searched(
    at path: Path
  ) throws(InspectionError) -> (kind: MachineKind, image: LibrarySearch.Image) {
    let dynamic = try dynamicSegment()
    func text(_ tag: UInt64) throws(InspectionError) -> [UInt8]? {
      guard let offset = dynamic.values[tag] else { return nil }
      return try dynamic.folders(at: offset, of: self)
    }
    // A name without a slash is one in the current folder.
    let origin = path.folder.bytes.isEmpty ? Path(".") : path.folder
    let image = LibrarySearch.Image(
      origin: origin.bytes, rPath: try text(DynamicSegment.Tag.rPath),
      runPath: try text(DynamicSegment.Tag.runPath),
      flags: dynamic.values[DynamicSegment.Tag.flags1])
    return (MachineKind(try bytes(at: 0, count: UInt64(MachineKind.byteCount))), image)
  }
}
