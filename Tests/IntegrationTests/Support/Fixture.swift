// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Modules that are compiled once for each mode, and then linked as a test wants.
struct Fixture: Hashable, Sendable {
  let name: String
  /// Each after those that it imports.
  let modules: [Module]

  func without(_ module: String) -> Fixture {
    Fixture(name: name, modules: modules.filter { $0.name != module })
  }

  private struct Key: Hashable {
    let fixture: Fixture
    let mode: Mode
  }

  private static let once = Once<Key, Objects>()

  /// The objects of the modules and of Graft.
  func compiled(_ mode: Mode) async throws -> Objects {
    try await Self.once.value(for: Key(fixture: self, mode: mode)) {
      if self == .graft, mode == .debug, !OtherMachine.isTested { return try .ofPackage() }
      let graft = self == .graft ? [] : try await Fixture.graft.compiled(mode).graft
      var objects: [String: String] = [:]
      for module in modules { objects[module.name] = try module.compile(mode) }
      if self == .graft {
        return Objects(mode: mode, graft: try CGraft.compile(mode) + objects.values.sorted())
      }
      return Objects(mode: mode, graft: graft, modules: objects)
    }
  }

  static let graft = Fixture(
    name: "Graft",
    modules: ["CLibrary", "GraftDescriptors", "Graft", "GraftPlugins", "GraftCourier"].map {
      Module(ofGraft: $0)
    })
}

/// What there is to link.
struct Objects: Sendable {
  let mode: Mode
  let graft: [String]
  var modules: [String: String] = [:]

  subscript(_ names: String...) -> [String] { names.map { modules[$0]! } }

  /// Graft as SwiftPM compiled it for these tests, in debug: links to the modules and objects.
  fileprivate static func ofPackage() throws -> Objects {
    let folder = try Module.folder(of: "Graft", .debug)
    let manager = FileManager.default
    for module in Fixture.graft.modules.map(\.name) {
      try manager.createSymbolicLink(
        atPath: folder + module + ".swiftmodule",
        withDestinationPath: Folders.products + "Modules/\(module).swiftmodule")
    }
    // The linker's own list: the folders keep objects of sources that are gone.
    let list = Folders.products + "GraftCourier-dynamic.product/Objects.LinkFileList"
    let built = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
      .map { $0.trimmingCharacters(in: ["'"]) }
    let objects = try built.enumerated().map { index, object in
      let link = folder + "\(index)-" + URL(filePath: object).lastPathComponent
      try manager.createSymbolicLink(atPath: link, withDestinationPath: object)
      return link
    }
    let libraries = Module.autolinkFile(of: objects[0])
    try Command.run("swift-autolink-extract", built + ["-o", libraries])
    return Objects(mode: .debug, graft: objects)
  }
}

/// The loader, and C files of fixtures.
enum CGraft {
  static let include = ["-I", Folders.sources + "CGraft/include"]

  fileprivate static func compile(_ mode: Mode) throws -> [String] {
    let folder = Folders.sources + "CGraft/"
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".c") }.sorted()
    return try files.map { try compile(folder + $0, into: Module.folder(of: "Graft", mode), mode) }
  }

  /// Compiles a C file of a fixture.
  static func compile(
    _ file: String, into folder: String, _ mode: Mode = .debug, _ flags: [String] = []
  ) throws -> String {
    let path = file.hasPrefix("/") ? file : Folders.fixtures + file
    // Tests that run at the same time compile one file into one folder.
    let object = folder + URL(filePath: path).lastPathComponent + "-\(UUID().uuidString).o"
    try Command.run(
      "clang", mode.cFlags + ["-fPIC", "-c", path, "-o", object] + include + flags)
    return object
  }
}
