// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

extension Fixture {
  fileprivate static let advice = Fixture(
    name: "Advice",
    modules: [
      Module("AdviceAPI", of: "Advice"), Module("AdvicePlugin", of: "Advice"),
      Module("advice", of: "Advice", "main.swift", "Forks.swift", "Rounds.swift", "Threads.swift"),
    ])
}

extension Program {
  private static let advising = Once<Mode, Program>()

  /// A program that advises what it is told to, and a plug-in with a type and with advice.
  static func advising(_ mode: Mode) async throws -> Program {
    try await advising.value(for: mode) {
      let program = try await Program(.advice, mode)
      let libraries = ["Graft-dynamic", "AdviceAPI"]
      try program.link("libAdviceAPI.so", program.objects["AdviceAPI"])
      let support = [try CGraft.compile("Advice/support.c", into: program.folder, mode)]
      try program.link("advice", program.objects["advice"] + support, libraries: libraries)
      try program.link("plugin.so", program.objects["AdvicePlugin"], libraries: libraries)
      return program
    }
  }
}

/// A program that advises, and a plug-in with a type and with advice.
@Suite(
  "Advice of a program and a plug-in", .serialized,
  .inWholeRuns(because: "it needs optimised and sanitized builds of Graft"))
struct AdviceProgramTests {
  private func run(
    _ test: String, _ arguments: String..., in mode: Mode
  ) async throws -> Command.Outcome {
    let program = try await Program.advising(mode)
    return try program.run("advice", [test, program.folder + "plugin.so"] + arguments)
  }

  @Test(
    "3 threads call while 3 install, remove and withdraw, also under ThreadSanitizer",
    arguments: Mode.threaded)
  func threads(mode: Mode) async throws {
    let outcome = try await run("threads", in: mode)
    #expect(outcome.succeeded && outcome.errors == "", "\(outcome)")
    #expect(
      outcome.output == """
        wrong: 0
        called: true
        once: 0
        installed: 0
        left: 0

        """, "\(outcome)")
  }

  @Test("A child of fork can call and remove, whatever other threads are calling")
  func forks() async throws {
    let outcome = try await run("forks", in: .release)
    #expect(outcome.succeeded && outcome.output == "failures: 0\n", "\(outcome)")
  }

  @Test(
    "Advice that comes and goes in any order, 200,000 times, keeps no memory",
    arguments: [3, 16, 64])
  func rounds(installed: Int) async throws {
    // An emulator takes hours to do as many.
    let count = OtherMachine.isTested ? 5000 : 200_000
    let outcome = try await run("rounds", "\(count)", "\(installed)", in: .release)
    #expect(
      outcome.succeeded && outcome.output == "rounds: \(count)\ngrown: no\n", "\(outcome)")
  }

  @Test(
    "Nothing that removed advice captured is alive when 8 threads have called it, 100,000 times",
    arguments: [Mode.release, .debug])
  func captures(mode: Mode) async throws {
    let count = OtherMachine.isTested ? 2000 : mode == .release ? 100_000 : 5000
    let outcome = try await run("captures", "\(count)", in: mode)
    #expect(outcome.succeeded && outcome.output == "alive: 0\n", "\(outcome)")
  }

  @Test("2,000 objects each have their advice, on a small stack too, until they are gone")
  func objects() async throws {
    let outcome = try await run("objects", in: .release)
    #expect(
      outcome.succeeded && outcome.output == "called: 2000\ninstalled: 1000\ndead: 1000\nleft: 0\n",
      "\(outcome)")
  }

  @Test("Threads may make advised calls in the last of their destructors")
  func exits() async throws {
    let outcome = try await run("exits", in: .release)
    #expect(outcome.succeeded && outcome.output == "ended: 800\n", "\(outcome)")
  }

  @Test(
    "Advice on an actor runs the rest of a call that throws and takes a function",
    arguments: [Mode.release, .debug])
  func clerks(mode: Mode) async throws {
    let outcome = try await run("clerks", in: mode)
    #expect(outcome.succeeded && outcome.errors == "", "\(outcome)")
    #expect(
      outcome.output == """
        a: Int success(1)
        b: nothing
        a!: Int success(2)
        b!: nothing
        after a: a: Int success(1)
        a: Int success(1)
        after b: b: nothing
        b: nothing
        after
        a: Int success(1)
        after
        b: nothing
        before: 10
        after 2: [3, 30, -1, 2]
        [3, 30, -1, 2]

        """, "\(outcome)")
  }

  @Test("Advice waits for a type, and is refused while the type's image is withdrawn")
  func arrival() async throws {
    let outcome = try await run("arrive", in: .release)
    #expect(outcome.succeeded && outcome.errors == "", "\(outcome)")
    #expect(
      outcome.output == """
        installed: true
        Parrot counts 1
        counted: 1001
        Parrot counts 1
        withdrawn: 1
        refused: AdvicePlugin.Parrot of true
        Parrot counts 1
        after
        reinstated: 1001

        """, "\(outcome)")
  }
}
