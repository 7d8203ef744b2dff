// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Many images, steps and threads.
@Suite(.inWholeRuns(because: "it needs optimised and sanitized builds of Graft"))
struct LoadTests {
  @Test(
    "200 plug-ins arrive on 4 threads while 4 call and 2 ask, also under ThreadSanitizer",
    arguments: Mode.threaded)
  func threads(mode: Mode) async throws {
    let program = try await LoadHost.program(mode)
    let count = 200
    let plugins = try LoadHost.plugins(count, from: 1, of: program)
    let outcome = try program.run("load", ["threads"] + plugins.shuffled())
    #expect(outcome.succeeded && outcome.errors == "", "\(outcome)")
    #expect(
      outcome.output == """
        wrong: 0
        images: \(count), \(count)
        states: ["active"]
        in line: \(count), \(count), \(count)
        first: \(count)
        diagnostics: 0

        """, "\(outcome)")
  }

  @Test("100,000 random steps do what a simple model does, and allocate nothing")
  func walk() async throws {
    let program = try await LoadHost.program(.release)
    let outcome = try program.run(
      "load", ["walk"] + LoadHost.plugins(6, from: 0, of: program))
    #expect(outcome.succeeded && outcome.output == "steps: 100000\ngrown: no\n", "\(outcome)")
  }

  @Test("10,000 events that empty all cells, with 400 subjects, keep no memory")
  func refresh() async throws {
    let program = try await LoadHost.program(.release)
    let nothing = program.folder + "nothing.so"
    let source = Folders.fixtures + "Images/nothing.c"
    try Command.run("clang", ["-fPIC", "-shared", source, "-o", nothing])
    let outcome = try program.run("load", ["refresh", nothing])
    #expect(outcome.succeeded && outcome.output == "events: 10000\ngrown: no\n", "\(outcome)")
  }
}
