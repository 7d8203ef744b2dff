// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A probe in a file's notes, as readelf prints it.
private struct Probe: Equatable, CustomStringConvertible {
  let name: String
  let argumentCount: Int

  var description: String { "\(name), \(argumentCount) arguments" }

  /// The probes of `graft_probes.h`.
  static let all: [Probe] = [
    Probe("image_arrived", 2), Probe("image_refused", 2), Probe("image_withdrawn", 1),
    Probe("image_reinstated", 1), Probe("image_superseded", 2), Probe("image_rolled_back", 1),
    Probe("answer_changed", 4), Probe("advice_in", 3), Probe("advice_out", 3),
    Probe("call_begin", 4), Probe("call_end", 5),
  ]

  private init(_ name: String, _ argumentCount: Int) {
    (self.name, self.argumentCount) = (name, argumentCount)
  }

  /// Reads the probes of Graft, and expects that each of their addresses is there.
  static func read(_ file: String) throws -> [Probe] {
    let output = try Command.run("readelf", ["-n", file])
    var probes: [Probe] = []
    var lines = output.split(separator: "\n").map { $0.drop { $0 == " " } }[...]
    while let line = lines.popFirst() {
      guard line == "Provider: graft" else { continue }
      let words = lines.prefix(3).map { $0.split(separator: ": ", maxSplits: 1).last ?? "" }
      let addresses = lines.dropFirst().first?.split(separator: " ").filter {
        $0.hasPrefix("0x")
      }
      let places = addresses?.compactMap {
        UInt64($0.drop { $0 == "0" || $0 == "x" || $0 == "," }.prefix { $0 != "," }, radix: 16)
      }
      #expect(places?.count == 3, "\(file): \(lines.prefix(3))")
      probes.append(Probe(String(words[0]), words[2].split(separator: " ").count))
    }
    return probes
  }
}

/// Static probes, which debuggers and the kernel's tracers find in notes.
@Suite("Static probes")
struct ProbeTests {
  @Test(
    "libGraft has their notes, whichever linker made it", arguments: Linker.allCases, Mode.allCases)
  func notes(linker: Linker, mode: Mode) async throws {
    let program = try await Program(.probes, mode, linker: linker)
    #expect(try Probe.read(program.folder + "libGraft-dynamic.so") == Probe.all)
  }

  @Test("A static executable has them", arguments: Mode.allCases)
  func staticExecutable(mode: Mode) async throws {
    let program = try await Program(.probes, mode, folder: "Probes/static-\(mode)")
    let objects = program.objects
    let link = Link(
      output: program.folder + "static", objects: objects["probes", "ProbesAPI"] + objects.graft,
      flags: ["-static-executable"])
    try link.run(mode)
    #expect(try Probe.read(link.output) == Probe.all)
  }

  @Test(
    "No linker drops them, whichever compiler and options are used",
    .onThisMachine(because: "gcc compiles for this machine"),
    arguments: ["clang", "gcc"], Linker.allCases)
  func compilers(compiler: String, linker: Linker) throws {
    let folder = try Folders.make("Probes/\(compiler)-\(linker)")
    let sources = [Folders.sources + "CGraft/probes.c", Folders.fixtures + "Loader/probes.c"]
    let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    for level in ["-O0", "-O2"] {
      for kind in [["-shared"], ["-static"], ["-pie"], ["-no-pie"]] {
        try Command.run(
          compiler,
          warnings + CGraft.include + kind + sources
            + [level, "-fPIC", "-ffunction-sections", "-fdata-sections", "-fuse-ld=\(linker)"]
            + ["-Wl,--gc-sections", "-o", folder + "linked"])
        let found = try Probe.read(folder + "linked")
        #expect(found == Probe.all, "\(level) \(kind): \(found)")
      }
    }
  }

  @Test(
    "A debugger stops at each and reads its arguments",
    .inWholeRuns(because: "it needs gdb"),
    .onThisMachine(because: "the process of an emulated program is the emulator's"),
    arguments: Mode.allCases)
  func debugger(mode: Mode) async throws {
    let program = try await Program.probed(mode)
    let folder = program.folder
    let files = ["libscales.so", "libscales-2.so", "missing.so"].map { folder + $0 }
    let script = folder + "script.gdb"
    try Self.script.write(toFile: script, atomically: true, encoding: .utf8)
    let outcome = try Command.outcome(
      "gdb", ["-nx", "-batch", "-x", script, "--args", folder + "probes"] + files)
    let seen = outcome.output.split(separator: "\n").filter { $0.hasPrefix("probe ") }.map {
      $0.dropFirst("probe ".count).replacing(folder, with: "")
    }
    let (weigh, scales) = ("Weighed|weigh(_:)|Parcel", "libscales.so")
    #expect(
      seen == [
        "image_arrived|probes|1",
        "image_refused|missing.so|missing.so: No such file or directory",
        "image_arrived|\(scales)|3", "answer_changed|\(weigh)|ProbesPlugin.Scales",
        "call_begin|1|\(weigh)", "call_end|1|\(weigh)|0",
        "call_begin|2|\(weigh)", "call_end|2|\(weigh)|1",
        "advice_in|audit|weigh(_:)|probes.Parcel",
        "call_begin|3|\(weigh)", "call_end|3|\(weigh)|0",
        "advice_out|audit|weigh(_:)|probes.Parcel",
        "image_withdrawn|\(scales)", "answer_changed|\(weigh)|probes.Plain",
        "image_reinstated|\(scales)", "answer_changed|\(weigh)|ProbesPlugin.Scales",
        "image_arrived|libscales-2.so|3", "image_superseded|\(scales)|libscales-2.so",
        "answer_changed|\(weigh)|ProbesPlugin.Scales",
        "image_rolled_back|libscales-2.so", "image_reinstated|\(scales)",
        "answer_changed|\(weigh)|ProbesPlugin.Scales",
        "call_begin|4|\(weigh)", "call_end|4|\(weigh)|0",
        "call_begin|5|Weighed|seal(_:)|Parcel", "call_end|5|Weighed|seal(_:)|Parcel|0",
      ], "\(outcome)")
    #expect(outcome.output.contains("weighed: 4, sealed!"), "\(outcome)")
  }

  /// Prints the arguments of each probe on a line.
  private static let script: String = {
    let numbers = ["image_arrived": [1], "call_begin": [0], "call_end": [0, 4]]
    let probes = Probe.all.map { probe in
      let arguments = (0..<probe.argumentCount).map { argument in
        numbers[probe.name]?.contains(argument) == true
          ? ("|%lu", "$_probe_arg\(argument)") : ("|%s", "(char *)$_probe_arg\(argument)")
      }
      let format = arguments.map(\.0).joined()
      return """
        break -probe-stap graft:\(probe.name)
        commands
        silent
        printf "\\nprobe \(probe.name)\(format)\\n", \(arguments.map(\.1).joined(separator: ", "))
        continue
        end

        """
    }
    return "set breakpoint pending on\nset language c\nset width 0\n" + probes.joined() + "run\n"
  }()
}

extension Fixture {
  fileprivate static let probes = Fixture(
    name: "Probes",
    modules: [
      Module("ProbesAPI", of: "Probes"), Module("ProbesPlugin", of: "Probes"),
      Module("probes", of: "Probes", "main.swift"),
    ])
}

extension Program {
  private static let probing = Once<Mode, Program>()

  /// A program that does what there is a probe for, and two builds of a plug-in.
  fileprivate static func probed(_ mode: Mode) async throws -> Program {
    try await probing.value(for: mode) {
      let program = try await Program(.probes, mode, folder: "Probes/traced-\(mode)")
      let libraries = ["Graft-dynamic", "ProbesAPI"]
      try program.link("libProbesAPI.so", program.objects["ProbesAPI"])
      try program.link("probes", program.objects["probes"], libraries: libraries)
      for file in ["libscales.so", "libscales-2.so"] {
        try program.link(file, program.objects["ProbesPlugin"], libraries: libraries)
      }
      return program
    }
  }
}
