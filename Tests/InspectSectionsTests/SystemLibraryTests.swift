// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `SYSTEM_LIBRARIES=/usr/lib/x86_64-linux-gnu swift test --filter SystemLibraryTests`
@Suite("System libraries")
struct SystemLibraryTests {
  private static let folder = ProcessInfo.processInfo.environment["SYSTEM_LIBRARIES"]

  @Test(
    "have the section tables that readelf prints",
    .enabled(if: folder != nil, "asks for a folder in SYSTEM_LIBRARIES"))
  func sectionTables() throws {
    let folder = try #require(Self.folder)
    let run = try InspectSections.run(
      ["dump", "--format", "ndjson", "--exclude", "*.a", "--exclude", "*.o", folder])
    let sections = try JSONValue.parseLines(run.output)
      .filter { $0["type"] == "section" && $0["pathBytes"] == nil }
    let files = Dictionary(grouping: sections) { $0["path"]?.text ?? "" }
    for (path, sections) in files {
      let rows = try Readelf.sections(path)
      #expect(sections.map { Readelf.Row($0) } == rows, "\(path)")
    }
    #expect(!files.isEmpty)
  }

  @Test(
    "have the bytes and relocations that readelf prints",
    .enabled(if: folder != nil, "asks for a folder in SYSTEM_LIBRARIES"),
    arguments: [".init_array", ".data.rel.ro", ".data", ".got"])
  func contents(name: String) throws {
    let folder = try #require(Self.folder)
    let run = try InspectSections.run(
      [
        "dump", "--section", name, "--format", "ndjson", "--exclude", "*.a", "--exclude", "*.o",
        "--exclude", "*.debug", folder,
      ])
    let lines = run.output.split(separator: "\n").filter { $0.contains("\"type\":\"content\"") }
    #expect(!lines.isEmpty)
    for line in lines {
      let content = try JSONValue.parse(String(line))
      guard let path = content["path"]?.text, content["pathBytes"] == nil else { continue }
      let index = try #require(content["index"]?.integer)
      if content["sectionType"] != "NOBITS" {
        #expect(try Readelf.bytes(path, section: String(index)) == content["bytes"]?.text)
      }
      let row = Readelf.Row(content)
      let addresses = row.numbers[0]..<(row.numbers[0] + row.numbers[2])
      let expected = try Readelf.relocations(path).filter { addresses.contains($0.address) }
      let found = (content["relocations"]?.elements ?? []).map {
        Readelf.Relocation($0, in: row.numbers[0])
      }
      #expect(found == expected.sorted { $0.address < $1.address }, "\(path)")
    }
  }
}
