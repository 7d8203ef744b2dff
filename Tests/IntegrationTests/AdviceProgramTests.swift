// SPDX-License-Identifier: Apache-2.0

import Testing

extension Fixture {
  fileprivate static let advice = Fixture(
    name: "Advice",
    modules: [
      Module("AdviceAPI", of: "Advice"), Module("AdvicePlugin", of: "Advice"),
      Module("advice", of: "Advice", "main.swift", "Forks.swift", "Threads.swift"),
    ])
}

/// A program that advises, and a plug-in with a type and with advice.
@Suite("Advice of a program and a plug-in", .serialized)
struct AdviceProgramTests {
  private func run(_ test: String, _ mode: Mode) async throws -> Command.Outcome {
    let program = try await Program(.advice, mode)
    let libraries = ["Graft-dynamic", "AdviceAPI"]
    try program.link("libAdviceAPI.so", program.objects["AdviceAPI"])
    try program.link("advice", program.objects["advice"], libraries: libraries)
    let plugin = try program.link(
      "plugin.so", program.objects["AdvicePlugin"], libraries: libraries)
    return try program.run("advice", [test, plugin])
  }

  @Test(
    "3 threads call while 3 install, remove and withdraw, also under ThreadSanitizer",
    arguments: [Mode.release, .sanitized])
  func threads(mode: Mode) async throws {
    let outcome = try await run("threads", mode)
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
    let outcome = try await run("forks", .release)
    #expect(outcome.succeeded && outcome.output == "failures: 0\n", "\(outcome)")
  }

  // In a process of its own: what tests print goes to the standard error of this one.
  @Test("A closure's arguments are printed to standard error, and passed on")
  func printing() async throws {
    let outcome = try await run("print", .release)
    #expect(outcome.succeeded && outcome.output == "a2\nb0\n", "\(outcome)")
    #expect(outcome.errors == "join(a, Optional(2))\n")
  }

  @Test("Advice waits for a type, and is refused while the type's image is withdrawn")
  func arrival() async throws {
    let outcome = try await run("arrive", .release)
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
