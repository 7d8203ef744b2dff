// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The log processor of the documentation, built as a user builds it.
@Suite(
  .inWholeRuns(because: "it builds the examples"),
  .onThisMachine(because: "Tests/commands/aarch64 runs the examples there itself"))
struct ExampleTests {
  private static let example = Folders.package + "docs/examples/logs/"
  private static let products = Folders.package + "docs/examples/.build/release/"

  private static let built = Result {
    try Command.run(
      "env", ["GRAFT_EXAMPLES_CONFIGURATION=release", example + "run", example + "sample.log"])
  }

  private func run(_ plugins: String...) throws -> Command.Outcome {
    _ = try Self.built.get()
    let command = ([Self.products + "logs"] + plugins).joined(separator: " ")
    return try Command.outcome("sh", ["-c", "\(command) < \(Self.example)sample.log"])
  }

  @Test("Alone, the program writes the log as it is")
  func alone() throws {
    let log = try String(contentsOfFile: Self.example + "sample.log", encoding: .utf8)
    #expect(try run().output == log)
  }

  @Test("With plug-ins, the one of the highest priority comes last over each line")
  func plugins() throws {
    let outcome = try run(Self.products + "libHighlight.so", Self.products + "libRedact.so")
    #expect(outcome.succeeded, "\(outcome)")
    #expect(
      outcome.output.contains("+ 2026-01-02 03:04:07 install binutils:amd64 <none> 2.***\n"),
      "\(outcome)")
    #expect(!outcome.output.contains("2.40-2"), "\(outcome)")
  }

  @Test("A plug-in that is not there is an error, and the log goes on")
  func missing() throws {
    let outcome = try run("/nowhere/libMissing.so")
    #expect(outcome.errors.contains("error: /nowhere/libMissing.so"), "\(outcome)")
    #expect(outcome.output.contains("install binutils"), "\(outcome)")
  }
}
