// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Core files of programs that crashed, beside the files that they had.
@Suite(
  "Cores of programs", .serialized,
  .inWholeRuns(because: "it needs a release build of Graft, and gdb"),
  .onThisMachine(because: "the core of an emulated process is the emulator's"))
struct CoreTests {
  private let libraries = ["libGraft-dynamic.so", "libEdgesAPI.so", "libTwinA.so"]

  /// A folder of its own with the program.
  private func folder(_ name: String) async throws -> String {
    let program = try await EdgeTests.program(.release)
    let folder = try Folders.make("Cores/\(name)")
    for file in libraries + ["edges"] {
      try FileManager.default.copyItem(atPath: program.folder + file, toPath: folder + file)
    }
    return folder
  }

  private func inspect(_ words: String...) throws -> Command.Outcome {
    try Command(Folders.products + "inspect-sections", words).run()
  }

  private func bash(_ script: String) throws -> Command.Outcome {
    try Command("bash", ["-c", script]).run()
  }

  /// Calls that never end: each is answered by calling itself.
  private func crash(in folder: String) -> String { "./edges 'open \(folder)libTwinA.so' circle" }

  private static let isPlain: Bool = {
    let pattern = try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
    return pattern?.hasPrefix("core") == true
  }()

  @Test(
    "The kernel's core of a crash has what the files have",
    .enabled(if: isPlain, "core files go elsewhere on this machine"))
  func crash() async throws {
    let folder = try await folder("kernel")
    let outcome = try bash("cd \(folder); ulimit -c unlimited; \(crash(in: folder)); ls core*")
    #expect(outcome.output.contains("core"), "\(outcome)")
    let name = outcome.output.split(separator: "\n").last.map(String.init) ?? "core"
    try expectAnswers(folder, core: folder + name)
  }

  @Test("So has one that a debugger writes, which says what was replaced since")
  func debugger() async throws {
    let folder = try await folder("gdb")
    let outcome = try bash(
      "cd \(folder); gdb -nx -batch -ex run -ex 'generate-core-file core' --args \(crash(in: folder))"
    )
    #expect(outcome.output.contains("Saved corefile core"), "\(outcome)")
    try expectAnswers(folder, core: folder + "core")
    // The other twin takes the name: another build of the plug-in.
    let twin = try await EdgeTests.program(.release).folder + "libTwinB.so"
    let builds = try [folder + "libTwinA.so", twin].map(Self.build)
    try FileManager.default.removeItem(atPath: folder + "libTwinA.so")
    try FileManager.default.copyItem(atPath: twin, toPath: folder + "libTwinA.so")
    let replaced = try inspect("resolve", "Greeter", "--core", folder + "core")
    #expect(replaced.status == 2, "\(replaced)")
    #expect(
      replaced.errors.contains(
        "libTwinA.so: error: replaced since: the process had build \(builds[0]), and this is"
          + " build \(builds[1])"), "\(replaced)")
  }

  @Test("No damaged core stops the command")
  func damaged() async throws {
    let folder = try await folder("damaged")
    let outcome = try bash(
      "cd \(folder); gdb -nx -batch -ex 'break main' -ex run -ex 'generate-core-file core' --args"
        + " ./edges")
    #expect(outcome.output.contains("Saved corefile core"), "\(outcome)")
    let whole = [UInt8](try Data(contentsOf: URL(filePath: folder + "core")))
    var state: UInt64 = 3
    func number(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<40 {
      var bytes = whole
      // Headers and notes are in front; what is mapped comes behind them.
      for _ in 0..<8 { bytes[number(min(bytes.count, 1 << 14))] = [0, 0xff, 0x7f, 1][number(4)] }
      try Data(bytes).write(to: URL(filePath: folder + "damaged"))
      let run = try inspect("list", "--core", folder + "damaged")
      #expect(!run.wasKilled && (0...2).contains(run.status), "\(run)")
    }
  }

  private static func build(_ path: String) throws -> String {
    let notes = try Command.run("readelf", ["-n", path])
    let line = notes.split(separator: "\n").first { $0.contains("Build ID: ") }
    return try #require(line?.split(separator: " ").last.map(String.init))
  }

  /// The same as of the files themselves, and that builds are those.
  private func expectAnswers(_ folder: String, core: String) throws {
    let files = try Command(
      Folders.products + "inspect-sections",
      ["resolve", "Greeter"] + (["edges"] + libraries).map { folder + $0 }
    ).run()
    let answers = try inspect("resolve", "Greeter", "--core", core)
    #expect(answers.status == 0, "\(answers)")
    #expect(Self.lines(answers) == Self.lines(files), "\(answers)")
    #expect(Self.lines(answers).contains { $0.contains("EdgesAPI.Wolf") })
    // Nothing is withdrawn or blocked.
    #expect(answers.errors.isEmpty, "\(answers)")
  }

  /// Without the spaces that make columns of them.
  private static func lines(_ outcome: Command.Outcome) -> Set<String> {
    Set(
      outcome.output.split(separator: "\n").map {
        $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      })
  }
}
