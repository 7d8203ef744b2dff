// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The forms of `fit`. Whether it is right, `Tests/IntegrationTests/FitTests.swift` compares with
/// programs.
@Suite("fit")
struct FitTests {
  let fixture: Fixture
  private let host: String
  private let library: String

  init() throws {
    let fixture = try Fixture()
    self.fixture = fixture
    let folder = Folders.sources + "CGraft/"
    let objects = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".c") }.sorted().map { file in
        let object = fixture.scratch.path(file + ".o")
        try Command.run(
          "clang", ["-fPIC", "-I", Fixture.headers, "-c", folder + file, "-o", object])
        return object
      }
    // In a running program the rest of Graft has what the loader calls.
    library = try fixture.link(objects, as: "libLoader.so", ["-shared"])
    host = try fixture.link(
      [fixture.object("host.c")], as: "host",
      [
        "-Wl,--no-as-needed", "-L", fixture.scratch.path(""), "-lLoader",
        "-Wl,-rpath,$ORIGIN,--allow-shlib-undefined",
      ])
  }

  private func plugin() throws -> String {
    try fixture.link(
      [fixture.object("plugin.c")], as: "libplugin.so",
      ["-shared", "-L", fixture.scratch.path(""), "-lLoader"])
  }

  @Test("A verdict is a line, with what only the program decides below it")
  func text() throws {
    let plugin = try plugin()
    let run = try InspectSections.run(["fit", host, library, plugin])
    #expect(
      run.output == """
        \(plugin): accepted
          if the host provides greetings-host 2.1, calendar
          if its onLoad does not throw

        """, "\(run)")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    let refused = try InspectSections.run(["fit", "--provide", "greetings-host=2", host, plugin])
    #expect(
      refused.output == """
        refused: needsMissing: \(plugin): Holidays 1.2.0-beta needs greetings-host 2.1, of which \
        there is 2; needs calendar, of which there is nothing: update the host, or say in \
        providing: what it has

        """, "\(refused)")
    #expect(refused.status == 1 && refused.errors.isEmpty, "\(refused)")
    let provided = try InspectSections.run(
      ["fit", "--provide", "greetings-host=2.1", "--provide=calendar=0", host, plugin])
    #expect(provided.output == "\(plugin): accepted\n  if its onLoad does not throw\n")
    #expect(provided.status == 0)
  }

  @Test("JSON is as the schema has it")
  func json() throws {
    let plugin = try plugin()
    let missing = fixture.scratch.path("missing.so")
    let run = try InspectSections.run(["fit", "--format", "json", host, plugin, missing])
    let report = try JSONValue.parse(run.output)
    let schema = SchemaValidation(
      schema: try JSONValue.parse(try InspectSections.run(["schema"]).output))
    #expect(schema.violation(report) == nil)
    let results = report["results"]?.elements ?? []
    #expect(results.map { $0["isAccepted"] } == [.bool(true), .bool(false)])
    #expect(results.map { $0["reason"] } == [.null, "notFound"])
    #expect(results.last?["text"]?.text == "\(missing): No such file or directory")
    #expect(results.first?["conditions"]?.elements?.count == 2)
    #expect(run.status == 1 && report["exit"] == .integer(1))
  }

  @Test("What is no host is bad input")
  func hosts() throws {
    let plugin = try plugin()
    let plain = try InspectSections.run(["fit", "/bin/true", plugin])
    #expect(plain.status == 2 && plain.output.isEmpty, "\(plain)")
    #expect(plain.errors.contains("neither the host nor what it needs has Graft in it"))
    try FileManager.default.removeItem(atPath: library)
    let broken = try InspectSections.run(["fit", host, plugin])
    #expect(broken.status == 2 && broken.output.isEmpty, "\(broken)")
    #expect(broken.errors.contains("libLoader.so: No such file or directory"), "\(broken)")
  }

  @Test(
    "Wrong usage",
    arguments: [
      ["host"], ["--provide", "x", "host", "plugin"], ["--provide", "a=b", "host", "plugin"],
      ["--provide", "a=1", "--provide", "a=1", "host", "plugin"],
      ["--jobs", "2", "host", "plugin"],
    ])
  func usage(words: [String]) throws {
    let run = try InspectSections.run(["fit"] + words)
    #expect(run.status == 64 && run.output.isEmpty, "\(run)")
  }
}
