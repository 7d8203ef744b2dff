// SPDX-License-Identifier: Apache-2.0

import Foundation

/// SwiftPM's plan for the plug-in's file: which modules can be compiled without
/// SwiftPM, and how the objects are linked.
struct PluginPlan {
  /// A Swift module whose objects are in the product.
  struct Module {
    let name: String
    let sources: [String]
    let arguments: [String]
    /// SwiftPM's paths of the compiler's outputs.
    let outputs: OutputFileMap
    /// Whether no other module of the product imports it, so that a change
    /// affects only it.
    let isLeaf: Bool
    /// The object that wraps its interface for debuggers; nil if there is none.
    let wrapped: String?
  }

  let modules: [Module]
  let linkArguments: [String]
  /// The linker's inputs, in order.
  let objects: [String]

  /// Reads the plan.
  ///
  /// - Parameter file: the product, as SwiftPM's manifest names it.
  init(of file: String, _ manifest: BuildManifest) throws(Problem) {
    guard let link = manifest.command(making: file) else {
      throw Problem("SwiftPM's plan does not say how \(file) is made")
    }
    let made = link.inputs.filter { $0.hasSuffix(".o") }
    guard let list = link.arguments.first(where: { $0.hasPrefix("@") }), !made.isEmpty else {
      throw Problem("SwiftPM's plan does not say what \(file) is linked from")
    }
    objects = try Self.lines(of: String(list.dropFirst()))
    linkArguments = link.arguments
    var compiling: [[String]: BuildManifest.Command] = [:]
    for object in made {
      guard let command = manifest.command(making: object) else { continue }
      if command.arguments.contains("-output-file-map") { compiling[command.outputs] = command }
    }
    let commands = Array(compiling.values)
    var modules: [Module] = []
    for command in commands {
      modules.append(try Self.module(command, among: commands, made, manifest))
    }
    self.modules = modules
  }

  private static func module(
    _ command: BuildManifest.Command, among others: [BuildManifest.Command], _ made: [String],
    _ manifest: BuildManifest
  ) throws(Problem) -> Module {
    guard let name = command.arguments.value(behind: "-module-name"),
      let map = command.arguments.value(behind: "-output-file-map")
    else { throw Problem("SwiftPM's plan has a module without a name") }
    let interface = command.outputs.first { $0.hasSuffix(".swiftmodule") }
    let isLeaf = !others.contains { other in
      interface.map { other.inputs.contains($0) } ?? false
    }
    let wrapped = made.first { object in
      interface.map { manifest.command(making: object)?.inputs.contains($0) == true } ?? false
    }
    return Module(
      name: name, sources: command.inputs.filter { $0.hasSuffix(".swift") },
      arguments: command.arguments, outputs: try OutputFileMap(contentsOf: map), isLeaf: isLeaf,
      wrapped: wrapped)
  }

  private static func lines(of path: String) throws(Problem) -> [String] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw Problem("SwiftPM left no list of objects at \(path)")
    }
    return text.split(separator: "\n").map { line in
      // Arguments are quoted for a shell if needed.
      guard line.count > 1, line.hasPrefix("'"), line.hasSuffix("'") else { return String(line) }
      return String(line.dropFirst().dropLast()).replacing("'\\''", with: "'")
    }
  }

  /// The module that a source file is compiled into.
  func module(of source: String) -> Module? { modules.first { $0.sources.contains(source) } }
}

/// An output file map (`-output-file-map`): the compiler's outputs for each
/// source; the empty name has those of the module.
struct OutputFileMap {
  var files: [String: [String: String]]

  init(contentsOf path: String) throws(Problem) {
    guard let data = FileManager.default.contents(atPath: path),
      let files = try? JSONDecoder().decode([String: [String: String]].self, from: data)
    else { throw Problem("SwiftPM left no readable output file map at \(path)") }
    self.files = files
  }

  /// The map with the outputs that the linker needs moved to another folder.
  func moved(to folder: String) -> (map: [String: [String: String]], objects: [String: String]) {
    var objects: [String: String] = [:]
    let map = files.mapValues { made in
      var moved: [String: String] = [:]
      for kind in ["object", "swift-dependencies"] {
        guard let file = made[kind] else { continue }
        let other = folder + "/" + (file as NSString).lastPathComponent
        moved[kind] = other
        if kind == "object" { objects[file] = other }
      }
      return moved
    }
    return (map, objects)
  }
}
