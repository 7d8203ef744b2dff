// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A Swift module that is compiled to one object. Where it depends on others, they
/// come first in a list.
struct Module: Hashable, Sendable {
  let name: String
  let sources: [String]
  /// Where its object and module go: each fixture has a folder, or one for each
  /// variant.
  let fixture: String
  var flags: [String] = []

  init(
    _ name: String, of fixture: String, _ sources: String..., variant: String = "",
    flags: [String] = []
  ) {
    self.name = name
    self.fixture = fixture + variant
    self.flags = flags
    self.sources = (sources.isEmpty ? [name + ".swift"] : sources)
      .map { Folders.fixtures + fixture + "/" + $0 }
  }

  /// A module whose sources are a folder of a fixture.
  init(_ name: String, ofFolderIn fixture: String) {
    self.name = name
    self.fixture = fixture
    sources = Self.swiftFiles(in: Folders.fixtures + fixture + "/" + name)
  }

  /// A module of `Tests/RequirementKinds`.
  init(ofRequirementKinds part: String) {
    self.init(
      "Requirement\(part)", of: "RequirementKinds", inTests: "RequirementKinds/\(part)")
  }

  /// A target in `Tests`, without the folders in it that are targets of their own.
  init(
    _ name: String, of fixture: String, inTests folder: String, excluding excluded: String? = nil
  ) {
    self.name = name
    self.fixture = fixture
    let path = Folders.package + "Tests/" + folder
    sources = Self.swiftFiles(in: path).filter { file in
      !(excluded.map { file.hasPrefix("\(path)/\($0)/") } ?? false)
    }
  }

  /// A module of `Tests/RandomProgram`.
  init(ofRandomProgram name: String) {
    self.name = name.replacing("-", with: "_")
    fixture = "RandomProgram"
    let package = Folders.package + "Tests/RandomProgram/"
    let folder = name == "RandomProtocols" ? "Protocols/Sources/" : "Sources/"
    sources = Self.swiftFiles(in: package + folder + name)
    flags = ["-Xcc", "-I" + package + "Sources/CRandom/include", "-package-name", "random"]
  }

  /// One that a test has written.
  init(_ name: String, of fixture: String, writtenTo file: String) {
    self.name = name
    self.fixture = fixture
    sources = [file]
  }

  /// A module of Graft itself.
  init(ofGraft name: String, in fixture: String = "Graft") {
    self.name = name
    self.fixture = fixture
    sources = Self.swiftFiles(in: Folders.sources + name)
  }

  private var isProgram: Bool { sources.contains { $0.hasSuffix("/main.swift") } }

  private static func swiftFiles(in folder: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") }.sorted().map { folder + "/" + $0 }
  }

  /// Where a fixture's objects and modules are.
  static func folder(of fixture: String, _ mode: Mode) throws -> String {
    try Folders.make("\(fixture)/\(mode.rawValue)")
  }

  /// The libraries that an object asks for, as options.
  static func autolinkFile(of object: String) -> String { object + ".autolink" }

  /// Compiles the module; those that it imports are compiled already.
  ///
  /// - Parameter imported: a folder of modules, if they are not in the fixture's own.
  func compile(_ mode: Mode, importing imported: String? = nil) throws -> String {
    let folder = try Self.folder(of: fixture, mode)
    let object = folder + name + ".o"
    let others = imported.map { ["-I", $0] } ?? []
    try Command.run("swiftc", arguments(mode, object: object, folder: folder) + others)
    try Command.run("swift-autolink-extract", [object, "-o", Self.autolinkFile(of: object)])
    return object
  }

  private func arguments(_ mode: Mode, object: String, folder: String) throws -> [String] {
    let graft = try Self.folder(of: "Graft", mode)
    // In one object in debug builds too, which is what `-wmo` is for here.
    var arguments = mode.swiftFlags + ["-wmo", "-c", "-o", object, "-module-name", name]
    arguments += ["-emit-module", "-emit-module-path", folder + name + ".swiftmodule"]
    arguments += ["-swift-version", "6"]
    for feature in ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"] {
      arguments += ["-enable-upcoming-feature", feature]
    }
    // As the manifest has it.
    if name.hasPrefix("Graft"), sources.allSatisfy({ $0.hasPrefix(Folders.sources) }) {
      arguments += ["-enable-experimental-feature", "BuiltinModule", "-package-name", "graft"]
    }
    // The core's tests see what is internal; all fixtures share this one build with them.
    if fixture == "Graft" { arguments += ["-enable-testing"] }
    arguments += SwiftCompiler.optionsForGraft(modules: graft)
    arguments += ["-I", folder, "-warnings-as-errors"] + flags
    return arguments + (isProgram ? [] : ["-parse-as-library"]) + sources
  }
}
