// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Foundation
import TestSupport
import Testing

/// A file whose sections can't be found by name must not look like one without them.
@Suite("Unusable section names")
struct SectionNameTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  /// A way to spoil the names of a 64-bit, little-endian file.
  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The expected problem.
    let problem: String
    let spoil: @Sendable (inout [UInt8]) -> Void
  }

  private static func word(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func set(_ bytes: inout [UInt8], _ offset: Int, _ count: Int, to value: Int) {
    for index in 0..<count {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
    }
  }

  /// The offset of the names' entry in the section table.
  private static func entry(_ bytes: [UInt8]) -> Int {
    word(bytes, 40, 8) + 64 * word(bytes, 62, 2)
  }

  static let damages: [Damage] = [
    Damage(
      testDescription: "no index", problem: "has no index of the section of names"
    ) { set(&$0, 62, 2, to: 0) },
    Damage(
      testDescription: "an index beyond the table", problem: "has an index beyond the"
    ) { set(&$0, 62, 2, to: 500) },
    Damage(
      testDescription: "the index of another section", problem: "is not a table of strings"
    ) { set(&$0, 62, 2, to: 2) },
    Damage(
      testDescription: "a count of 1", problem: "has an index beyond the 1 section:"
    ) { set(&$0, 60, 2, to: 1) },
    Damage(
      testDescription: "a count of 0", problem: "the section table has no entries"
    ) { set(&$0, 60, 2, to: 0) },
    Damage(testDescription: "another type", problem: "is not a table of strings") {
      set(&$0, entry($0) + 4, 4, to: 1)
    },
    Damage(testDescription: "a table outside", problem: "lies outside the file") {
      set(&$0, entry($0) + 24, 8, to: 1 << 30)
    },
    Damage(testDescription: "an empty table", problem: "is empty") {
      set(&$0, entry($0) + 32, 8, to: 0)
    },
    Damage(testDescription: "a table that was cut", problem: "begin and end with NUL") {
      set(&$0, entry($0) + 32, 8, to: 6)
    },
    Damage(testDescription: "an inserted byte", problem: "no section can be found by name") {
      $0.insert(0, at: 200)
    },
  ]

  @Test("are said with the place, and the anchor still finds the records", arguments: damages)
  func linked(damage: Damage) throws {
    let path = try fixture.sharedObject()
    var bytes = try fixture.scratch.bytes(path)
    damage.spoil(&bytes)
    let spoiled = try fixture.scratch.write(bytes, to: "spoiled.so")
    // An inserted byte moves the segments too.
    let isWhole = damage.testDescription != "an inserted byte"
    for verb in ["list", "check"] {
      let report = try InspectSections.report([verb, spoiled])
      #expect(report["exit"] == .integer(2), "\(report)")
      let diagnostic = try #require(report["diagnostics"]?.elements?.first)
      #expect(diagnostic["code"] == "malformed-section-names", "\(report)")
      #expect(diagnostic["text"]?.text?.contains(damage.problem) == true, "\(report)")
      #expect(diagnostic["offset"]?.text?.hasPrefix("0x") == true)
      if verb == "list", isWhole { #expect(report["results"]?.elements?.count == 2, "\(report)") }
    }
    let dump = try InspectSections.run(["dump", spoiled])
    #expect(dump.status == 2 && dump.errors.contains(damage.problem), "\(dump)")
    let section = try InspectSections.run(["dump", "--section", "graft_descriptors", spoiled])
    #expect(section.status == 2 && section.errors.contains(damage.problem), "\(section)")
    let proof = try InspectSections.run(
      ["check", "--linked", spoiled, fixture.object("greetings.c")])
    #expect(proof.status == 2 && !proof.output.contains("is lost"), "\(proof)")
    #expect(proof.output.contains("holds all of them") == isWhole, "\(proof)")
    let diff = try InspectSections.run(["diff", path, spoiled])
    #expect(diff.status == 2 && diff.output.isEmpty, "\(diff)")
  }

  @Test("are said of an object, which has no anchor", arguments: damages)
  func object(damage: Damage) throws {
    let path = try fixture.object("greetings.c")
    var bytes = try fixture.scratch.bytes(path)
    damage.spoil(&bytes)
    let spoiled = try fixture.scratch.write(bytes, to: "spoiled.o")
    let run = try InspectSections.run([spoiled])
    #expect(run.status == 2 && run.errors.contains(damage.problem), "\(run)")
    let input = try InspectSections.run(["check", "--linked", fixture.sharedObject(), spoiled])
    #expect(input.status == 2 && input.errors.contains(damage.problem), "\(input)")
  }

  @Test("a section whose name lies outside the table is said, and the others are found")
  func nameOutside() throws {
    let path = try fixture.sharedObject()
    var bytes = try fixture.scratch.bytes(path)
    let place = Self.word(bytes, 40, 8) + 64
    Self.set(&bytes, place, 4, to: 1 << 20)
    let spoiled = try fixture.scratch.write(bytes, to: "spoiled.so")
    for verb in ["list", "dump"] {
      let words = verb == "list" ? [verb] : [verb, "--section", "graft_descriptors"]
      let report = try InspectSections.report(words + [spoiled])
      #expect(report["exit"] == .integer(2), "\(report)")
      #expect(report["results"]?.elements?.isEmpty == false)
      let diagnostic = try #require(report["diagnostics"]?.elements?.first)
      #expect(diagnostic["text"] == "section 1 has its name outside the table of names")
      #expect(diagnostic["offset"]?.text == place.hex)
    }
  }

  @Test("a file with neither a section table nor an anchor says that nothing can be known")
  func nothingToGoBy() throws {
    let plain = try fixture.link(
      [fixture.object("plain.c"), fixture.object("program.c")], as: "plain", [])
    let bare = try fixture.withoutSectionTable(plain)
    for words in [[bare], ["check", bare], ["check", "--linked", bare, plain]] {
      let run = try InspectSections.run(words)
      #expect(run.status == 2, "\(run)")
      #expect(run.errors.contains("neither a section table nor an anchor"), "\(run)")
      #expect(run.errors.contains("offset 0x28"), "\(run)")
    }
    for words in [
      ["dump", bare], ["dump", "--section", "x", bare], ["list", "--section", "x*", bare],
    ] {
      let run = try InspectSections.run(words)
      #expect(run.status == 2 && run.output.isEmpty, "\(run)")
      #expect(run.errors.contains("the section table was stripped"), "\(run)")
    }
    // Either one makes it readable.
    #expect(try InspectSections.run([plain]).status == 0)
    let anchored = try fixture.withoutSectionTable(fixture.sharedObject())
    #expect(try InspectSections.run([anchored]).status == 0)
  }

  @Test("a section that was renamed is found by the anchor, and every verb says so")
  func renamed() throws {
    let path = try fixture.copy(
      try fixture.sharedObject(), as: "renamed.so", "objcopy",
      ["--rename-section", "graft_descriptors=others"])
    let object = try fixture.object("greetings.c")
    for verb in [["list"], ["check"], ["why", "Greeter"], ["resolve"], ["check", "--linked"]] {
      let inputs = verb.count == 2 && verb[0] == "check" ? [object] : []
      let run = try InspectSections.run(verb + [path] + inputs)
      #expect(run.status == 2, "\(verb): \(run)")
      #expect(
        run.errors.contains("outside any section graft_descriptors: was it"), "\(verb): \(run)")
    }
    let found = try InspectSections.results(["list", path])
    #expect(found.map { $0["extension"]?.text }.count == 2)
  }

  @Test("names of another table, or a section table elsewhere, hide nothing")
  func otherTables() throws {
    let path = try fixture.sharedObject()
    let bytes = try fixture.scratch.bytes(path)
    let strings = try #require(
      try Readelf.sections(path).enumerated().first { $0.element.name == ".dynstr" })
    var named = bytes
    Self.set(&named, 62, 2, to: strings.offset + 1)
    var moved = bytes
    Self.set(&moved, 40, 8, to: 64)
    for (index, bytes) in [named, moved].enumerated() {
      let damaged = try fixture.scratch.write(bytes, to: "damaged\(index).so")
      let run = try InspectSections.run(["list", "--format", "json", damaged])
      #expect(run.status == 2, "\(index): \(run)")
      let found = try JSONValue.parse(run.output)["results"]?.elements ?? []
      #expect(found.count == 2, "\(index): \(run)")
    }
  }

  @Test("anchor and section that disagree are said to, by every verb")
  func disagreement() throws {
    let path = try fixture.sharedObject()
    var bytes = try fixture.scratch.bytes(path)
    let place = try #require(bytes.firstRange(of: Array("GraftAnchor".utf8))?.lowerBound)
    // The distance to the end of the section.
    Self.set(&bytes, place + 12 + 12, 4, to: Self.word(bytes, place + 12 + 12, 4) - 8)
    let damaged = try fixture.scratch.write(bytes, to: "shorter.so")
    for (verb, status) in [(["list"], 2), (["why", "Greeter"], 2), (["check"], 1)] {
      let run = try InspectSections.run(verb + [damaged])
      #expect(run.status == Int32(status), "\(verb): \(run)")
      #expect((run.errors + run.output).contains("bounds are not those"), "\(run)")
    }
  }

  @Test("a renamed section of Swift's is said to be missing")
  func renamedSwift() throws {
    let swift = try SwiftFixture.shared.get()
    let whole = try InspectSections.results(["resolve", swift.program, swift.api])
    #expect(!whole.isEmpty)
    for name in ["swift5_protocol_conformances", "swift5_type_metadata", "swift5_assocty"] {
      let path = try fixture.copy(
        swift.program, as: "libProgram-\(name).so", "objcopy", ["--rename-section", "\(name)=x"])
      let run = try InspectSections.run(["resolve", path, swift.api])
      #expect(run.status == 2 && run.errors.contains("without section \(name)"), "\(run)")
    }
  }
}
