// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("Packaging notes of files")
struct PackagingNoteTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  private static let package =
    #"{"type":"deb","name":"logs","version":"1.2-3","os":"debian","architecture":"amd64"}"#

  private func library(_ linker: String = "lld", as name: String = "libnotes.so") throws -> String {
    try fixture.link(
      [fixture.object("packaging.c"), fixture.object("greetings.c")], as: name,
      [
        "-shared", "-fuse-ld=\(linker)", "-Wl,--gc-sections", "-Xlinker",
        "--package-metadata=" + Self.package,
      ])
  }

  /// The row of a file, and the texts of diagnostics.
  private func row(of path: String) throws -> (file: JSONValue, problems: [String]) {
    let run = try InspectSections.run(["list", "--format", "json", "--files", path])
    #expect(run.status == 0, "\(run)")
    let report = try JSONValue.parse(run.output)
    let schema = SchemaValidation(
      schema: try JSONValue.parse(try InspectSections.run(["schema"]).output))
    #expect(schema.violation(report) == nil)
    let problems = report["diagnostics"]?.elements ?? []
    #expect(problems.allSatisfy { $0["severity"] == "warning" && $0["code"] == "malformed-note" })
    #expect(problems.allSatisfy { $0["path"]?.text == path })
    return (
      try #require(report["results"]?.elements?.last), problems.compactMap { $0["text"]?.text }
    )
  }

  private static let dependencies = JSONValue.array([
    .object([
      "feature": "pdf", "description": "Prints PDF, page by page", "priority": "suggested",
      "soname": .array(["libpoppler.so.2", "libpoppler.so.1"]),
    ]),
    .object([
      "feature": "redaction", "description": "Blackens names", "priority": "recommended",
      "soname": .array(["libRedact.so"]),
    ]),
  ])

  @Test("list shows them below its table, but not where descriptors are chosen by name")
  func table() throws {
    let path = try library()
    let lines = try InspectSections.run([path]).output.split(separator: "\n")
    #expect(
      lines.suffix(3) == [
        "libnotes.so: dlopen: pdf (suggested): libpoppler.so.2, libpoppler.so.1",
        "libnotes.so: dlopen: redaction (recommended): libRedact.so",
        "libnotes.so: package: deb logs 1.2-3 (debian)",
      ])
    #expect(lines.count == 6)
    let chosen = try InspectSections.run(["list", "--protocol", "*", path])
    #expect(!chosen.output.contains("dlopen") && chosen.output.contains("PlainGreeting"))
  }

  @Test(
    "They are in the JSON of a file, whichever linker made it", arguments: ["gold", "lld", "bfd"])
  func json(linker: String) throws {
    let path = try library(linker)
    let bare = try fixture.withoutSectionTable(path)
    let stripped = try fixture.copy(path, as: "stripped.so", "strip", [])
    for file in [path, bare, stripped] {
      let (row, problems) = try row(of: file)
      #expect(row["dlopen"] == Self.dependencies && problems == [], "\(file)")
      #expect(
        row["package"]
          == .object(["type": "deb", "name": "logs", "version": "1.2-3", "os": "debian"]))
    }
    // It fails where it has no name for the type of `.note.dlopen`.
    let notes = try Command.outcome("readelf", ["-n", path]).output
    #expect(notes.contains("Packaging Metadata: " + Self.package), "\(notes)")
  }

  @Test("Objects and archives have them in sections, and other files have none")
  func objects() throws {
    let object = try fixture.object("packaging.c")
    for file in [object, try fixture.archive([object], as: "libnotes.a")] {
      let (row, problems) = try row(of: file)
      #expect(row["dlopen"]?.elements?.count == 2 && row["package"] == .null && problems == [])
    }
    let (row, _) = try row(of: fixture.sharedObject())
    #expect(row["dlopen"] == .array([]) && row["package"] == .null)
  }

  @Test("Tools can add them to a section that is not loaded")
  func added() throws {
    let json = try fixture.scratch.write(
      Array("\u{4}\0\0\0\u{14}\0\0\0\u{7e}\u{1a}".utf8) + [0xfe, 0xca] + Array("FDO\0".utf8)
        + Array(#"{"name": "added"}"#.utf8) + [0, 0, 0], to: "note")
    let path = try fixture.copy(
      try fixture.sharedObject(), as: "added.so", "objcopy",
      ["--add-section", ".note.package=" + json])
    let (row, problems) = try row(of: path)
    #expect(row["package"]?["name"] == "added" && row["package"]?["os"] == .null)
    #expect(problems == [])
  }

  @Test(
    "What makes no sense is a warning of list and a finding of check, and the rest is shown",
    arguments: [
      (#"[{"feature":"pdf""#, #"({"feature":"pdf""#, "it is not JSON"),
      (#""soname":["libpop"#, #""soname":7"libpop"#, "it is not JSON"),
      (#""soname":["libRed"#, #""sonamE":["libRed"#, "a member soname is missing"),
      (#""soname":["libRedact.so"]"#, #""soname":"libRedact.so"  "#, "a member soname has another"),
      (#""soname":["libRedact.so"]"#, #""soname":[              ]"#, "a member soname is empty"),
      (#""feature":"pdf""#, #""feature":  [] "#, "a member feature has another type"),
      (#"{"type":"deb""#, #"["type":"deb""#, "it is not JSON"),
      (#""type":"deb""#, #""type": 7   "#, "a member type has another type"),
    ])
  func malformed(old: String, new: String, reason: String) throws {
    try expect(reason, of: library()) { bytes in
      let range = try #require(bytes.firstRange(of: Array(old.utf8)))
      #expect(old.utf8.count == new.utf8.count)
      bytes.replaceSubrange(range, with: Array(new.utf8))
    }
  }

  @Test("A size beyond the end, text that is not UTF-8 and deep arrays are no harm")
  func damaged() throws {
    let path = try library()
    let start = Array(#"[{"feature":"redaction""#.utf8)
    try expect("it ends outside of its section or segment", of: path) { bytes in
      let range = try #require(bytes.firstRange(of: start))
      bytes[range.lowerBound - 9] = 0x7f
    }
    try expect("it is not JSON", of: path) { bytes in
      let range = try #require(bytes.firstRange(of: start))
      bytes[range.lowerBound + 14] = 0xff
    }
    try expect("it is not JSON", of: path) { bytes in
      let range = try #require(bytes.firstRange(of: start))
      for index in range.lowerBound..<range.lowerBound + 80 { bytes[index] = UInt8(ascii: "[") }
    }
  }

  private func expect(
    _ reason: String, of path: String, _ change: (inout [UInt8]) throws -> Void
  ) throws {
    var bytes = try fixture.scratch.bytes(path)
    try change(&bytes)
    let bad = try fixture.scratch.write(bytes, to: "bad.so")
    let (row, problems) = try row(of: bad)
    #expect(problems.count == 1 && problems[0].contains("is malformed: " + reason), "\(problems)")
    #expect(row["isComplete"] == .bool(false) && row["descriptorCount"] == .integer(2))
    let isPackage = problems[0].contains(".note.package")
    #expect((row["package"] == .null) == isPackage)
    #expect(row["dlopen"]?.elements?.count == (isPackage ? 2 : 1))
    let findings = try InspectSections.results(["check", bad])
    #expect(findings.map { $0["rule"] } == ["note-malformed"])
    #expect(findings.map { $0["severity"] } == ["warning"])
    #expect(findings.allSatisfy { $0["text"]?.text == problems[0] })
  }
}
