// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

extension Fixture {
  static let images = Fixture(
    name: "Images",
    modules: [Module("ImagesAPI", of: "Images")]
      + [
        Module("ImagesCommands", of: "Images", "ImagesCommands.swift", "Swapping.swift"),
        Module("ImagesExtensions", of: "Images"),
      ]
      + plugins.map { Module($0, of: "Images") }
      + [Module("images", of: "Images", "main.swift")])

  fileprivate static let plugins = [
    "Alpha", "OfLoud", "OfQuiet", "Idling", "Conforming", "Kin", "Inquiring", "Holding", "Gating",
    "Early", "Asking", "Advising", "Luring", "Fickle", "Recorded", "Lively", "Owning", "Lower",
    "Meeting", "Upper", "Watching",
  ]
}

/// A host that carries out its arguments, and plug-ins for it.
enum ImageHost {
  private static let once = Once<Mode, Program>()
  static let libraries = ["Graft-dynamic", "ImagesAPI"]

  /// The host of the test's mode.
  static func program() async throws -> Program {
    let mode = FixtureMode.current
    return try await once.value(for: mode) {
      let program = try await Program(.images, mode)
      let objects = program.objects
      try program.link("libImagesAPI.so", objects["ImagesAPI"])
      try program.link(
        "libImagesExtensions.so", objects["ImagesExtensions"], libraries: libraries)
      try program.link(
        "images", objects["images", "ImagesCommands", "ImagesExtensions"], libraries: libraries)
      let constructor = try compile("inquiring.c", for: program)
      for name in Fixture.plugins where name != "Upper" {
        let isCalled = ["Inquiring", "Holding", "Gating", "Early"].contains(name)
        try program.link(
          "lib\(name).so", objects[name] + (isCalled ? [constructor] : []), libraries: libraries)
      }
      // Adds a conformance when the constructor of the image that it needs is over.
      try program.link(
        "libLate.so", objects["Conforming"], libraries: libraries + ["Gating"])
      try program.link(
        "libUpper.so", objects["Upper"], libraries: libraries + ["Lower"])
      return program
    }
  }

  /// Those that neither call nor wait while they are opened.
  static let quietPlugins = [
    "Alpha", "OfLoud", "OfQuiet", "Idling", "Conforming", "Kin", "Asking", "Advising", "Luring",
    "Fickle",
  ].map { "lib\($0).so" }

  /// A host with all of it in the executable, Graft too.
  static func alone(_ flags: [String] = []) async throws -> (file: String, Program) {
    let program = try await program()
    let file = "images-alone\(flags.joined())"
    _ = try await files.value(for: program.folder + file) {
      let objects = program.objects
      var link = Link(
        output: program.folder + file,
        objects: objects["images", "ImagesCommands", "ImagesExtensions", "ImagesAPI"]
          + objects.graft)
      link.flags = flags.flatMap { ["-Xlinker", $0] }
      try link.run(program.mode)
      return file
    }
    return (file, program)
  }

  /// Compiles a C file of the fixture.
  static func compile(_ file: String, for program: Program, _ flags: [String] = []) throws
    -> String
  {
    try CGraft.compile("Images/" + file, into: program.folder, program.mode, flags)
  }

  /// A newer build of a plug-in, under a name of its own.
  static func variant(
    _ name: String, _ flag: String, libraries others: [String] = []
  ) async throws -> String {
    let program = try await program()
    let file = "lib\(name)-\(flag).so"
    return try await files.value(for: program.folder + file) {
      let module = Module(name, of: "Images", variant: "-" + flag, flags: ["-D", flag])
      let objects = try module.compile(
        program.mode, importing: Module.folder(of: "Images", program.mode))
      return try program.link(file, [objects], libraries: libraries + others)
    }
  }

  private static let files = Once<String, String>()

  /// What the host prints, line by line.
  static func run(
    _ commands: [String], environment: [String: String] = [:]
  ) async throws -> [String] {
    let outcome = try await program().run("images", commands, environment: environment)
    guard outcome.succeeded else { throw Command.Failure(description: "\(outcome)") }
    return lines(outcome)
  }

  static func lines(_ outcome: Command.Outcome) -> [String] {
    outcome.output.split(separator: "\n").map(String.init)
  }
}
