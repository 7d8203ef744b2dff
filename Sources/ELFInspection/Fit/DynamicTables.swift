// SPDX-License-Identifier: Apache-2.0

/// The tables that the dynamic linker reads from a file: names of libraries,
/// and symbols.
final class DynamicTables {
  /// A symbol that a relocation needs.
  struct Reference {
    let name: String
    /// Whether it is defined here and protected, so that no other definition is used.
    let isOwn: Bool
    /// Nil if any version will do.
    let version: SymbolVersions.Wanted?
  }

  private(set) var soname: Path?
  /// The names of needed libraries, and of those that a filter stands for, in order.
  private(set) var needed: [Path] = []
  /// The folders to search for needed libraries, as written.
  private(set) var rPath: [UInt8]?
  private(set) var runPath: [UInt8]?
  /// The value of DT_FLAGS_1.
  private(set) var flags: UInt64 = 0
  private(set) var isProgram = false
  private(set) var isNotForOpening = false

  private unowned let file: LoadableFile
  private var values: [UInt64: UInt64] = [:]
  private var strings: [UInt8] = []
  /// The bytes of strings that may still be read: names that share bytes could have any number.
  private lazy var stringBudget = ReadingBudget(fileByteCount: UInt64(file.byteCount))
  /// The entries of hash tables and bytes of names that lookups may still compare; an ordinary one
  /// takes some five entries.
  private var lookupBudget = 1 << 28
  /// Whether its strings overlap, or its symbols share buckets, so much that some were not read.
  var isOverdrawn: Bool { stringBudget.isExhausted || lookupBudget < 0 }

  private typealias Tag = DynamicSegment.Tag

  /// The most bytes of a table; no library has as many.
  private static let limit = 1 << 28

  init(_ file: LoadableFile) {
    self.file = file
    guard let segment = file.segments.last(where: { $0.type == Segment.dynamic })
    else { return }
    let bytes = file.bytes(of: segment)
    var names: [UInt64] = []
    for start in stride(from: 0, through: bytes.count - 16, by: 16) {
      let (tag, value) = (bytes.u64(start), bytes.u64(start + 8))
      if tag == 0 { break }
      if [Tag.needed, Tag.filter].contains(tag) {
        names.append(value)
      } else {
        values[tag] = value
      }
    }
    flags = values[Tag.flags1] ?? 0
    (isProgram, isNotForOpening) = (flags & 0x0800_0000 != 0, flags & 0x40 != 0)
    strings = table(Tag.stringTable, Tag.stringByteCount)
    needed = names.map { Path(bytes: name(Int(clamping: $0))) }
    soname = values[Tag.soname].map { Path(bytes: name(Int(clamping: $0))) }
    rPath = values[Tag.rPath].map { string(Int(clamping: $0)) }
    runPath = values[Tag.runPath].map { string(Int(clamping: $0)) }
  }

  private func table(_ start: UInt64, _ byteCount: UInt64) -> [UInt8] {
    guard let address = values[start], let count = values[byteCount] else { return [] }
    return file.loaded(at: address, count: min(Int(clamping: count), Self.limit))
  }

  private func string(_ offset: Int) -> [UInt8] {
    offset < strings.count && !isOverdrawn ? taken(strings[offset...].prefix { $0 != 0 }) : []
  }

  /// A string, or nothing if the strings before it were too many.
  private func taken(_ string: ArraySlice<UInt8>) -> [UInt8] {
    (try? stringBudget.take(byteCount: UInt64(string.count))) == nil ? [] : Array(string)
  }

  /// The name of a file or of a version, of which a table can have any number; empty if no path is
  /// as long.
  private func name(_ offset: Int) -> [UInt8] {
    guard offset < strings.count, !isOverdrawn else { return [] }
    let name = strings[offset...].prefix(Self.longestName + 1).prefix { $0 != 0 }
    let taken = taken(name)
    return name.count > Self.longestName ? [] : taken
  }

  /// The most bytes of a path (`PATH_MAX`).
  private static let longestName = 4096

  // MARK: Versions

  /// The versions of symbols that it needs of its libraries, in order.
  private(set) lazy var neededVersions = versions(at: Tag.versionNeeds)?.needs ?? []

  /// The versions of symbols that it has; nil if its symbols have none.
  private(set) lazy var definedVersions = versions(at: Tag.versionDefinitions).map {
    Set($0.definitions.map(\.version))
  }

  /// Whether it has relative relocations in the packed form.
  var hasPackedRelocations: Bool { values[Tag.packedRelocations] != nil }

  private lazy var versionsByNumber: [UInt16: SymbolVersions.Wanted] = {
    var found: [UInt16: SymbolVersions.Wanted] = [:]
    for need in neededVersions {
      found[need.number & 0x7fff] = SymbolVersions.Wanted(
        name: need.version, isExact: need.number & 0x8000 != 0)
    }
    for one in versions(at: Tag.versionDefinitions)?.definitions ?? [] where !one.isOfFile {
      found[one.number] = SymbolVersions.Wanted(name: one.version, isExact: false)
    }
    return found
  }()

  /// The number of a symbol's version, with the highest bit for one that only that version leads to;
  /// nil if the file's symbols have none.
  private func versionNumber(_ symbol: UInt32) -> UInt16? {
    guard let start = values[Tag.versionNumbers] else { return nil }
    let bytes = file.loaded(at: start &+ UInt64(symbol) * 2, count: 2)
    return bytes.count == 2 ? bytes.u16(0) : nil
  }

  private func versions(at tag: UInt64) -> SymbolVersions? {
    guard let address = values[tag], let place = file.place(of: address) else { return nil }
    let bytes = file.bytes(at: place.offset, count: min(place.byteCount, Self.limit))
    return SymbolVersions(bytes) { String(decoding: self.name($0), as: UTF8.self) }
  }

  // MARK: References

  /// The symbols that must be found, here or elsewhere, in the order of the
  /// relocations.
  ///
  /// Symbols that may be missing are left out.
  lazy var references: [Reference] = {
    var seen: Set<UInt32> = []
    return relocations.compactMap { seen.insert($0.symbol).inserted ? reference($0.symbol) : nil }
  }()

  /// The thread-local variables that must be where every thread has them from its start; nil for
  /// those of this file that have no symbol.
  var staticVariables: [Reference?] {
    let (offset64, offset32): (UInt32, UInt32) = (18, 23)
    return relocations.filter { [offset64, offset32].contains($0.type) }.map {
      reference($0.symbol)
    }
  }

  private var relocations: [(type: UInt32, symbol: UInt32)] {
    [table(Tag.rela, Tag.relaByteCount), table(Tag.plt, Tag.pltByteCount)].flatMap { bytes in
      stride(from: 0, through: bytes.count - 24, by: 24).map {
        (bytes.u32($0 + 8), bytes.u32($0 + 12))
      }
    }
  }

  private func reference(_ number: UInt32) -> Reference? {
    guard number != 0, let symbols = values[Tag.symbolTable] else { return nil }
    let symbol = file.loaded(at: symbols &+ UInt64(number) * 24, count: 24)
    guard symbol.count == 24 else { return nil }
    let (binding, visibility) = (symbol[4] >> 4, symbol[5] & 3)
    // Keep global symbols that are neither internal nor hidden.
    guard binding == 1 || binding == 10, visibility != 1, visibility != 2 else { return nil }
    return Reference(
      name: String(decoding: string(Int(symbol.u32(0))), as: UTF8.self),
      isOwn: symbol.u16(6) != 0 && visibility == 3,
      version: versionNumber(number).flatMap { versionsByNumber[$0 & 0x7fff] })
  }

  // MARK: Definitions

  /// Whether the file defines a symbol for others (`check_match` in glibc's `elf/dl-lookup.c`).
  ///
  /// One that is overdrawn defines nothing.
  func defines(_ name: String, _ wanted: SymbolVersions.Wanted? = nil) -> Bool {
    if isOverdrawn { return false }
    let bytes = Array(name.utf8)
    let (numbers, entryCount) =
      values[Tag.gnuHash] != nil ? gnuTable.numbers(bytes) : plainTable.numbers(bytes)
    lookupBudget -= entryCount
    var defaults = 0
    for (index, number) in numbers.enumerated() {
      // The first one mostly has the name.
      if index > 0 { lookupBudget -= Self.versionCost + bytes.count }
      if isOverdrawn { return false }
      guard isNamed(number, bytes) else { continue }
      guard let version = versionNumber(number) else { return true }
      let (known, isDefault) = (versionsByNumber[version & 0x7fff], version & 0x8000 == 0)
      if let wanted {
        if known?.name == wanted.name { return true }
        if !wanted.isExact, known == nil, isDefault { return true }
      } else if version & 0x7fff < 3 {
        return true
      } else if isDefault {
        defaults += 1
      }
    }
    return defaults == 1
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
    guard let start = values[Tag.symbolTable] else { return [] }
    let end = values[Tag.stringTable].map { $0 > start ? Int(clamping: $0 - start) : .max } ?? .max
    return file.loaded(at: start, count: min(end, Self.limit))
  }()

  /// The entries that take as long as reading a symbol's version from the file.
  private static let versionCost = 1 << 8

  private lazy var gnuTable = GNUHashTable(file.loaded(at: values[Tag.gnuHash] ?? 0, count: .max))
  private lazy var plainTable = PlainHashTable(
    values[Tag.hash].map { file.loaded(at: $0, count: .max) } ?? [])
}

/// System V's hash table DT_HASH (gABI, "Hash Table").
struct PlainHashTable {
  private let words: [UInt8]
  private let (bucketCount, chainCount): (Int, Int)

  /// - Parameter words: the table, and perhaps what follows.
  init(_ words: [UInt8]) {
    let isWhole = words.count >= 8
    self.words = words
    (bucketCount, chainCount) = isWhole ? (Int(words.u32(0)), Int(words.u32(4))) : (0, 0)
  }

  /// The numbers of symbols that may have a name, and the number of entries that were read.
  func numbers(_ name: [UInt8]) -> (numbers: [UInt32], entryCount: Int) {
    guard bucketCount > 0 else { return ([], 0) }
    let hash = name.reduce(UInt32(0)) { hash, byte in
      let next = (hash << 4) &+ UInt32(byte)
      let high = next & 0xf000_0000
      return (next ^ (high >> 24)) & ~high
    }
    func word(_ index: Int) -> UInt32 {
      let at = 8 + 4 * index
      return at + 4 <= words.count ? words.u32(at) : 0
    }
    var found: [UInt32] = []
    var number = word(Int(hash) % bucketCount)
    // A chain can lead back to itself.
    while number != 0, found.count <= min(chainCount, words.count / 4) {
      found.append(number)
      number = word(bucketCount + Int(number))
    }
    return (found, found.count + 1)
  }
}

/// The hash table DT_GNU_HASH, by which symbols are looked up.
struct GNUHashTable {
  private let words: [UInt8]
  private let (bucketCount, first, filterCount): (Int, Int, Int)

  /// - Parameter words: the table and what follows; it does not say where it ends.
  init(_ words: [UInt8]) {
    let isWhole = words.count >= 16
    self.words = words
    bucketCount = isWhole ? Int(words.u32(0)) : 0
    first = isWhole ? Int(words.u32(4)) : 0
    filterCount = isWhole ? Int(words.u32(8)) : 0
  }

  /// The numbers of symbols that may have a name, and the number of entries that were read.
  func numbers(_ name: [UInt8]) -> (numbers: [UInt32], entryCount: Int) {
    let hash = name.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
    let buckets = 16 + filterCount * 8
    guard bucketCount > 0, buckets + bucketCount * 4 <= words.count else { return ([], 0) }
    let start = Int(words.u32(buckets + Int(hash) % bucketCount * 4))
    guard start >= first else { return ([], 1) }
    let chains = buckets + bucketCount * 4
    var candidates: [UInt32] = []
    var number = start
    while true {
      let at = chains + (number - first) * 4
      let entryCount = number - start + 2
      guard at + 4 <= words.count, let symbol = UInt32(exactly: number) else {
        return (candidates, entryCount)
      }
      let found = words.u32(at)
      if found | 1 == hash | 1 { candidates.append(symbol) }
      if found & 1 != 0 { return (candidates, entryCount) }
      number += 1
    }
  }
}
