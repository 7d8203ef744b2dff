// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import ELFInspection
import GraftDescriptors
import Testing

@Suite("ELF files")
struct ELFFileTests {
  static let encodings = [
    Encoding(byteOrder: .little, is64Bit: true), Encoding(byteOrder: .big, is64Bit: true),
    Encoding(byteOrder: .little, is64Bit: false), Encoding(byteOrder: .big, is64Bit: false),
  ]

  private let descriptor = ExtensionDescriptor(
    protocolName: "Greeter", extensionName: "M.Made", constraints: ["Named"],
    requirements: ["greet(_:)"], priority: -7, source: "M/Made.swift:2")

  private func read(_ image: MadeImage) throws -> (
    found: [LocatedDescriptor], problems: [InspectionError]
  ) {
    let file = try ELFFile(bytes: image.bytes)
    var problems: [InspectionError] = []
    let sections = try file.descriptorSections { problems.append($0) }
    let found = sections.flatMap {
      $0.descriptors(origin: Origin(Path("made")), architecture: "any") { problems.append($0) }
    }
    return (found, problems)
  }

  @Test("reads records")
  func records() throws {
    var image = MadeImage()
    let record = try descriptor.encoded(byteOrder: .little, accessor: 0x1234)
    image.sections = [
      .init(name: "other", bytes: [1]),
      .init(name: "graft_descriptors", bytes: record + Array(repeating: 0, count: 16) + record),
    ]
    let (found, problems) = try read(image)
    #expect(problems.isEmpty)
    #expect(found.map(\.descriptor) == [descriptor, descriptor])
    #expect(found.map(\.offset) == [0, UInt64(record.count + 16)])
    #expect(found.allSatisfy { $0.accessor?.value == 0x1234 && $0.sectionIndex == 2 })
  }

  @Test("reads RELR: addresses and bits", arguments: encodings)
  func relativeRelocations(encoding: Encoding) throws {
    var image = MadeImage(encoding: encoding)
    let word = encoding.is64Bit ? 8 : 4
    let size = UInt64(word)
    let base: UInt64 = 0x1000
    image.sections = [
      .init(
        name: "data", address: base,
        bytes: image.words((0..<32).map { $0 + 1 }, byteCount: word)),
      .init(
        name: ".relr.dyn", type: 19,
        // The first word; then bits 1 and 3: the second and the fourth.
        bytes: image.words([base, 0b1011], byteCount: word)),
    ]
    let file = try ELFFile(bytes: image.bytes)
    let section = try #require(try file.sections(named: "data").first)
    let applied = try file.relocations(of: section)
    #expect(applied.problems.isEmpty)
    #expect(applied.relocations.map(\.offset) == [0, size, 3 * size])
    #expect(applied.relocations.map(\.addend) == [1, 2, 4])
  }

  /// The size of the parts in which tables are read.
  private static let partByteCount = 1 << 16

  @Test("reads RELR across the parts of a table", arguments: encodings)
  func manyRelativeRelocations(encoding: Encoding) throws {
    var image = MadeImage(encoding: encoding)
    let word = encoding.is64Bit ? 8 : 4
    let base: UInt64 = 0x10000
    let count = 2 * Self.partByteCount / word
    func address(_ index: Int) -> UInt64 { base + UInt64(index * word) }
    // One alone, then pairs of an address and the bit of the word after it: the border
    // of the parts lies inside a pair.
    var entries = [address(0)]
    for index in stride(from: 1, to: count, by: 2) { entries += [address(index), 0b11] }
    image.sections = [
      .init(
        name: "data", address: base,
        bytes: image.words((0...UInt64(count)).map { $0 + 1 }, byteCount: word)),
      .init(name: ".relr.dyn", type: 19, bytes: image.words(entries, byteCount: word)),
    ]
    let file = try ELFFile(bytes: image.bytes)
    let applied = try file.relocations(of: try #require(file.sections(named: "data").first))
    #expect(applied.problems.isEmpty)
    #expect(applied.relocations.map(\.offset) == (0...count).map { UInt64($0 * word) })
    #expect(applied.relocations.map(\.addend) == (0...count).map { Int64($0 + 1) })
  }

  @Test("reads a table across its parts, and what is there of one that is cut off")
  func manyRelocations() throws {
    var image = MadeImage()
    image.type = 1
    let count = UInt64(2 * Self.partByteCount / 24)
    // The entries go from the last to the first; every other one names a bad
    // symbol.
    var entries: [UInt64] = []
    for index in (0..<count).reversed() {
      let symbolIndex: UInt64 = index % 2 * 9
      entries += [8 * index, symbolIndex << 32 | 1, 3 * index]
    }
    image.sections = [
      .init(name: "data", bytes: Array(repeating: 0, count: Int(8 * count))),
      .init(
        name: ".rela", type: 4, info: 1, bytes: image.words(entries, byteCount: 8) + [1, 2, 3]),
    ]
    let file = try ELFFile(bytes: image.bytes)
    let applied = try file.relocations(of: try #require(file.sections(named: "data").first))
    #expect(applied.relocations.map(\.offset) == (0..<count).map { 8 * $0 })
    #expect(applied.relocations.map(\.addend) == (0..<count).map { Int64(3 * $0) })
    #expect(applied.relocations.map(\.symbolIndex) == (0..<count).map { $0 % 2 * 9 })
    #expect(applied.relocations.allSatisfy { $0.symbol == nil && $0.type == 1 })
    #expect(applied.problems.first?.text == "relocation table \".rela\" ends inside an entry")
    #expect(applied.problems.count == 1 + Int(count) / 2)
    #expect(applied.problems.dropFirst().allSatisfy { $0.value == 9 })
  }

  @Test("a bad symbol index keeps the relocation, without a name")
  func badSymbol() throws {
    var image = MadeImage()
    image.type = 1
    let record = try descriptor.encoded()
    image.sections = [
      .init(name: "graft_descriptors", bytes: record),
      .init(
        name: ".rela", type: 4, link: 3, info: 1,
        bytes: image.words([8, 99 << 32 | 1, 0], byteCount: 8)),
      .init(name: ".symtab", type: 2, link: 4, bytes: Array(repeating: 0, count: 24)),
    ]
    let (found, problems) = try read(image)
    #expect(found.count == 1 && found.first?.accessor == nil)
    #expect(problems.contains { $0.code == .malformedRelocation && $0.value == 99 })
  }

  @Test("a broken table of relocations does not hide another")
  func brokenTable() throws {
    var image = MadeImage()
    image.type = 1
    let entry = image.words([8, 1, 0x40], byteCount: 8)
    image.sections = [
      .init(name: "data", bytes: Array(repeating: 0, count: 16)),
      .init(name: ".rela.first", type: 4, info: 1, bytes: entry),
      .init(name: ".rela.broken", type: 4, flags: 1 << 11, info: 1, bytes: [1]),
      .init(name: ".rela.last", type: 4, info: 1, bytes: entry),
    ]
    let file = try ELFFile(bytes: image.bytes)
    let applied = try file.relocations(of: try #require(file.sections(named: "data").first))
    #expect(applied.relocations.map(\.offset) == [8, 8])
    #expect(applied.relocations.map(\.addend) == [0x40, 0x40])
    #expect(applied.problems.map(\.code) == [.malformedSection])
  }

  @Test("an empty slot without a relocation keeps its row")
  func emptySlot() throws {
    var image = MadeImage()
    image.sections = [.init(name: "graft_descriptors", bytes: try descriptor.encoded())]
    let (found, problems) = try read(image)
    #expect(found.map(\.descriptor) == [descriptor] && found.first?.accessor == nil)
    #expect(problems.map(\.code) == [.malformedRecord])
  }

  @Test("a section table outside the file is an error, never no sections")
  func truncated() throws {
    let bytes = MadeImage(sections: [.init(name: "a", bytes: [1])]).bytes
    for count in [64, bytes.count / 2, bytes.count - 1] {
      let error = #expect(throws: InspectionError.self) {
        try ELFFile(bytes: Array(bytes[..<count]))
      }
      #expect(error?.code == .sectionTableOutside)
    }
    #expect(throws: InspectionError.self) { try ELFFile(bytes: Array(bytes[..<30])) }
  }

  @Test("more sections than are read is an error before libelf allocates for them")
  func tooMany() throws {
    var bytes = MadeImage(sections: [.init(name: "a", bytes: [1])]).bytes
    let table = Int(bytes[40]) | Int(bytes[41]) << 8
    // e_shnum 0: sh_size of section 0 has the count.
    bytes[60] = 0
    bytes[table + 32 + 2] = 3
    bytes += Array(repeating: 0, count: 64 * 0x30000)
    let error = #expect(throws: InspectionError.self) { try ELFFile(bytes: bytes) }
    #expect(error?.code == .tooLarge && error?.value == 0x30000)
  }

  @Test("a section outside the file does not hide the others")
  func sectionOutside() throws {
    var image = MadeImage()
    let record = try descriptor.encoded(accessor: 1)
    image.sections = [
      .init(name: "graft_descriptors", bytes: record),
      .init(name: "graft_descriptors", bytes: record),
    ]
    var bytes = image.bytes
    let table = Int(bytes[40]) | Int(bytes[41]) << 8
    bytes[table + 64 + 24 + 4] = 1
    let file = try ELFFile(bytes: bytes)
    var problems: [InspectionError] = []
    let sections = try file.descriptorSections { problems.append($0) }
    #expect(sections.count == 1 && problems.map(\.code) == [.malformedSection])
  }

  @Test("sizes of compressed sections are checked before they are uncompressed")
  func compressed() throws {
    var image = MadeImage()
    func section(_ type: UInt64, _ size: UInt64) -> MadeImage.MadeSection {
      .init(
        name: "packed", flags: 1 << 11,
        bytes: image.words([type, 0], byteCount: 4) + image.words([size, 1], byteCount: 8))
    }
    // The data after the header is not zlib's, which libelf finds out.
    let most: UInt64 = 1 << 22
    image.sections = [
      section(1, 1 << 40), section(2, 8), section(9, 8), section(1, most), section(1, most),
    ]
    let file = try ELFFile(bytes: image.bytes)
    let errors = try file.sections(named: "packed").map { packed in
      #expect(throws: InspectionError.self) { try file.withBytes(of: packed) { $0.count } }
    }
    #expect(errors.map(\.?.code) == [.tooLarge, .unsupported, .unsupported, .libelf, .tooLarge])
    #expect(errors.last??.text.contains("objcopy --decompress-debug-sections") == true)
  }

  @Test(
    "names architectures as target triples do",
    arguments: [
      (8, 0, "mips64el"), (8, 1, "mips64"), (8, 3, "mips"), (21, 0, "powerpc64le"),
      (22, 1, "s390x"), (62, 0, "x86_64"), (183, 0, "aarch64"), (9999, 0, "machine-9999"),
    ])
  func architecture(machine: UInt16, encoding: Int, name: String) throws {
    let image = MadeImage(encoding: Self.encodings[encoding], machine: machine)
    #expect(try ELFFile(bytes: image.bytes).header.architecture == name)
  }
}
