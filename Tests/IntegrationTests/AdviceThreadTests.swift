// SPDX-License-Identifier: Apache-2.0

import Testing

extension Fixture {
  fileprivate static let advice = Fixture(
    name: "Advice",
    modules: [
      Module("AdviceAPI", of: "Advice"), Module("AdvicePlugin", of: "Advice"),
      Module("advice", of: "Advice", "main.swift", "Threads.swift"),
    ])
}

@Suite("Advice on several threads")
struct AdviceThreadTests {
  @Test(
    "3 threads call while 3 install, remove and withdraw, also under ThreadSanitizer",
    arguments: [Mode.release, .sanitized])
  func threads(mode: Mode) async throws {
    let program = try await Program(.advice, mode)
    let libraries = ["Graft-dynamic", "AdviceAPI"]
    try program.link("libAdviceAPI.so", program.objects["AdviceAPI"])
    try program.link("advice", program.objects["advice"], libraries: libraries)
    let plugin = try program.link(
      "plugin.so", program.objects["AdvicePlugin"], libraries: libraries)
    let outcome = try program.run("advice", [plugin])
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
}
