// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("why")
struct WhyTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  private func steps(_ question: String, _ paths: [String]) throws -> [[String]] {
    try InspectSections.results(["why", question] + paths).map { step in
      #expect(step["by"] == "name")
      return [
        step["requirement"]?.text ?? "", step["descriptor"]?["extension"]?.text ?? "",
        step["rule"]?.text ?? "",
      ]
    }
  }

  @Test("orders by priority")
  func order() throws {
    let paths = try [
      fixture.sharedObject(), fixture.sharedObject(["holidays.c"], as: "holidays.so"),
    ]
    let expected = [
      ["greet(_:)", "Fixtures.HolidayGreeting", "priority"],
      ["greet(_:)", "Fixtures.PlainGreeting", "priority"],
      ["greet(_:)", "Fixtures.NamedGreeting", "last"],
    ]
    #expect(try steps("Greeter.greet(_:)", paths) == expected)
    #expect(try steps("Greeter.greet", paths) == expected)
    #expect(
      try steps("Greeter", paths)
        == [["farewell(_:)", "Fixtures.PlainGreeting", "last"]] + expected)
  }

  @Test("puts the type that something is before what it conforms to")
  func sameType() throws {
    let path = try fixture.sharedObject(["same-type.c"], as: "same-type.so")
    #expect(
      try steps("Held.item()", [path]) == [
        ["item()", "Fixtures.OfInt", "specific"], ["item()", "Fixtures.OfHashable", "specific"],
        ["item()", "Fixtures.Default", "last"],
      ])
  }

  @Test(
    "counts a library of the program that others than Swift's lead to, whatever its name",
    arguments: ["libgreet.so", "libswift-greet.so"])
  func indirect(name: String) throws {
    let folder = fixture.scratch.path("")
    func link(_ source: String, as name: String, _ flags: [String]) throws -> String {
      try fixture.link(
        [fixture.object(source)], as: name,
        flags + ["-nostdlib", "-Wl,--no-as-needed,-rpath,$ORIGIN", "-L", folder])
    }
    let greetings = try link("greetings.c", as: name, ["-shared", "-Wl,-soname,\(name)"])
    _ = try link(
      "plain.c", as: "libglue.so", ["-shared", "-Wl,-soname,libglue.so", "-l:\(name)"])
    let program = try link(
      "program.c", as: "program", ["-pie", "-Wl,-e,main,--allow-shlib-undefined", "-lglue"])
    let plugin = try link("plugin.c", as: "libplugin.so", ["-shared"])
    let expected = [
      ["greet(_:)", "Fixtures.FestiveGreeting", "plug-in"],
      ["greet(_:)", "Fixtures.PlainGreeting", "priority"],
      ["greet(_:)", "Fixtures.NamedGreeting", "last"],
    ]
    for paths in [[program, greetings, plugin], [program, plugin]] {
      #expect(try steps("Greeter.greet(_:)", paths) == expected)
    }
  }

  @Test("finds libraries in the last of very many folders")
  func manyFolders() throws {
    let greetings = try fixture.sharedObject(as: "libgreet.so", ["-Wl,-soname,libgreet.so"])
    let folders = (0..<400).map { "/nowhere/folder-\($0)" } + [fixture.scratch.path("own")]
    let plugin = try fixture.link(
      [fixture.object("holidays.c"), greetings], as: "libholidays.so",
      ["-shared", "-Wl,--no-as-needed,-rpath,\(folders.joined(separator: ":"))"])
    let own = fixture.scratch.path("own")
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
    try FileManager.default.moveItem(atPath: greetings, toPath: own + "/libgreet.so")
    #expect(try steps("Greeter.farewell", [plugin]).map { $0[1] } == ["Fixtures.PlainGreeting"])
  }

  @Test("answers no where nothing implements it")
  func nothing() throws {
    let run = try InspectSections.run(["why", "Nobody", fixture.sharedObject()])
    #expect(run.status == 1 && run.output.contains("No extension of Nobody"))
  }
}
