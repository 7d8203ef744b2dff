// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension Fixture {
  /// Subjects of all kinds, default and constrained extensions, and a plug-in.
  static let subjects = Fixture(
    name: "Subjects",
    modules: [
      Module("SubjectsAPI", of: "Subjects"), Module("SubjectsExtensions", of: "Subjects"),
      Module("SubjectsPlugin", of: "Subjects"), Module("subjects", of: "Subjects", "main.swift"),
    ])
}

extension Program {
  /// The program of that fixture, and its plug-in.
  static func subjects(
    _ mode: Mode, linker: Linker = .gold, folder: String
  ) async throws -> Program {
    let program = try await Program(.subjects, mode, linker: linker, folder: folder)
    let objects = program.objects
    let libraries = ["Graft-dynamic", "SubjectsAPI"]
    try program.link("libSubjectsAPI.so", objects["SubjectsAPI"])
    try program.link("subjects", objects["subjects", "SubjectsExtensions"], libraries: libraries)
    try program.link("libplugin.so", objects["SubjectsPlugin"], libraries: libraries)
    return program
  }
}

@Suite struct LinkingTests {
  @Test("Each linker, mode and layout gives the same answers", arguments: Layout.all)
  func answers(layout: Layout) async throws {
    let outcome = try await layout.kind.hasPlugin ? runWithPlugin(layout) : runAlone(layout)
    #expect(outcome.succeeded, "\(outcome)")
    let expected = try Golden(Folders.fixtures + "Subjects/alone.txt").text()
    let afterOpening =
      layout.kind.hasPlugin ? try Golden(Folders.fixtures + "Subjects/with-plugin.txt").text() : ""
    #expect(outcome.output == expected + afterOpening)
  }

  private func runWithPlugin(_ layout: Layout) async throws -> Command.Outcome {
    let program = try await Program.subjects(
      layout.mode, linker: layout.linker, folder: layout.folder)
    for file in ["libGraft-dynamic.so", "libSubjectsAPI.so", "subjects", "libplugin.so"] {
      try layout.treat(program.folder + file)
    }
    return try program.run("subjects", [program.folder + "libplugin.so"])
  }

  private func runAlone(_ layout: Layout) async throws -> Command.Outcome {
    let objects = try await Fixture.subjects.compiled(layout.mode)
    let own = objects["subjects", "SubjectsExtensions", "SubjectsAPI"]
    let output = try Folders.make(layout.folder) + "subjects"
    let link = Link(
      output: output, objects: layout.order(own, graft: objects.graft), linker: layout.linker,
      flags: layout.kind.flags)
    try link.run(layout.mode)
    return try Command(output, []).run()
  }
}

/// The static Swift library is for programs that open no plug-ins.
@Suite struct StaticLibraryTests {
  @Test(
    "A plug-in in a program with the static Swift library is passed over, and that is said",
    arguments: Mode.allCases)
  func plugin(mode: Mode) async throws {
    let plugin = try await Program.subjects(mode, folder: "static/dynamic-\(mode)")
    let objects = plugin.objects
    let host = try Folders.make("static/\(mode)") + "subjects"
    let own = objects["subjects", "SubjectsExtensions", "SubjectsAPI"] + objects.graft
    try Link(output: host, objects: own, flags: ["-static-stdlib"]).run(mode)
    let outcome = try Command(host, [plugin.folder + "libplugin.so"]).run()
    #expect(outcome.succeeded, "\(outcome)")
    #expect(
      outcome.output.hasPrefix(try Golden(Folders.fixtures + "Subjects/alone.txt").text()),
      "\(outcome)")
    #expect(outcome.output.contains("several copies of Graft are loaded"), "\(outcome)")
    for file in [host, plugin.folder + "libGraft-dynamic.so"] {
      #expect(outcome.output.contains(file), "\(outcome)")
    }
    #expect(!outcome.output.contains("Happy holidays!"), "\(outcome)")
  }

  @Test("A static executable refuses a plug-in before that brings a second Swift runtime")
  func staticExecutable() async throws {
    let program = try await ImageHost.program()
    let objects = program.objects
    let own = objects["images", "ImagesCommands", "ImagesExtensions", "ImagesAPI"] + objects.graft
    let host = Link(
      output: program.folder + "static-images", objects: own, flags: ["-static-executable"])
    try host.run(.debug)
    let outcome = try program.run("static-images", ["call", "load libAlpha.so", "call"])
    let lines = ImageHost.lines(outcome)
    #expect(outcome.succeeded && lines.count == 3 && lines.first == lines.last, "\(outcome)")
    let plugin = program.folder + "libAlpha.so"
    #expect(
      lines.dropFirst().first?.hasPrefix("refused: swiftRuntimeTwice: \(plugin): ") == true,
      "\(outcome)")
  }

  @Test(
    "Graft's dynamic library traps in a program with the static Swift library, and says why",
    arguments: Mode.allCases)
  func library(mode: Mode) async throws {
    let program = try await Program.host("v1", mode)
    let host = Link(
      output: program.folder + "static", objects: program.objects["host"],
      libraries: ["Graft-dynamic", "HostAPI"],
      // What the static concurrency library needs has to stand behind it.
      flags: ["-static-stdlib", "-ldispatch", "-lBlocksRuntime"])
    try host.run(mode)
    let outcome = try program.run("static")
    #expect(outcome.wasKilled, "\(outcome)")
    #expect(
      outcome.errors.contains("the image of Guest has another Swift runtime than Graft"),
      "\(outcome)")
  }
}
