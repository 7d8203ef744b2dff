// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Memory")
struct MemoryTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  /// A file that claims more than it has: of gigabytes, some kilobytes are on the disk.
  private func sparse(_ name: String, _ byteCount: UInt64) throws -> String {
    let object = try fixture.object("greetings.c", ["-g0"])
    var bytes = try fixture.scratch.bytes(object)
    func word(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let entry = word(40, 8) + 64 * word(62, 2)
    for index in 0..<8 {
      bytes[entry + 32 + index] = UInt8(truncatingIfNeeded: byteCount >> (8 * UInt64(index)))
    }
    let path = try fixture.scratch.write(bytes, to: name)
    try #require(truncate(path, off_t(byteCount + 1 << 20)) == 0)
    return path
  }

  /// - Parameter limit: of the address space, in KiB.
  private func run(_ words: [String], limit: Int) throws -> Command.Outcome {
    try Command.outcome(
      "bash",
      ["-c", "ulimit -v \(limit); exec \"$0\" \"$@\"", InspectSections.path] + words)
  }

  @Test(
    "a table of names takes no more than the file has, whatever it claims",
    arguments: [UInt64(2) << 30, 10 << 30])
  func sparseNames(byteCount: UInt64) throws {
    let path = try sparse("sparse.o", byteCount)
    for words in [["list"], ["check"], ["dump"], ["dump", "--section", "graft_descriptors"]] {
      let run = try run(words + ["-j1", path], limit: 1 << 19)
      #expect(run.status == 2 && !run.wasKilled, "\(run)")
      #expect(run.errors.contains("sparse.o: error: "), "\(run)")
      #expect(run.errors.contains("are not read"), "\(run)")
    }
  }

  @Test("a hole in a file allows no more work than what is on the disk")
  func hole() throws {
    let path = try sparse("hole.o", 1 << 12)
    let whole = try InspectSections.run(["check", path])
    try #require(truncate(path, off_t(1) << 40) == 0)
    let run = try run(["check", "-j1", path], limit: 1 << 18)
    #expect(run.status == whole.status && !run.wasKilled, "\(run)")
    #expect(run.output == whole.output, "\(run)")
  }

  @Test("names that there is no memory for are no file without names")
  func largeNames() throws {
    let object = try fixture.object("greetings.c", ["-g0"])
    var bytes = try fixture.scratch.bytes(object)
    func word(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    // The same names behind the file, and 100 MB more.
    let entry = word(40, 8) + 64 * word(62, 2)
    let (offset, count) = (word(entry + 24, 8), word(entry + 32, 8))
    let names = Array(bytes[offset..<offset + count])
    for (field, value) in [(entry + 24, bytes.count), (entry + 32, count + 100_000_001)] {
      for index in 0..<8 { bytes[field + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
    }
    bytes += names + [UInt8](repeating: 65, count: 100_000_000) + [0]
    let path = try fixture.scratch.write(bytes, to: "names.o")
    let run = try run(["-j1", path], limit: 1 << 17)
    #expect(run.status == 2 && !run.wasKilled, "\(run.status) \(run.errors)")
    // There can be memory for them once, and not for the strings of the symbols, which are
    // the same.
    #expect(run.errors.contains("memory"), "\(run.errors)")
  }

  @Test("the names of an archive take no more than it has")
  func sparseArchive() throws {
    let names = "//" + String(repeating: " ", count: 46) + "200000000 `\n"
    let path = try fixture.scratch.write(Array("!<arch>\n\(names)".utf8), to: "sparse.a")
    try #require(truncate(path, 300_000_000) == 0)
    let run = try run([path], limit: 1 << 17)
    #expect(run.status == 2 && run.errors.contains("the archive's names"), "\(run)")
  }

  @Test("what there is no memory for is said")
  func noMemory() throws {
    let source = try fixture.scratch.write(
      Array(".section large,\"a\"\n.fill \(200 << 20),1,65\n".utf8), to: "large.s")
    let object = fixture.scratch.path("large.o")
    try Command.run("clang", ["-c", source, "-o", object])
    let run = try run(["dump", "--section", "large", "-j1", object], limit: 1 << 17)
    #expect(run.status == 2 && !run.wasKilled, "\(run.status) \(run.errors)")
    #expect(run.errors.contains("there is no memory for 0xc800000 bytes"), "\(run.errors)")
  }

  @Test("of one code, 20 warnings are told of all files, and the rest is counted")
  func warnings() throws {
    let folder = fixture.scratch.path("code")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for index in 0..<30 {
      _ = try fixture.scratch.write([0x42, 0x43, 0xc0, 0xde], to: "code/\(index).bc")
    }
    let run = try InspectSections.run([folder])
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 21, "\(run)")
    #expect(lines.last?.hasSuffix("other files: warning: 10 more of intermediate-code") == true)
    let report = try InspectSections.report([folder])
    #expect(report["diagnostics"]?.elements?.last?["count"] == .integer(10))
    #expect(report["exit"] == .integer(0))
  }

  @Test("of one code, 20 problems of a file are told and the rest is counted")
  func flood() throws {
    // Each relocation names a symbol that is not there.
    let source = try fixture.scratch.write(
      Array(".section many,\"aw\"\n.rept 500\n.quad symbol\n.endr\n".utf8), to: "many.s")
    let object = fixture.scratch.path("many.o")
    try Command.run("clang", ["-c", source, "-o", object])
    var bytes = try fixture.scratch.bytes(object)
    let table = try #require(
      try InspectSections.results(["dump", object]).first { $0["name"] == ".relamany" })
    let offset = try #require(table["offset"]?.text.flatMap { Int($0.dropFirst(2), radix: 16) })
    for row in 0..<500 { bytes[offset + 24 * row + 13] = UInt8(truncatingIfNeeded: 1 + row % 200) }
    let path = try fixture.scratch.write(bytes, to: "flood.o")
    let words = ["dump", "--section", "many", path]
    let report = try InspectSections.report(words)
    let diagnostics = try #require(report["diagnostics"]?.elements)
    #expect(diagnostics.count == 21, "\(diagnostics.count)")
    #expect(diagnostics.dropLast().allSatisfy { $0["count"] == nil })
    #expect(diagnostics.last?["count"] == .integer(480))
    #expect(diagnostics.last?["code"] == "malformed-relocation")
    let run = try InspectSections.run(words)
    #expect(run.errors.hasSuffix("flood.o: error: 480 more of malformed-relocation\n"), "\(run)")
  }

  /// An object of records.
  ///
  /// - Parameter record: the assembler's text of one.
  private func records(_ record: String, count: Int, as name: String) throws -> String {
    let text = """
      .section graft_descriptors,"awR"
      .rept \(count)
      1: .long 2f - 1b
      .short 1
      .byte 1, 1
      .quad 4096
      .long 0
      \(record)
      .balign 8
      2:
      .endr

      """
    let source = try fixture.scratch.write(Array(text.utf8), to: name + ".s")
    let object = fixture.scratch.path(name + ".o")
    try Command.run("clang", ["-c", source, "-o", object])
    return object
  }

  @Test("rows of 300,000 records are written as they are read")
  func manyRecords() throws {
    let object = try records(
      """
      .short 0, 0
      .asciz "Greeter"
      .asciz "M.E00000001"
      .asciz "S:1"
      """, count: 300_000, as: "many")
    // In debug builds, the process itself takes more.
    let run = try run(["list", "--format", "ndjson", "--files", object], limit: 1 << 17)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.status) \(run.errors)")
    #expect(run.output.utf8.count { $0 == 0x0a } == 300_003)
    #expect(run.output.contains("\"descriptorCount\":300000,"))
    // So many are not compared among themselves, and that is said.
    for words in [["check"], ["resolve"], ["why", "Greeter"]] {
      let run = try self.run(words + [object], limit: 1 << 18)
      #expect(run.status == 2 && !run.wasKilled && run.output.isEmpty, "\(run)")
      #expect(run.errors.contains("are not compared among themselves"), "\(run)")
    }
  }

  @Test("a record of many constraints and requirements is read in one pass, or is too large")
  func manyParts() throws {
    let count = 65_535
    let names = (0..<count).map { "C\($0)" } + (0..<count).map { "f\($0)(_:)" }
    let strings = (["Greeter", "M.E"] + names + ["S:1"]).map { ".asciz \"\($0)\"" }
    let object = try records(
      ".short \(count), \(count)\n" + strings.joined(separator: "\n"), count: 1, as: "parts")
    func run(_ words: [String]) throws -> Command.Outcome {
      try Command.outcome("timeout", ["60", InspectSections.path] + words + [object])
    }
    let check = try run(["check"])
    #expect(check.status == 0 && check.output.isEmpty, "\(check.status) \(check.errors)")
    for format in ["table", "json"] {
      let why = try run(["why", "Greeter", "--format", format])
      #expect(why.status == 2 && why.errors.contains("name a requirement"), "\(why.errors)")
      #expect(!why.output.contains("No extension"), "\(why.output)")
    }
    let one = try run(["why", "Greeter.f7(_:)", "--format", "json"])
    #expect(one.status == 0 && one.errors.isEmpty, "\(one.errors)")
  }
}
