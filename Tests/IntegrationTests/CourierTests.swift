// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

extension Fixture {
  fileprivate static let couriers = Fixture(
    name: "Couriers",
    modules: [
      Module("CouriersAPI", of: "Couriers"), Module("CouriersPlugin", of: "Couriers"),
      Module("CouriersEnding", of: "Couriers"),
      Module("couriers", of: "Couriers", "main.swift", "Threads.swift"),
    ])
}

/// Couriers whose receivers come from several images, and from several threads.
@Suite(.serialized) struct CourierTests {
  private func program(_ mode: Mode) async throws -> Program {
    let program = try await Program(.couriers, mode)
    let libraries = ["Graft-dynamic", "CouriersAPI"]
    try program.link("libCouriersAPI.so", program.objects["CouriersAPI"])
    let walk = try CGraft.compile("Couriers/walk.c", into: program.folder, mode)
    try program.link("couriers", program.objects["couriers"] + [walk], libraries: libraries)
    try program.link("plugin.so", program.objects["CouriersPlugin"], libraries: libraries)
    try program.link("ending.so", program.objects["CouriersEnding"], libraries: libraries)
    return program
  }

  @Test(
    "Receivers of an image that is withdrawn drop out, and come back", arguments: Mode.allCases)
  func image(mode: Mode) async throws {
    let program = try await program(mode)
    let outcome = try program.run("couriers", ["image", program.folder + "plugin.so"])
    #expect(outcome.succeeded && outcome.errors == "", "\(outcome)")
    #expect(
      outcome.output == """
        alone: host; last host
        loaded: cage, host, parrot, echo, visitor; last visitor
        withdrawn: host; last host
        late: ["host"]
        changed: host, host; last host
        reinstated: host, cage, host, parrot, echo, visitor; last visitor
        rolled back: host, host; last host
        loaded again: host, cage, host, parrot, echo, visitor; last visitor

        """, "\(outcome)")
  }

  @Test(
    "Receivers of a plug-in are silent before it ends its work, whoever made their courier",
    arguments: Mode.allCases)
  func lifecycle(mode: Mode) async throws {
    let program = try await program(mode)
    let outcome = try program.run("couriers", ["lifecycle", program.folder + "ending.so"])
    #expect(outcome.succeeded && outcome.errors == "", "\(outcome)")
    #expect(
      outcome.output == """
        loaded: host, ending; made visitor; 1 counts
        onWithdraw: host; made ; 1 counts
        withdrawn: host; made ; 1 counts
        reinstated: host, ending; made visitor; 1 counts

        """, "\(outcome)")
  }

  @Test("Adding a value waits for nobody who holds the dynamic linker's lock")
  func walk() async throws {
    let program = try await program(.debug)
    var command = try Command(program.folder + "couriers", ["walk"])
    command.timeLimit = 600
    let outcome = try command.run()
    #expect(outcome.succeeded && outcome.output == "walked\n", "\(outcome)")
  }

  @Test(
    "3 threads change the receivers while 4 call, also under ThreadSanitizer",
    arguments: Mode.threaded)
  func threads(mode: Mode) async throws {
    let outcome = try await program(mode).run("couriers", ["threads"])
    #expect(outcome.succeeded && outcome.errors == "", "\(outcome)")
    #expect(
      outcome.output == """
        wrong: 0
        called: true
        receivers: 3, 3
        left: 0

        """, "\(outcome)")
  }
}
