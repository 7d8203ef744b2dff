// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("Manifests of plug-ins")
struct ManifestTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  private func plugin(_ flags: [String] = []) throws -> String {
    try fixture.link([fixture.object("plugin.c")], as: "libplugin.so", ["-shared"] + flags)
  }

  @Test("list shows them in the table of descriptors")
  func table() throws {
    let run = try InspectSections.run([plugin()])
    let lines = run.output.split(separator: "\n").dropFirst().map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(
      lines.map { $0.split(separator: " ").dropLast().joined(separator: " ") } == [
        "Holidays 1.2.0-beta (plug-in) needs greetings-host 2.1, calendar Fixtures/Holidays.swift:3",
        "Greeter Fixtures.FestiveGreeting greet(_:) Fixtures/Festive.swift:9",
      ], "\(run)")
  }

  @Test("check finds the second of a linked file, which refuses the plug-in")
  func several() throws {
    let objects = try [fixture.object("plugin.c"), fixture.object("manifest.c")]
    let path = try fixture.link(objects, as: "libboth.so", ["-shared"])
    let results = try InspectSections.results(["check", path])
    #expect(results.map { $0["rule"] } == ["record-malformed"], "\(results)")
    let text = results.first?["text"]?.text ?? ""
    #expect(text.contains("Holidays 1.2.0-beta, Seasons 2.0"), "\(text)")
    #expect(try InspectSections.run(["check"] + objects).status == 0)
  }

  @Test("list tells all of them in JSON, as the schema has it", arguments: [false, true])
  func json(hasSectionTable: Bool) throws {
    var path = try plugin(["-Wl,-soname,libplugin.so.1", "-Wl,--build-id=0x00ff17"])
    if !hasSectionTable { path = try fixture.withoutSectionTable(path) }
    let schema = SchemaValidation(
      schema: try JSONValue.parse(try InspectSections.run(["schema"]).output))
    let run = try InspectSections.run(["list", "--format", "json", path])
    let report = try JSONValue.parse(run.output)
    #expect(schema.violation(report) == nil)
    let found = report["results"]?.elements ?? []
    #expect(found.map { $0["type"]?.text } == ["manifest", "descriptor"])
    let manifest = try #require(found.first)
    #expect(manifest["name"] == "Holidays" && manifest["version"] == "1.2.0-beta")
    let needs = manifest["needs"]?.elements ?? []
    #expect(needs.map { $0["name"] } == ["greetings-host", "calendar"])
    #expect(needs.map { $0["minimum"] } == ["2.1", .null])
    #expect(manifest["source"] == "Fixtures/Holidays.swift:3")
    #expect(manifest["buildID"] == "00ff17" && manifest["soname"] == "libplugin.so.1")
    #expect(manifest["accessor"] != .null && manifest["accessor"] != nil)
    #expect(manifest["section"] == .null || hasSectionTable)
  }

  @Test("What asks for descriptors of some names gets no manifest, and a snapshot has none")
  func others() throws {
    let path = try plugin()
    for words in [["--protocol", "Greeter"], ["--extension", "*"]] {
      let results = try InspectSections.results(["list"] + words + [path])
      #expect(results.map { $0["type"] } == ["descriptor"], "\(words)")
    }
    #expect(try InspectSections.results(["check", path]) == [])
    let snapshot = try fixture.scratch.write(
      Array(try InspectSections.run(["list", "--format", "json", path]).output.utf8),
      to: "snapshot.json")
    #expect(try InspectSections.results(["diff", snapshot, path]) == [])
  }

  @Test("One that makes no sense is an error of list, and a finding of check")
  func malformed() throws {
    let path = try plugin()
    var bytes = try fixture.scratch.bytes(path)
    let version = Array("1.2.0-beta".utf8)
    let at = try #require(bytes.indices.first { bytes[$0...].starts(with: version) })
    bytes[at] = UInt8(ascii: "v")
    let bad = try fixture.scratch.write(bytes, to: "bad.so")
    let run = try InspectSections.run([bad])
    #expect(run.status == 2 && run.output.contains("FestiveGreeting"), "\(run)")
    #expect(run.errors.contains("string number 1 of the plug-in's manifest"), "\(run)")
    let rules = try InspectSections.results(["check", bad]).map { $0["rule"] }
    #expect(rules == ["record-malformed"])
  }
}
