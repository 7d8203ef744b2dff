// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// One run of a linker.
struct Link {
  var output: String
  var objects: [String]
  /// Names of shared objects in the folder of the output, which finds them there.
  var libraries: [String] = []
  var linker = Linker.gold
  var flags: [String] = []

  private var folder: String { URL(filePath: output).deletingLastPathComponent().path() }

  /// The driver asks the objects itself at each link. On a busy machine it has come
  /// back with nothing, so they are asked once, when they are compiled.
  private var autolinked: [String] {
    objects.map(Module.autolinkFile).filter(FileManager.default.fileExists).map { "@" + $0 }
  }

  func run(_ mode: Mode) throws {
    let kind = output.hasSuffix(".so") ? "-emit-library" : "-emit-executable"
    // No search path if there is nothing to find: a static executable has none.
    let search =
      libraries.isEmpty ? [] : ["-L", folder, "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN"]
    try Command.run(
      "swiftc",
      [kind, "-o", output, "-use-ld=\(linker)"] + objects + search
        + libraries.map { "-l\($0)" } + autolinked + mode.linkFlags + flags)
  }
}

/// A program with its API and Graft as shared objects beside it: what a program that
/// opens plug-ins has to be.
struct Program: Sendable {
  let objects: Objects
  let folder: String
  var linker = Linker.gold

  var mode: Mode { objects.mode }

  init(_ fixture: Fixture, _ mode: Mode, linker: Linker = .gold, folder: String? = nil) async throws
  {
    objects = try await fixture.compiled(mode)
    self.folder = try Folders.make(folder ?? "\(fixture.name)/\(mode)-\(linker)")
    self.linker = linker
    let library = self.folder + "libGraft-dynamic.so"
    try? FileManager.default.removeItem(atPath: library)
    try FileManager.default.copyItem(
      atPath: try await Self.graft(objects, linker), toPath: library)
  }

  private struct Linkage: Hashable {
    let mode: Mode
    let linker: Linker
  }

  private static let libraries = Once<Linkage, String>()

  /// Graft as a shared object, linked once for each mode by each linker.
  private static func graft(_ objects: Objects, _ linker: Linker) async throws -> String {
    let mode = objects.mode
    return try await libraries.value(for: Linkage(mode: mode, linker: linker)) {
      let output = try Folders.make("Graft/\(mode)-\(linker)") + "libGraft-dynamic.so"
      try Link(output: output, objects: objects.graft, linker: linker).run(mode)
      return output
    }
  }

  /// Of files that are there already.
  init(objects: Objects, folder: String) {
    self.objects = objects
    self.folder = folder
  }

  /// Links a file into the folder, by default against Graft.
  @discardableResult
  func link(
    _ file: String, _ objects: [String], libraries: [String] = ["Graft-dynamic"]
  ) throws -> String {
    let link = Link(
      output: folder + file, objects: objects, libraries: libraries, linker: linker)
    try link.run(self.objects.mode)
    return folder + file
  }

  /// Runs an executable of the folder.
  func run(
    _ file: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> Command.Outcome {
    var command = try Command(folder + file, arguments)
    command.environment = environment
    return try command.run()
  }
}

extension Program {
  private struct Key: Hashable {
    let name: String
    let mode: Mode
  }

  private static let once = Once<Key, Program>()

  /// A program with extensions and without plug-ins. The API is a shared object, so
  /// that no module sees into another one's code.
  static func alone(_ name: String, _ mode: Mode) async throws -> Program {
    try await once.value(for: Key(name: name, mode: mode)) {
      let program = try await Program(Fixture(program: name), mode)
      let objects = program.objects
      try program.link("lib\(name)API.so", objects["\(name)API"])
      try program.link(
        name, objects[name.lowercased(), "\(name)Extensions"],
        libraries: ["Graft-dynamic", "\(name)API"])
      return program
    }
  }

  static func runAlone(
    _ name: String, _ mode: Mode, _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> Command.Outcome {
    try await alone(name, mode).run(name, arguments, environment: environment)
  }
}
