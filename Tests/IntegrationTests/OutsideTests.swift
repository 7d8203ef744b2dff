// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `inspect-sections` on a process and its core.
@Suite(
  "Programs seen from outside",
  .inWholeRuns(because: "it needs gdb"),
  .onThisMachine(because: "the process of an emulated program is the emulator's"))
struct OutsideTests {
  private static let list = [
    "state records plug-in file", "active 2 debugger", "active 1 libscales.so",
    "superseded 1 libearlier.so", "withdrawn 1 Spare libspare.so", "blocked", "debugger.Doubled",
    "Weighed.weigh(_:) debugger.Parcel audit debugger/main.swift:28",
    "Weighed.weigh(_:) single objects of debugger.Crate",
    "Weighed debugger.Doubled (blocked) weigh(_:) 3 debugger/main.swift:16 debugger",
    "Weighed DebuggerSpare.Spare (withdrawn) weigh(_:) 2 DebuggerSpare/DebuggerSpare.swift:5"
      + " libspare.so",
  ]
  private static let resolve = [
    "debugger.Parcel DebuggerAPI.Weighed.weigh(_:) answers DebuggerPlugin.PluginScales priority"
      + " DebuggerPlugin/DebuggerPlugin.swift:5 libscales.so",
    "then debugger.Plain only debugger/main.swift:10 debugger",
    "not debugger.Doubled blocked in the process debugger/main.swift:16 debugger",
    "not DebuggerSpare.Spare withdrawn in the process DebuggerSpare/DebuggerSpare.swift:5"
      + " libspare.so",
    "not DebuggerPlugin.PluginScales superseded in the process"
      + " DebuggerPlugin/DebuggerPlugin.swift:5 libearlier.so",
  ]

  /// The lines of a command that don't have all of these, with single spaces.
  private func missing(_ expected: [String], in text: String) -> [String] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    return expected.filter { !lines.contains($0) }
  }

  @Test("A process and its core show states and advice", arguments: Mode.allCases)
  func whole(mode: Mode) async throws {
    let folder = try await Program.debugged(mode).folder
    let inspect = Folders.products + "inspect-sections"
    let process = "--process $PROCESS 2>&1"
    let commands = [
      "run", "python import os; os.environ['PROCESS'] = str(gdb.selected_inferior().pid)",
      "shell \(inspect) list \(process) > \(folder)list",
      "shell \(inspect) resolve Weighed.weigh \(process) > \(folder)resolve",
      "generate-core-file \(folder)outside.core",
    ]
    let live = try Command.outcome(
      "gdb",
      ["-nx", "-batch"] + commands.flatMap { ["-ex", $0] }
        + ["--args", folder + "debugger"]
        + ["libscales.so", "libspare.so", "libearlier.so"].map { folder + $0 })
    for (file, expected) in [("list", Self.list), ("resolve", Self.resolve)] {
      let text = try String(contentsOfFile: folder + file, encoding: .utf8)
      #expect(missing(expected, in: text).isEmpty, "\(text)\n\(live)")
    }

    for (words, expected) in [(["list"], Self.list), (["resolve", "Weighed.weigh"], Self.resolve)] {
      let core = try Command.outcome(inspect, words + ["--core", folder + "outside.core"])
      #expect(core.status == 0 && missing(expected, in: core.output).isEmpty, "\(core)")
    }
  }
}
