// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import TestSupport
import Testing

/// Numbers that do not fit a field's 16 bits: section 0 has the numbers of
/// sections and segments, and a separate table the section of a symbol.
@Suite("Numbers beyond 16 bits")
struct ExtendedNumberTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  /// A copy with 0xffff segments, the real number in section 0.
  private func extended(_ path: String, _ count: UInt32) throws -> String {
    var bytes = try fixture.scratch.bytes(path)
    let is64Bit = bytes[4] == 2
    let table = try ELFFile(path: Path(path)).header.sectionTableOffset
    bytes.replaceSubrange(is64Bit ? 56..<58 : 44..<46, with: [0xff, 0xff])
    let info = Int(table) + (is64Bit ? 44 : 28)
    bytes.replaceSubrange(
      info..<(info + 4), with: (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) })
    return try fixture.scratch.write(bytes, to: "extended.so")
  }

  @Test("the number of segments", arguments: ["x86_64-linux-gnu", "i386-linux-gnu"])
  func segments(target: String) throws {
    let object = try fixture.object("greetings.c", target: target)
    let path = try fixture.link(
      [object], as: "lib.so",
      ["--target=\(target)", "-shared", "-nostdlib", "-fuse-ld=lld"])
    let plain = try ELFFile(path: Path(path))
    let count = UInt32(try plain.segments().count)
    let changed = try extended(path, count)
    #expect(try ELFFile(path: Path(changed)).segments() == plain.segments() && count > 2)
    let expected = try Command.run("readelf", ["-hW", changed])
    #expect(expected.contains("65535 (\(count))"))
    guard target.hasPrefix("x86_64") else { return }
    // The anchor is found through a segment.
    let run = try InspectSections.run(["check", changed])
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run)")
  }

  @Test(
    "a number of segments that can't be is an error",
    arguments: [
      (UInt32(1) << 14, InspectionError.Code.malformedSegment), (.max, .tooLarge),
    ])
  func tooManySegments(count: UInt32, code: InspectionError.Code) throws {
    let changed = try extended(fixture.sharedObject(), count)
    let file = try ELFFile(path: Path(changed))
    let error = #expect(throws: InspectionError.self) { try file.segments() }
    #expect(error?.code == code && error?.value == UInt64(count))
    let run = try InspectSections.run(["check", changed])
    #expect(run.status == 2 && run.errors.contains("segment"))
  }

  @Test("the number of sections, and the section of a symbol")
  func sections() throws {
    let count = 66_000
    let last = count - 1
    let source =
      (0..<count).map { ".section .text.f\($0),\"ax\",@progbits\nnop\n" }.joined()
      + ".section registered,\"awR\",@progbits\n.quad .text.f\(last)\n.quad .text.f1\n"
    let path = fixture.scratch.path("many.o")
    try Command.run(
      "clang", ["-c", fixture.scratch.write(Array(source.utf8), to: "many.s"), "-o", path])
    let header = try Command.run("readelf", ["-hW", path])
    #expect(header.contains("Number of section headers:         0 ("))
    let found = try InspectSections.results(["dump", "--section", "registered", path])
    let symbols = found.first?["relocations"]?.elements?.compactMap { $0["symbol"]?.text }
    #expect(symbols == [".text.f\(last)", ".text.f1"])
    let relocations = try Command.run("readelf", ["-rW", path])
    for symbol in symbols ?? [] { #expect(relocations.contains("\(symbol) + 0")) }
  }
}
