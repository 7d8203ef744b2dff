// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension Fixture {
  /// Subjects of all kinds, default and constrained extensions, and a plug-in.
  static let subjects = Fixture(
    name: "Subjects",
    modules: [
      Module("SubjectsAPI", of: "Subjects"), Module("SubjectsExtensions", of: "Subjects"),
      Module("SubjectsPlugin", of: "Subjects"), Module("subjects", of: "Subjects", "main.swift"),
    ])
}

@Suite struct LinkingTests {
  @Test("Each linker, mode and layout gives the same answers", arguments: Layout.all)
  func answers(layout: Layout) async throws {
    let outcome = try await layout.kind.hasPlugin ? runWithPlugin(layout) : runAlone(layout)
    #expect(outcome.succeeded, "\(outcome)")
    let expected = try Golden.text("Subjects/alone.txt")
    let afterOpening = layout.kind.hasPlugin ? try Golden.text("Subjects/with-plugin.txt") : ""
    #expect(outcome.output == expected + afterOpening)
  }

  private func runWithPlugin(_ layout: Layout) async throws -> Command.Outcome {
    let program = try await Program(
      .subjects, layout.mode, linker: layout.linker, folder: layout.folder)
    let objects = program.objects
    try program.link("libSubjectsAPI.so", objects["SubjectsAPI"])
    let libraries = ["Graft-dynamic", "SubjectsAPI"]
    try program.link("subjects", objects["subjects", "SubjectsExtensions"], libraries: libraries)
    try program.link("libplugin.so", objects["SubjectsPlugin"], libraries: libraries)
    for file in ["libGraft-dynamic.so", "libSubjectsAPI.so", "subjects", "libplugin.so"] {
      try layout.treat(program.folder + file)
    }
    return try program.run("subjects", [program.folder + "libplugin.so"])
  }

  private func runAlone(_ layout: Layout) async throws -> Command.Outcome {
    let objects = try await Fixture.subjects.compiled(layout.mode)
    let own = objects["subjects", "SubjectsExtensions", "SubjectsAPI"]
    let output = try Folders.make(layout.folder) + "subjects"
    let link = Link(
      output: output, objects: layout.order(own, graft: objects.graft), linker: layout.linker,
      flags: layout.kind.flags)
    try link.run(layout.mode)
    return try Command(output, []).run()
  }
}
