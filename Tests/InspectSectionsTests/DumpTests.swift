// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import TestSupport
import Testing

@Suite("dump")
struct DumpTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  @Test(
    "prints the section table that readelf prints",
    arguments: ["x86_64-linux-gnu", "i386-linux-gnu", "s390x-linux-gnu", "mips64-linux-gnuabi64"])
  func sectionTable(target: String) throws {
    let path = try fixture.object("greetings.c", target: target, ["-g"])
    let found = try InspectSections.results(["dump", path])
    let expected = try Readelf.sections(path)
    #expect(found.map { Readelf.Row($0) } == expected && !found.isEmpty)
    let types = ["graft_descriptors": "PROGBITS", ".symtab": "SYMTAB", ".strtab": "STRTAB"]
    for (name, type) in types {
      #expect(found.last { $0["name"]?.text == name }?["sectionType"]?.text == type)
    }
    let marked = found.filter { $0["isRegistration"] == .bool(true) }.compactMap {
      $0["name"]?.text
    }
    #expect(marked.contains("graft_descriptors") && !marked.contains(".text"))
  }

  /// A column of readelf, by the section's index.
  private func column(_ path: String, _ pick: ([Substring]) -> String) throws -> [Int: String] {
    var columns: [Int: String] = [:]
    for line in try Command.run("readelf", ["-SW", path]).split(separator: "\n") {
      guard let close = line.firstIndex(of: "]"), line.hasPrefix("  ["),
        let index = Int(line[..<close].dropFirst(3).filter { $0 != " " }), index > 0
      else { continue }
      columns[index] = pick(line[line.index(after: close)...].split(separator: " "))
    }
    return columns
  }

  @Test(
    "names the types and flags of each architecture as readelf does, with their numbers",
    arguments: [
      ("x86_64-linux-gnu", #".section a,"awxl",@unwind; .section b,"aR",@note; .byte 1"#),
      ("x86_64-linux-gnu", #".section a,"aMSG",@progbits,1,g,comdat; .section b,"e"; .byte 1"#),
      ("x86_64-linux-gnu", #".section a,"aw",@0x70000042; .section b,"",@0x60000042"#),
      ("arm-linux-gnueabihf", #".section a,"axy"; .section b,"",%0x70000001"#),
      ("arm-linux-gnueabihf", #".eabi_attribute 6, 10; .section b,"",%0x70000002"#),
      ("mips-linux-gnu", #".section a,"",@0x70000006; .section b,"",@0x7000002a"#),
      ("mips64-linux-gnuabi64", #".section a,"",@0x7000001e; .section b,"",@0x70000005"#),
      ("riscv64-linux-gnu", #".attribute 4, 16; .section b,"awT""#),
      ("aarch64-linux-gnu", #".section a,"ax"; .section b,"",%0x70000003"#),
    ])
  func typesAndFlags(target: String, text: String) throws {
    let source = try fixture.scratch.write(
      Array(text.replacing("; ", with: "\n").utf8) + [0x0a], to: "types.s")
    let path = fixture.scratch.path("types.o")
    try Command.run("clang", ["--target=\(target)", "-c", source, "-o", path])
    let types = try column(path) { String($0[1]) }
    // The flags come between the size of entries and three numbers, if there
    // are any.
    let flags = try column(path) { $0.count > 9 ? String($0[6]) : "" }
    for section in try InspectSections.results(["dump", path]) {
      let index = Int(try #require(section["index"]?.integer))
      let type = try #require(section["sectionType"]?.text)
      let expected = try #require(types[index])
      if type.hasPrefix("0x") {
        // readelf has more words for such a type.
        #expect(section["sectionTypeNumber"]?.text == type, "\(section)")
      } else {
        #expect(type == expected, "\(section)")
      }
      #expect(section["flags"]?.text == flags[index], "\(section)")
      #expect(section["flagsNumber"]?.text?.hasPrefix("0x") == true)
    }
  }

  @Test("prints every section of a name, its bytes as readelf reads them")
  func sections() throws {
    let path = try fixture.object("greetings.c")
    let found = try InspectSections.results(["dump", "--section", "graft_descriptors", path])
    let filled = found.filter { $0["bytes"]?.text != "" }
    #expect(filled.count == 2)
    for section in filled {
      let index = try #require(section["index"]?.integer)
      #expect(try Readelf.bytes(path, section: String(index)) == section["bytes"]?.text)
      #expect(section["relocations"]?.elements?.count == 1)
      #expect(section["relocations"]?.elements?.first?["name"] == "R_X86_64_64")
      #expect(section["strings"]?.elements?.first?["text"] == "Greeter")
    }
  }

  @Test(
    "uncompresses", arguments: ["x86_64-linux-gnu", "s390x-linux-gnu", "i386-linux-gnu"])
  func compressed(target: String) throws {
    let path = try fixture.object("greetings.c", target: target, ["-g", "-gz=zlib"])
    for name in [".debug_info", ".debug_str"] {
      let found = try InspectSections.results(["dump", "--section", name, path])
      #expect(found.first?["flags"]?.text?.contains("C") == true)
      #expect(found.first?["bytes"]?.text == (try Readelf.bytes(path, section: name)))
      #expect(found.first?["bytes"] != "")
    }
    let text = try InspectSections.run(["dump", "--section", ".debug_str", path])
    let lines = text.output.split(separator: "\n")
    #expect(lines.contains { $0.contains(", uncompressed 0x") }, "\(lines[1])")
  }

  @Test("uncompresses as much as sections hold, not what zeros shrink to", arguments: [3, 64])
  func zeros(megabytes: Int) throws {
    let source = try fixture.scratch.write(
      Array(".section .debug_zeros\n.zero \(megabytes << 20)\n".utf8), to: "zeros.s")
    let object = fixture.scratch.path("zeros.o")
    try Command.run("clang", ["-c", "-gz=zlib", source, "-o", object])
    #expect(try fixture.scratch.bytes(object).count < 100_000)
    let report = try InspectSections.report(["dump", "--section", ".debug_zeros", object])
    if megabytes == 3 {
      #expect(report["exit"] == .integer(0))
      #expect(report["results"]?.elements?.first?["bytes"]?.text?.utf8.count == 6 << 20)
    } else {
      #expect(report["exit"] == .integer(2) && report["results"] == .array([]))
      #expect(report["diagnostics"]?.elements?.first?["code"] == "too-large")
    }
  }

  @Test("relocates where the bytes are once they are uncompressed")
  func compressedRelocations() throws {
    let plain = try fixture.object("greetings.c", ["-g"])
    let path = fixture.scratch.path("compressed.o")
    try Command.run("objcopy", ["--compress-debug-sections=zlib", plain, path])
    let words = ["dump", "--section", ".debug_str_offsets"]
    let report = try InspectSections.report(words + [path])
    #expect(report["diagnostics"] == .array([]))
    let content = try #require(report["results"]?.elements?.first)
    let expected = try #require(try InspectSections.results(words + [plain]).first)
    #expect(content["relocations"] == expected["relocations"])
    let last = try #require(content["relocations"]?.elements?.last?["offset"]?.text)
    // The offset lies beyond the bytes that are in the file.
    #expect(try number(last) > number(content["byteCount"]?.text))
  }

  private func number(_ text: String?) throws -> UInt64 {
    try #require(text.flatMap { UInt64($0.dropFirst(2), radix: 16) })
  }

  @Test("has the relocations that readelf has", arguments: ["lld", "bfd", "gold"])
  func relocations(linker: String) throws {
    let path = try fixture.sharedObject(as: "lib.so", ["-fuse-ld=\(linker)"])
    let found = try InspectSections.results(["dump", "--section", "graft_descriptors", path])
    let expected = try Command.run("readelf", ["-rW", path])
    let relocations = found.first?["relocations"]?.elements ?? []
    #expect(relocations.count == 2)
    let address = try #require(
      found.first?["address"]?.text.flatMap { UInt64($0.dropFirst(2), radix: 16) })
    for relocation in relocations {
      let offset = try #require(
        relocation["offset"]?.text.flatMap { UInt64($0.dropFirst(2), radix: 16) })
      let line = expected.split(separator: "\n").first {
        $0.hasPrefix(String(address + offset + (1 << 60), radix: 16).dropFirst().description)
          || $0.drop { $0 == "0" }.hasPrefix(String(address + offset, radix: 16))
      }
      #expect(line?.contains(relocation["name"]?.text ?? "?") == true)
      #expect(line?.contains(relocation["symbol"]?.text ?? "") == true)
    }
  }

  @Test(
    "has the addends that are words of the section, and none out of instructions",
    arguments: [
      ("arm-linux-gnueabihf", "bl other; .word other + 4"),
      ("arm-linux-gnueabihf", "bl other; .word other(GOTOFF) + 4"),
      ("mips-linux-gnu", "lui $2, %hi(other + 0x12345); .word other + 4"),
      ("i386-linux-gnu", ".short other + 1, 2; .long other + 4"),
    ])
  func addends(target: String, text: String) throws {
    let source = try fixture.scratch.write(
      Array(text.replacing("; ", with: "\n").utf8) + [0x0a], to: "addends.s")
    let path = fixture.scratch.path("addends.o")
    try Command.run("clang", ["--target=\(target)", "-c", source, "-o", path])
    let found = try InspectSections.results(["dump", "--section", ".text", path]).first
    let relocations = try #require(found?["relocations"]?.elements)
    #expect(relocations.map { $0["addend"]?.text } == [nil, "0x4"], "\(relocations)")
    #expect(relocations.allSatisfy { $0["symbol"] == "other" })
  }

  @Test("prints a large section in parts, the same in every format", arguments: ["lld", "bfd"])
  func large(linker: String) throws {
    let count = 6000
    let source = try fixture.scratch.write(
      Array(
        """
        .section large,"aw"
        .rept \(count / 2)
        .quad large, symbol
        .endr
        .asciz "the end"
        """.utf8), to: "large.s")
    let object = fixture.scratch.path("large.o")
    try Command.run("clang", ["-c", source, "-o", object])
    let path = try fixture.link([object], as: "large.so", ["-shared", "-fuse-ld=\(linker)"])
    let call = ["dump", "--section", "large", path]
    let content = try #require(try InspectSections.results(call).first)
    #expect(content["bytes"]?.text == (try Readelf.bytes(path, section: "large")))
    let row = Readelf.Row(content)
    let addresses = row.numbers[0]..<(row.numbers[0] + row.numbers[2])
    let expected = try Readelf.relocations(path).filter { addresses.contains($0.address) }
      .sorted { $0.address < $1.address }
    let relocations = content["relocations"]?.elements ?? []
    #expect(relocations.map { Readelf.Relocation($0, in: row.numbers[0]) } == expected)
    #expect(expected.count == count)
    #expect(content["strings"]?.elements?.last?["text"] == "the end")

    let lines = try InspectSections.run(call + ["--format", "ndjson"]).output
    #expect(try JSONValue.parseLines(lines).dropFirst().first == content)
    let table = try InspectSections.run(call).output.split(separator: "\n")
    let rows = try #require(table.split(separator: "relocations").last)
    #expect(rows.count { $0.contains("  R_X86_64_64  symbol") } == count / 2)
    #expect(rows.count { $0.contains("  R_X86_64_RELATIVE  +0x") } == count / 2)
  }

  @Test("a section without bytes has a size and no bytes")
  func noBits() throws {
    let path = try fixture.link(
      [fixture.object("greetings.c"), fixture.object("program.c")], as: "program", [])
    let found = try InspectSections.results(["dump", "--section", ".bss", path])
    #expect(found.first?["sectionType"] == "NOBITS")
    #expect(found.first?["bytes"] == "" && found.first?["byteCount"] != "0x0")
  }

  @Test("prints a block of text")
  func block() throws {
    let path = try fixture.object("greetings.c")
    let run = try InspectSections.run(["dump", "--section", "graft_descriptors", path])
    #expect(run.output.contains("R_X86_64_64  plain_greeting"))
    #expect(run.output.contains("0x18  Greeter"))
  }
}
