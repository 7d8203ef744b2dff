// SPDX-License-Identifier: Apache-2.0

import Agreement
import Foundation
import TestSupport
import Testing

extension Fixture {
  /// Code that asks the registry of the program that it is in.
  static let oracle = Fixture(name: "Oracle", modules: [Module("Oracle", of: "Oracle")])
}

/// Runs programs with a library preloaded that asks the registry.
enum Oracle {
  /// What the registry says when a program has ended.
  static func ask(
    _ program: Program, _ file: String, _ arguments: [String]
  ) async throws -> RegistryReport {
    try await ask(program, file, arguments, [:])
  }

  /// What the registry says when a program has started and opened files, before anything of
  /// its own runs.
  static func ask(
    _ program: Program, _ file: String, opening plugins: [String] = []
  ) async throws -> RegistryReport {
    try await ask(program, file, [], ["ORACLE_OPEN": plugins.joined(separator: ":")])
  }

  private static func ask(
    _ program: Program, _ file: String, _ arguments: [String], _ environment: [String: String]
  ) async throws -> RegistryReport {
    let library = try await library(program)
    let path = program.folder + "oracle-report"
    let own = [
      "LD_PRELOAD": library, "ORACLE": path, "ORACLE_PROGRAM": program.folder + file,
    ]
    let outcome = try program.run(
      file, arguments, environment: own.merging(environment) { $1 })
    #expect(outcome.succeeded, "\(outcome)")
    var report = RegistryReport(try String(contentsOfFile: path, encoding: .utf8))
    report.images.removeAll { !$0.hasPrefix(program.folder) || $0 == library }
    return report
  }

  /// Linked once: files can lose what a linker needs of them.
  private static func library(_ program: Program) async throws -> String {
    let library = program.folder + "libOracle.so"
    if FileManager.default.fileExists(atPath: library) { return library }
    let objects = try await Fixture.oracle.compiled(program.objects.mode)
    let preload = try CGraft.compile("Oracle/preload.c", into: program.folder)
    return try program.link("libOracle.so", objects["Oracle"] + [preload])
  }
}
