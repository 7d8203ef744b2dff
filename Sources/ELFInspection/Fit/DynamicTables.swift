// SPDX-License-Identifier: Apache-2.0

/// The tables that the dynamic linker reads from a file: names of libraries,
/// and symbols.
final class DynamicTables {
  /// A symbol that a relocation needs.
  struct Reference {
    let name: String
    /// Whether it is defined here and protected, so that no other definition is used.
    let isOwn: Bool
  }

  private(set) var soname: Path?
  /// The names of needed libraries, in order.
  private(set) var needed: [Path] = []
  /// The folders to search for needed libraries, as written.
  private(set) var rPath: [UInt8]?
  private(set) var runPath: [UInt8]?
  private(set) var isProgram = false
  private(set) var isNotForOpening = false

  private unowned let file: LoadableFile
  private var values: [UInt64: UInt64] = [:]
  private var strings: [UInt8] = []

  private enum Tag {
    static let (needed, hash, strings, symbols): (UInt64, UInt64, UInt64, UInt64) = (1, 4, 5, 6)
    static let (rela, relaByteCount): (UInt64, UInt64) = (7, 8)
    static let (stringByteCount, soname, rPath): (UInt64, UInt64, UInt64) = (10, 14, 15)
    static let (tableByteCount, table, runPath): (UInt64, UInt64, UInt64) = (2, 23, 29)
    static let (gnuHash, flags1): (UInt64, UInt64) = (0x6fff_fef5, 0x6fff_fffb)
    static let (definitions, needs): (UInt64, UInt64) = (0x6fff_fffc, 0x6fff_fffe)
  }

  /// The most bytes of a table; no library has as many.
  private static let limit = 1 << 28

  init(_ file: LoadableFile) {
    self.file = file
    guard let segment = file.segments.first(where: { $0.type == LoadableFile.Segment.dynamic })
    else { return }
    let bytes = file.bytes(of: segment)
    var names: [UInt64] = []
    for start in stride(from: 0, through: bytes.count - 16, by: 16) {
      let (tag, value) = (bytes.u64(start), bytes.u64(start + 8))
      if tag == 0 { break }
      if tag == Tag.needed { names.append(value) } else { values[tag] = value }
    }
    let flags = values[Tag.flags1] ?? 0
    (isProgram, isNotForOpening) = (flags & 0x0800_0000 != 0, flags & 0x40 != 0)
    strings = table(Tag.strings, Tag.stringByteCount)
    needed = names.map { Path(bytes: string(Int(clamping: $0))) }
    soname = values[Tag.soname].map { Path(bytes: string(Int(clamping: $0))) }
    rPath = values[Tag.rPath].map { string(Int(clamping: $0)) }
    runPath = values[Tag.runPath].map { string(Int(clamping: $0)) }
  }

  private func table(_ start: UInt64, _ byteCount: UInt64) -> [UInt8] {
    guard let address = values[start], let count = values[byteCount] else { return [] }
    return file.loaded(at: address, count: min(Int(clamping: count), Self.limit))
  }

  private func string(_ offset: Int) -> [UInt8] {
    offset < strings.count ? Array(strings[offset...].prefix { $0 != 0 }) : []
  }

  // MARK: Versions

  /// The versions of symbols that it needs of its libraries, in order.
  var neededVersions: [SymbolVersions.Need] { versions(at: Tag.needs)?.needs ?? [] }

  /// The versions of symbols that it has; nil if its symbols have none.
  private(set) lazy var definedVersions = versions(at: Tag.definitions)?.definitions

  private func versions(at tag: UInt64) -> SymbolVersions? {
    guard let address = values[tag], let place = file.place(of: address) else { return nil }
    let bytes = file.bytes(at: place.offset, count: min(place.byteCount, Self.limit))
    return SymbolVersions(bytes) { String(decoding: self.string($0), as: UTF8.self) }
  }

  // MARK: References

  /// The symbols that must be found, here or elsewhere, in the order of the
  /// relocations.
  ///
  /// Symbols that may be missing are left out.
  lazy var references: [Reference] = {
    var seen: Set<UInt32> = []
    var found: [Reference] = []
    let symbols = symbolAddress
    for bytes in [
      table(Tag.rela, Tag.relaByteCount), table(Tag.table, Tag.tableByteCount),
    ] {
      for start in stride(from: 0, through: bytes.count - 24, by: 24) {
        let number = bytes.u32(start + 12)
        guard number != 0, let symbols, seen.insert(number).inserted else { continue }
        let symbol = file.loaded(at: symbols &+ UInt64(number) * 24, count: 24)
        guard symbol.count == 24 else { continue }
        let (binding, visibility) = (symbol[4] >> 4, symbol[5] & 3)
        // Keep global symbols that are neither internal nor hidden.
        guard binding == 1 || binding == 10, visibility != 1, visibility != 2 else { continue }
        found.append(
          Reference(
            name: String(decoding: string(Int(symbol.u32(0))), as: UTF8.self),
            isOwn: symbol.u16(6) != 0 && visibility == 3))
      }
    }
    return found
  }()

  private var symbolAddress: UInt64? { values[Tag.symbols] }

  // MARK: Definitions

  /// Whether the file defines a symbol for others.
  func defines(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return values[Tag.gnuHash] != nil ? gnuTable.finds(bytes, isNamed) : plainFinds(bytes)
  }

  /// Whether a symbol has this name and is a definition.
  private func isNamed(_ number: UInt32, _ name: [UInt8]) -> Bool {
    let at = Int(number) * 24
    guard at + 24 <= allSymbols.count, allSymbols.u16(at + 6) != 0 else { return false }
    let offset = Int(allSymbols.u32(at))
    guard offset + name.count < strings.count, strings[offset + name.count] == 0 else {
      return false
    }
    return strings[offset..<offset + name.count].elementsEqual(name)
  }

  /// The symbol table.
  ///
  /// No entry has its size: it ends at the strings, which linkers place behind it, or
  /// at the end of the segment.
  private lazy var allSymbols: [UInt8] = {
    guard let start = symbolAddress, let place = file.place(of: start) else { return [] }
    let end = values[Tag.strings].map { $0 > start ? Int(clamping: $0 - start) : .max } ?? .max
    return file.bytes(at: place.offset, count: min(place.byteCount, end, Self.limit))
  }()

  private lazy var gnuTable = GNUHashTable(values[Tag.gnuHash] ?? 0, of: file)

  /// Looks up a name in System V's hash table (gABI, "Hash Table").
  private func plainFinds(_ name: [UInt8]) -> Bool {
    guard let address = values[Tag.hash] else { return false }
    let head = file.loaded(at: address, count: 8)
    guard head.count == 8, head.u32(0) > 0 else { return false }
    let (buckets, chains) = (head.u32(0), head.u32(4))
    func word(_ index: UInt64) -> UInt32 {
      let bytes = file.loaded(at: address &+ 8 &+ 4 * index, count: 4)
      return bytes.count == 4 ? bytes.u32(0) : 0
    }
    let hash = name.reduce(UInt32(0)) { hash, byte in
      let next = (hash << 4) &+ UInt32(byte)
      let high = next & 0xf000_0000
      return (next ^ (high >> 24)) & ~high
    }
    var number = word(UInt64(hash % buckets))
    for _ in 0...chains where number != 0 {
      if isNamed(number, name) { return true }
      number = word(UInt64(buckets) + UInt64(number))
    }
    return false
  }
}

/// The hash table DT_GNU_HASH, by which symbols are looked up.
struct GNUHashTable {
  private var words: [UInt8] = []
  private var bucketCount = 0
  private var first = 0
  private var filterCount = 0

  init(_ address: UInt64, of file: LoadableFile) {
    guard let place = file.place(of: address) else { return }
    words = file.bytes(at: place.offset, count: place.byteCount)
    guard words.count >= 16 else { return }
    bucketCount = Int(words.u32(0))
    first = Int(words.u32(4))
    filterCount = Int(words.u32(8))
  }

  func finds(_ name: [UInt8], _ isNamed: (UInt32, [UInt8]) -> Bool) -> Bool {
    let hash = name.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
    let buckets = 16 + filterCount * 8
    guard bucketCount > 0, buckets + bucketCount * 4 <= words.count else { return false }
    var number = Int(words.u32(buckets + Int(hash) % bucketCount * 4))
    guard number >= first else { return false }
    let chains = buckets + bucketCount * 4
    while true {
      let at = chains + (number - first) * 4
      guard at + 4 <= words.count else { return false }
      let found = words.u32(at)
      if found | 1 == hash | 1, isNamed(UInt32(number), name) { return true }
      if found & 1 != 0 { return false }
      number += 1
    }
  }
}
