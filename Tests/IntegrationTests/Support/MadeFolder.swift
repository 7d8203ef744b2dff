// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A folder, and the plug-ins in it.
struct MadeFolder {
  let name: String
  let path: String
  let program: Program

  init(_ name: String) async throws {
    self.name = name
    program = try await ImageHost.program()
    path = try Folders.make("Images/\(program.mode)-folder-\(name)")
  }

  /// A plug-in in C.
  ///
  /// - Parameter needed: files of this folder.
  @discardableResult
  func plugin(
    _ file: String, name: String? = nil, version: String = "1", needs: String = "images-host",
    soname: String? = nil, needed: [String] = [], flags: [String] = [],
    linkFlags: [String] = []
  ) throws -> String {
    let defines =
      name.map { ["-DNAME=\"\($0)\"", "-DVERSION=\"\(version)\"", "-DNEEDED=\"\(needs)\""] } ?? []
    let object = try CGraft.compile(
      "Images/plugin.c", into: Folders.make("Images/\(program.mode)-objects-\(self.name)-\(file)"),
      program.mode,
      defines + flags)
    var link = Link(output: path + file, objects: [object])
    link.flags = ["-L", program.folder, "-lGraft-dynamic"] + linkFlags
    link.flags += ["-Xlinker", "--build-id"]
    link.flags += [
      "-Xlinker", "--no-as-needed", "-Xlinker", "-rpath", "-Xlinker", program.folder,
    ]
    // Those of a cycle find one another by it.
    link.flags += ["-Xlinker", "-rpath", "-Xlinker", "$ORIGIN"]
    link.flags += soname.map { ["-Xlinker", "-soname", "-Xlinker", $0] } ?? []
    link.flags += needed.flatMap { ["-Xlinker", path + $0] }
    try link.run(program.mode)
    return path + file
  }

  /// A copy of a file beside the host.
  @discardableResult
  func copy(_ file: String, as name: String? = nil) throws -> String {
    let source = file.contains("/") ? file : program.folder + file
    try write(Data(contentsOf: URL(filePath: source)), to: name ?? file)
    return path + (name ?? file)
  }

  func write(_ data: Data, to file: String) throws {
    try data.write(to: URL(filePath: path + file))
  }

  func data(_ file: String) throws -> Data { try Data(contentsOf: URL(filePath: path + file)) }

  func run(_ commands: [String]) async throws -> [String] {
    try await ImageHost.run(commands).map { $0.replacing(path, with: "") }
  }

  /// The states after changes of a folder, each of which `sync()` follows.
  ///
  /// - Parameters:
  ///   - needs: for several ones, with `", "` in between.
  ///   - steps: names of files with a sign: `+` for one that comes, `-` for one that goes. One that
  ///     comes under another name has that behind an `@`.
  static func states(
    _ name: String, of files: [(name: String, plugin: String, version: String, needs: String)],
    _ steps: [String]
  ) async throws -> [String] {
    let folder = try await MadeFolder("step-\(name)")
    let kept = try await MadeFolder("step-\(name)-files")
    for file in files {
      try kept.plugin(file.name, name: file.plugin, version: file.version, needs: file.needs)
    }
    let commands = steps.flatMap { step in
      step.split(separator: " ").map { word in
        let names = word.dropFirst().split(separator: "@")
        return word.hasPrefix("-")
          ? "remove \(folder.path)\(names[0])"
          : "copy \(kept.path)\(names[0]) \(folder.path)\(names.last!)"
      } + ["sync-with-host \(folder.path)", "states"]
    }
    let lines = try await folder.run(commands)
    return lines.filter { $0.hasPrefix("states: ") }.map { line in
      let images = line.replacing("states: ", with: "").components(separatedBy: ", ")
      return images.filter { $0 != "images active" }.joined(separator: ", ")
    }
  }
}
