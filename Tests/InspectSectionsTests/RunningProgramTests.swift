// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What Graft in a process says of the program, seen from outside.
@Suite("Running programs")
struct RunningProgramTests {
  let fixture: Fixture
  private let graft: String

  init() throws {
    fixture = try Fixture()
    graft = try fixture.object("../../../Sources/CGraft/debug.c", as: "debug.o")
  }

  /// A program that has Graft's structures itself.
  private func program(_ flags: [String] = []) throws -> String {
    try fixture.link(
      [fixture.object("running.c"), fixture.object("greetings.c"), graft], as: "running",
      ["-pie", "-pthread", "-fuse-ld=lld", "-Wl,--export-dynamic-symbol=graft_image_arrived"]
        + flags)
  }

  /// A plug-in with the address of its records as a symbol.
  private func plugin() throws -> String {
    let symbol = "-Wl,--defsym=records=__start_graft_descriptors,--export-dynamic-symbol=records"
    return try fixture.link(
      [fixture.object("plugin.c")], as: "libholidays.so",
      ["-shared", "-fuse-ld=lld", "-Wl,--undefined-glob=records", symbol])
  }

  /// Starts the program, calls `body` with the option that names it, and ends it.
  private func running<R>(
    _ program: String, _ words: String..., body: (_ option: [String]) throws -> R
  ) throws -> R {
    let command = try RunningCommand(Command(program, words))
    defer { command.stop() }
    return try body(["--process", try #require(command.line())])
  }

  private func validated(_ words: [String]) throws -> JSONValue {
    let schema = SchemaValidation(
      schema: try JSONValue.parse(try InspectSections.run(["schema"]).output))
    let report = try InspectSections.report(words)
    #expect(schema.violation(report) == nil, "\(report)")
    return report
  }

  @Test("list shows images, what is blocked and the advice, in an executable")
  func table() throws {
    let plugin = try plugin()
    let lines = try running(program(), "whole", plugin) { option in
      let run = try InspectSections.run(["list"] + option)
      #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
      return run.output.split(separator: "\n").map {
        $0.split(separator: " ").joined(separator: " ")
      }
    }
    #expect(
      lines == [
        "state records plug-in file", "active 2 running", "withdrawn 1 Holidays libholidays.so",
        "blocked", "Fixtures.NamedGreeting",
        "advised subjects advice source", "Greeter.greet(_:) all audit Fixtures/Audit.swift:4",
        "Greeter.farewell(_:) single objects of Dog",
        "protocol extension where implements priority source file",
        "Greeter Fixtures.PlainGreeting greet(_:), farewell(_:) Fixtures/Plain.swift:3 running",
        "Greeter Fixtures.NamedGreeting (blocked) Named, Subject.Item == Int, applies(to:)"
          + " greet(_:) -3 Fixtures/Named.swift:7 running",
        "Holidays 1.2.0-beta (plug-in) needs greetings-host 2.1, calendar"
          + " Fixtures/Holidays.swift:3 libholidays.so",
        "Greeter Fixtures.FestiveGreeting (withdrawn) greet(_:) Fixtures/Festive.swift:9"
          + " libholidays.so",
      ], "\(lines)")
  }

  @Test("So does JSON; who chooses by protocol or extension gets the advice of that")
  func json() throws {
    let plugin = try plugin()
    try running(program(), "whole", plugin) { option in
      let report = try validated(["list"] + option)
      let results = report["results"]?.elements ?? []
      let images = results.filter { $0["type"] == "image" }
      #expect(images.map { $0["state"] } == ["active", "withdrawn"])
      #expect(images.map { $0["plugin"] } == [.null, "Holidays"])
      #expect(images.last?["path"]?.text == plugin && images.last?["recordCount"] == .integer(1))
      #expect(
        results.filter { $0["type"] == "descriptor" }.map { $0["state"] }
          == ["active", "blocked", "withdrawn"])
      #expect(results.filter { $0["type"] == "blocked" }.count == 1)
      #expect(
        results.filter { $0["type"] == "advice" }.map { $0["source"] }
          == ["Fixtures/Audit.swift:4", .null])
      let chosen = try validated(["list", "--protocol", "Greeter"] + option)["results"]?.elements
      let types = chosen?.compactMap { $0["type"]?.text }
      #expect(types?.prefix(3) == ["advice", "advice", "descriptor"])
      let others = try validated(["list", "--protocol", "Other"] + option)["results"]?.elements
      #expect(others?.isEmpty == true, "\(others ?? [])")
    }
  }

  @Test("what does not count is in no order")
  func order() throws {
    let plugin = try plugin()
    try running(program(), "whole", plugin) { option in
      let report = try validated(["why", "Greeter.greet"] + option)
      let names = report["results"]?.elements?.compactMap { $0["descriptor"]?["extension"]?.text }
      #expect(names == ["Fixtures.PlainGreeting"], "\(report)")
      let notes = report["diagnostics"]?.elements?.compactMap { $0["text"]?.text }
      #expect(
        notes == [
          "left out: Fixtures.NamedGreeting (blocked), Fixtures.FestiveGreeting (withdrawn)"
        ], "\(report)")
    }
  }

  @Test("A stripped library has the symbol, a stripped executable does not")
  func stripped() throws {
    let library = try fixture.link(
      [graft], as: "libgraft.so", ["-shared", "-fuse-ld=lld", "-Wl,-s"])
    let program = try fixture.link(
      [fixture.object("running.c"), fixture.object("greetings.c"), library], as: "running",
      ["-pie", "-pthread", "-fuse-ld=lld", "-Wl,-s"])
    let shared = try running(program, "whole") { try validated(["list"] + $0) }
    let images = shared["results"]?.elements?.filter { $0["type"] == "image" }
    #expect(images?.count == 1, "\(shared)")
    // Without the loader's note, nothing says that there is a Graft.
    let nothing = try running(self.program(["-Wl,-s"]), "whole") { try validated(["list"] + $0) }
    #expect(nothing["diagnostics"]?.elements?.map { $0["code"] } == ["no-graft"], "\(nothing)")
    let loader = try fixture.object("loader-note.s")
    let noted = try fixture.link(
      [fixture.object("running.c"), fixture.object("greetings.c"), graft, loader], as: "running",
      ["-pie", "-pthread", "-fuse-ld=lld", "-Wl,-s"])
    let unknown = try running(noted, "whole") { try InspectSections.run(["list"] + $0) }
    #expect(
      unknown.status == 0
        && unknown.errors.contains("running has Graft and is stripped of the symbol graft_debug"),
      "\(unknown)")
  }

  @Test("Before a call or a change there is nothing to show")
  func nothing() throws {
    let report = try running(program(), "nothing") { try validated(["list"] + $0) }
    let types = report["results"]?.elements?.map { $0["type"] }
    #expect(types == ["descriptor", "descriptor"], "\(report)")
    #expect(report["diagnostics"]?.elements?.isEmpty == true, "\(report)")
  }

  @Test("A process that changes meanwhile is read all the same")
  func changing() throws {
    try running(program(), "changes") { option in
      for _ in 0..<20 {
        let run = try InspectSections.run(["list"] + option)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(run.output.contains("audit"), "\(run)")
      }
    }
  }

  @Test(
    "Structures that make no sense are an error",
    arguments: [
      ("version", "error: Graft in this process has version 9 of graft_debug.h"),
      ("size", "error: the size of graft_debug_state makes no sense (value 0x8)"),
      ("count", "error: the number of items makes no sense (value 0xffffffffffffffff)"),
      ("large-count", "can't read its memory"), ("list", "can't read its memory"),
      ("loop", "error: the number of items makes no sense"),
      ("state", "error: the state of an image makes no sense (value 0x4d)"),
      ("text", "warning: can't read its memory (value 0x8), so what is withdrawn"),
    ])
  func damaged(name: String, message: String) throws {
    let run = try running(program(), name) { try InspectSections.run(["list"] + $0) }
    #expect(run.errors.contains(message), "\(run)")
    #expect(run.status == (message.contains("error: ") ? 2 : 0) || name == "large-count", "\(run)")
    // The files are shown all the same.
    #expect(run.output.contains("Fixtures.PlainGreeting"), "\(run)")
  }

  @Test("Long texts are cut, and control characters escaped")
  func texts() throws {
    let long = try running(program(), "long-text") { try validated(["list"] + $0) }
    #expect(long["exit"] == .integer(0), "\(long)")
    let control = try running(program(), "control") { try InspectSections.run(["list"] + $0) }
    #expect(control.status == 0 && !control.output.contains("\u{1b}"), "\(control)")
  }
}
