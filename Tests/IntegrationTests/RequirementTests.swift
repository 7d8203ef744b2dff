// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

extension Fixture {
  /// Two modules without a plug-in: an API with its extensions, and a program.
  init(program name: String) {
    self.init(
      name: name,
      modules: [
        Module("\(name)API", of: name), Module("\(name)Extensions", of: name),
        Module(name.lowercased(), of: name, "main.swift"),
      ])
  }
}

extension Fixture {
  fileprivate static let requirementKinds = Fixture(
    name: "RequirementKinds",
    modules: ["Protocols", "Extensions", "Checks"].map { Module(ofRequirementKinds: $0) }
      + [Module("kinds", of: "RequirementKinds", "main.swift")])
}

extension Program {
  private static let kinds = Once<Mode, Program>()

  /// A program without extensions, and a plug-in that answers.
  static func requirementKinds(_ mode: Mode) async throws -> Program {
    try await kinds.value(for: mode) {
      let program = try await Program(.requirementKinds, mode)
      let libraries = ["Graft-dynamic", "RequirementProtocols"]
      try program.link("libRequirementProtocols.so", program.objects["RequirementProtocols"])
      try program.link(
        "plugin.so", program.objects["RequirementExtensions"], libraries: libraries)
      try program.link("kinds", program.objects["kinds", "RequirementChecks"], libraries: libraries)
      return program
    }
  }
}

@Suite struct RequirementTests {
  @Test(
    "Each kind of requirement is answered by another image, however it is called",
    arguments: Mode.allCases)
  func otherImage(mode: Mode) async throws {
    let program = try await Program.requirementKinds(mode)
    let outcome = try program.run("kinds", [program.folder + "plugin.so"])
    #expect(outcome.succeeded && outcome.output == "all are answered\n", "\(outcome)")
  }

  @Test("Requirements of every kind reach the extension and super", arguments: Mode.allCases)
  func kinds(mode: Mode) async throws {
    let outcome = try await Program.runAlone("Requirements", mode)
    #expect(outcome.succeeded, "\(outcome)")
    try Golden(Folders.fixtures + "Requirements/expected.txt").check(outcome.output)
  }

  @Test(
    "Advice has the types of each call, of whatever kind its arguments and subjects are",
    arguments: Mode.allCases)
  func advisedTypes(mode: Mode) async throws {
    let outcome = try await Program.runAlone("AdvisedTypes", mode)
    #expect(outcome.succeeded, "\(outcome)")
    try Golden(Folders.fixtures + "AdvisedTypes/expected.txt").check(outcome.output)
  }
}
