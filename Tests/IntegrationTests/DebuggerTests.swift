// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The commands of `docs/graft-gdb.py`.
@Suite(
  "Commands of gdb",
  .inWholeRuns(because: "it needs gdb"),
  .onThisMachine(because: "the process of an emulated program is the emulator's"))
struct DebuggerTests {
  /// Runs commands of gdb, those of Graft among them, and returns what they print, without the
  /// program's folder.
  private func gdb(
    _ commands: [String], folder: String = "", _ arguments: [String]
  ) throws -> (lines: [String], outcome: Command.Outcome) {
    let setup = [
      "source \(Folders.package)docs/graft-gdb.py",
      "set graft-inspect-sections \(Folders.products)inspect-sections",
    ]
    let words = (setup + commands).flatMap { ["-ex", $0] }
    let outcome = try Command.outcome("gdb", ["-nx", "-batch"] + words + arguments)
    let lines = (outcome.output + outcome.errors).split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ").replacing(folder, with: "")
    }
    return (lines, outcome)
  }

  private let images = [
    "state records plug-in path", "active 2 debugger", "active 1 libscales.so",
    "withdrawn 1 Spare libspare.so", "blocked: debugger.Doubled",
  ]
  private let advice = [
    "requirement subjects name source",
    "Weighed.weigh(_:) debugger.Parcel audit debugger/main.swift:28",
    "Weighed.weigh(_:) single objects of debugger.Crate",
  ]
  private let why = [
    "debugger.Parcel, DebuggerAPI.Weighed.weigh(_:):",
    "blocked debugger.Doubled debugger/main.swift:16 debugger",
    "withdrawn DebuggerSpare.Spare DebuggerSpare/DebuggerSpare.swift:5 libspare.so",
    "answers DebuggerPlugin.PluginScales priority DebuggerPlugin/DebuggerPlugin.swift:5 libscales.so",
    "then debugger.Plain only debugger/main.swift:10 debugger",
  ]

  @Test("They show a process and its core, and stop in extensions", arguments: Mode.allCases)
  func process(mode: Mode) async throws {
    let folder = try await Program.debugged(mode).folder
    let plugins = ["libscales.so", "libspare.so"].map { folder + $0 }
    let live = try gdb(
      [
        "run", "graft images", "graft advice", "graft why Parcel weigh",
        "generate-core-file \(folder)core", "graft break debugger.Parcel 'Weighed.weigh(_:)'",
        "continue", "delete", "graft break Parcel unit", "continue", "continue",
      ], folder: folder, ["--args", folder + "debugger"] + plugins)
    let stops = live.lines.filter { $0.hasPrefix("Breakpoint ") && $0.contains(" in $s") }
    #expect(contains(live.lines, images + advice + why), "\(live.outcome)")
    #expect(stops.count == 2, "\(live.outcome)")
    #expect(stops.first?.contains("14DebuggerPlugin0B6ScalesC5weigh") == true, "\(live.outcome)")
    #expect(stops.last?.contains("14DebuggerPlugin0B6ScalesC4unit") == true, "\(live.outcome)")
    #expect(live.lines.contains("weighed: 5 kg"), "\(live.outcome)")

    let core = try gdb(
      ["graft images", "graft advice", "graft why Parcel weigh"], folder: folder,
      [folder + "debugger", folder + "core"])
    #expect(contains(core.lines, images + advice + why), "\(core.outcome)")
  }

  private func contains(_ lines: [String], _ expected: [String]) -> Bool {
    expected.filter { !lines.contains($0) }.isEmpty
  }

  @Test("Errors say what is missing")
  func errors() async throws {
    let folder = try await Program.debugged(.debug).folder
    let plugins = ["libscales.so", "libspare.so"].map { folder + $0 }
    let program = ["--args", folder + "debugger"] + plugins
    let nothing = try gdb(["graft images"], program)
    #expect(nothing.lines.contains("There is no process and no core."), "\(nothing.outcome)")
    let other = try gdb(["starti", "graft images"], ["/bin/true"])
    #expect(
      other.lines.contains { $0.hasPrefix("No symbol graft_debug: this process has no Graft") },
      "\(other.outcome)")
    let early = try gdb(["break main", "run", "graft images", "graft advice"], program)
    #expect(
      contains(early.lines, ["No call has asked Graft yet.", "No advice is installed."]),
      "\(early.outcome)")
    for (command, error) in [
      ("graft why Nobody weigh", "No type Nobody in the files of this process"),
      ("graft why Parcel volume", "Parcel has no requirement volume; it has Weighed.unit, Weigh"),
      ("graft break Parcel", "Usage: graft break TYPE REQUIREMENT"),
      ("graft images", "Graft in this process has version 9 of graft_debug.h"),
    ] {
      let version = command == "graft images" ? ["set {int}&graft_debug = 9"] : []
      let failed = try gdb(["run"] + version + [command], program)
      #expect(failed.lines.contains { $0.hasPrefix(error) }, "\(failed.outcome)")
    }
    let missing = try gdb(
      ["run", "set graft-inspect-sections /no", "graft why Parcel weigh"], program)
    #expect(
      missing.lines.contains { $0.hasPrefix("Can't run /no: No such file or directory.") },
      "\(missing.outcome)")
  }

  @Test("A stripped extension has no methods to stop in")
  func stripped() async throws {
    let program = try await Program.debugged(.release)
    let folder = try Folders.make("Debugger/stripped")
    for file in [
      "debugger", "libGraft-dynamic.so", "libDebuggerAPI.so", "libscales.so", "libspare.so",
    ] {
      try FileManager.default.copyItem(atPath: program.folder + file, toPath: folder + file)
    }
    for file in ["debugger", "libscales.so"] { try Command.run("strip", [folder + file]) }
    let run = try gdb(
      ["run", "graft break Parcel weigh"],
      ["--args", folder + "debugger", folder + "libscales.so", folder + "libspare.so"])
    #expect(
      run.lines.contains {
        $0.hasPrefix("No symbol of DebuggerPlugin.PluginScales.weigh in ")
          && $0.hasSuffix("is the file stripped?")
      }, "\(run.outcome)")
  }
}

extension Fixture {
  fileprivate static let debugger = Fixture(
    name: "Debugger",
    modules: [
      Module("DebuggerAPI", of: "Debugger"), Module("DebuggerPlugin", of: "Debugger"),
      Module("DebuggerSpare", of: "Debugger"), Module("debugger", of: "Debugger", "main.swift"),
    ])
}

extension Program {
  private static let debugging = Once<Mode, Program>()

  /// A program that stops by itself, and two plug-ins, one of them twice.
  static func debugged(_ mode: Mode) async throws -> Program {
    try await debugging.value(for: mode) {
      let program = try await Program(.debugger, mode, folder: "Debugger/run-\(mode)")
      // What is left of it keeps the structure.
      try Command.run("strip", ["--strip-all", program.folder + "libGraft-dynamic.so"])
      let libraries = ["Graft-dynamic", "DebuggerAPI"]
      try program.link("libDebuggerAPI.so", program.objects["DebuggerAPI"])
      try program.link("debugger", program.objects["debugger"], libraries: libraries)
      for build in ["libscales.so", "libearlier.so"] {
        try program.link(build, program.objects["DebuggerPlugin"], libraries: libraries)
      }
      try program.link("libspare.so", program.objects["DebuggerSpare"], libraries: libraries)
      return program
    }
  }
}
