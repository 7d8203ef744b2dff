// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
@testable import ELFInspection
import GraftDescriptors
import Testing

/// Sections, segments and names of a crafted file lie over the same bytes: what is read
/// is a multiple of the file's size, and the rest is an error.
@Suite("Overlapping tables")
struct OverlappingTablesTests {
  private let record: [UInt8]

  init() throws {
    record = try ExtensionDescriptor(
      protocolName: "Greeter", extensionName: "M.Made", requirements: ["greet(_:)"],
      source: "M/Made.swift:2"
    ).encoded(accessor: 1)
  }

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

  @Test("sections of records")
  func records() throws {
    var image = MadeImage(type: 1)
    let records = Array(repeating: record, count: 1000).flatMap { $0 }
    image.sections = [.init(name: "graft_descriptors", bytes: records)]
    image.sections += (0..<500).map { _ in
      .init(name: "graft_descriptors", bytes: [], sharesBytes: 0)
    }
    let (found, problems) = try read(image)
    #expect(found.count >= 4000 && found.count % 1000 == 0)
    #expect(found.count * record.count < 5 * image.bytes.count + 1 << 20)
    #expect(problems.map(\.code) == [.tooLarge])
  }

  @Test("tables of relocations")
  func relocations() throws {
    var image = MadeImage(type: 1)
    let entries = (0..<2000).flatMap { _ in [8, 1, 0x40] as [UInt64] }
    image.sections = [
      .init(name: "graft_descriptors", bytes: record),
      .init(name: ".rela", type: 4, info: 1, bytes: image.words(entries, byteCount: 8)),
    ]
    image.sections += (0..<400).map { _ in
      .init(name: ".rela", type: 4, info: 1, bytes: [], sharesBytes: 1)
    }
    let file = try ELFFile(bytes: image.bytes)
    let section = try #require(try file.sections(named: "graft_descriptors").first)
    let applied = try file.relocations(of: section)
    #expect(applied.relocations.count <= image.bytes.count + 8192)
    #expect(applied.relocations.count >= 2000)
    #expect(applied.problems.map(\.code) == [.tooLarge])
    // The descriptors are listed all the same.
    let (found, problems) = try read(image)
    #expect(found.map(\.accessor?.value) == [0x40])
    #expect(problems.map(\.code) == [.tooLarge])
  }

  @Test("names of sections")
  func sectionNames() throws {
    var image = MadeImage(type: 1)
    image.sections = [.init(name: "graft_descriptors", bytes: record)]
    let first: UInt64 = 64
    image.moreNames = Array(repeating: UInt8(ascii: "x"), count: 100_000) + [0]
    image.sections += (0..<1000).map { .init(name: "", bytes: [], nameOffset: first + $0) }
    let file = try ELFFile(bytes: image.bytes)
    #expect(throws: InspectionError.self) { try file.sections() }
    #expect(
      #expect(throws: InspectionError.self) { try file.sections() }?.code == .tooLarge)
    #expect(try ELFFile(bytes: image.bytes).sections(named: "graft_descriptors").count == 1)
    let long = String(repeating: "x", count: 99_000)
    #expect(try ELFFile(bytes: image.bytes).sections(named: long).count == 1)
    #expect(
      #expect(throws: InspectionError.self) {
        try ELFFile(bytes: image.bytes).sections(matching: "*z") { _ in }
      }?.code == .tooLarge)
    #expect(try read(image).found.count == 1)
  }

  @Test("a chain of symbols without an end")
  func endlessChain() {
    // One bucket and no filter; the first symbol has almost the last number.
    let words: [UInt32] = [1, .max - 2, 0, 0, .max - 1] + Array(repeating: 193_486_380, count: 5)
    let table = GNUHashTable(
      words.flatMap { word in (0..<4).map { UInt8(word >> ($0 * 8) & 255) } })
    #expect(table.numbers(Array("any".utf8)).numbers == [.max - 1, .max])
  }

  /// Symbols whose names end in one another, each with a relocation of a record.
  private func symbols(_ count: Int, _ nameOffset: (Int) -> Int) -> MadeImage {
    var image = MadeImage(type: 1)
    let names = [0] + Array(repeating: UInt8(ascii: "y"), count: 100_000) + [0]
    var symbols: [UInt8] = Array(repeating: 0, count: 24)
    var entries: [UInt64] = []
    for index in 0..<count {
      symbols += image.words([UInt64(1 + nameOffset(index)), 0x1_0012], byteCount: 4)
      symbols += image.words([0, 0], byteCount: 8)
      entries += [UInt64(index * record.count + 8), UInt64(index + 1) << 32 | 1, 0]
    }
    image.sections = [
      .init(
        name: "graft_descriptors", bytes: Array(repeating: record, count: count).flatMap { $0 }),
      .init(
        name: ".rela", type: 4, link: 3, info: 1, bytes: image.words(entries, byteCount: 8)),
      .init(name: ".symtab", type: 2, link: 4, bytes: symbols),
      .init(name: ".strtab", type: 3, bytes: names),
    ]
    return image
  }

  @Test("names of symbols, in one table")
  func symbolNames() throws {
    let few = try read(symbols(4) { $0 })
    #expect(few.problems.isEmpty)
    // Each relocation can have a long name, so it is cut.
    #expect(few.found.map { $0.accessor?.symbol?.utf8.count } == [4099, 4099, 4099, 4099])
    let (found, problems) = try read(symbols(1000) { $0 })
    #expect(found.count == 1000)
    #expect(problems.contains { $0.code == .tooLarge })
    #expect(throws: InspectionError.self) {
      try LinkProof(
        product: ELFFile(bytes: symbols(1000) { $0 }.bytes), origin: Origin(Path("made")))
    }
  }

  @Test("a table of names without an end has no name but those that end")
  func unterminated() throws {
    var image = symbols(2) { 99_990 + 4 * $0 }
    image.sections[3].bytes[99_993] = 0
    image.sections[3].bytes.removeLast()
    let (found, problems) = try read(image)
    #expect(found.map(\.accessor?.symbol) == ["yy", nil])
    #expect(problems.contains { $0.code == .malformedRelocation && $0.value == 2 })
  }

  private func note(_ image: MadeImage, _ distances: [UInt64]) -> [UInt8] {
    image.words([12, 16, 1], byteCount: 4) + Array("GraftAnchor\0".utf8)
      + image.words([1] + distances.map { $0 & 0xffff_ffff }, byteCount: 4)
  }

  @Test("segments of notes")
  func notes() throws {
    var image = MadeImage(isStripped: true)
    let note = note(image, [0, 0, 0])
    image.sections = [.init(name: "note", bytes: note + Array(repeating: 0, count: 20_000))]
    // The same one many times is read once.
    image.segments = (0..<1000).map { _ in .init(type: 4) } + [.init(type: 1)]
    #expect(try ELFFile(bytes: image.bytes).anchors().count == 1)
    image.segments = (0..<1000).map { .init(type: 4, address: UInt64($0)) } + [.init(type: 1)]
    let file = try ELFFile(bytes: image.bytes)
    #expect(#expect(throws: InspectionError.self) { try file.anchors() }?.code == .tooLarge)
  }

  @Test("anchors")
  func anchors() throws {
    var image = MadeImage(isStripped: true)
    image.sections = [
      .init(name: "note", bytes: (0..<1024).flatMap { note(image, [UInt64($0), 0, 0]) })
    ]
    image.segments = [.init(type: 4, extent: .section(0))]
    #expect(try ELFFile(bytes: image.bytes).anchors().count == 1024)
    image.sections[0].bytes += note(image, [5000, 0, 0])
    let file = try ELFFile(bytes: image.bytes)
    #expect(#expect(throws: InspectionError.self) { try file.anchors() }?.code == .tooLarge)
  }
}
