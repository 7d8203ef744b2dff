// SPDX-License-Identifier: Apache-2.0

import Foundation
import CLibrary

/// Compiles a module with SwiftPM's options and with dependency information of its
/// own.
///
/// It writes no module interface, since nothing reads it.
final class ModuleBuild {
  let name: String
  /// The paths of this build's objects, by the paths of SwiftPM's.
  let objects: [String: String]
  private let package: String
  private let driver: [String]
  private let outputs: [String: [String: String]]
  /// The driver's job that compiles a source file alone, by the file's path.
  private let compilers: [String: [String]]
  /// Whether each source has been compiled once.
  private var isPrepared = false
  /// The sources that changed since they were compiled.
  private var changed: Set<String> = []

  /// SwiftPM's options for outputs other than objects, with or without an
  /// argument.
  private static let droppedFlags: Set = [
    "-emit-module", "-emit-objc-header", "-emit-dependencies", "-parseable-output",
    "-serialize-diagnostics",
  ]
  private static let droppedOptions: Set = [
    "-emit-module-path", "-emit-objc-header-path", "-index-store-path", "-output-file-map",
  ]
  /// The options that make the driver plan incremental or batch builds.
  private static let planning: Set = ["-incremental", "-enable-batch-mode"]

  init(
    _ module: PluginPlan.Module, in folder: String, of package: String
  ) throws(Problem) {
    name = module.name
    self.package = package
    (outputs, objects) = module.outputs.moved(to: folder)
    let map = folder + "/output-file-map.json"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try JSONEncoder().encode(outputs).write(to: URL(filePath: map))
    } catch {
      throw Problem("\(folder): \(error.localizedDescription)")
    }
    var words: [String] = []
    var rest = module.arguments[...]
    while let word = rest.popFirst() {
      if Self.droppedOptions.contains(word) {
        rest = rest.dropFirst()
      } else if !Self.droppedFlags.contains(word) {
        words.append(word)
      }
    }
    driver = words + ["-output-file-map", map]
    compilers = try Self.compilers(driver, package)
    // Outputs in the folder may be outdated.
    changed = Set(outputs.keys)
  }

  /// The jobs for single files.
  ///
  /// Empty unless the driver runs one job for each file and passes all arguments
  /// directly, not in lists that it deletes.
  private static func compilers(
    _ driver: [String], _ package: String
  ) throws(Problem) -> [String: [String]] {
    guard driver.contains("-incremental") else { return [:] }
    let words = driver.filter { !planning.contains($0) } + ["-###"]
    let (isPlanned, text) = try ChildProcess.run(words, in: package)
    guard isPlanned else { return [:] }
    var compilers: [String: [String]] = [:]
    for command in DriverJobs(printed: text).commands {
      let isComplete = !command.contains { $0.hasPrefix("@") || $0 == "-filelist" }
      guard command.filter({ $0 == "-primary-file" }).count == 1, isComplete,
        let source = command.value(behind: "-primary-file")
      else { continue }
      compilers[source] = command
    }
    return compilers
  }

  /// Compiles the changed files and those that depend on them.
  ///
  /// - Returns: the compiler's errors; nil if there are none.
  func compile() throws(Problem) -> String? {
    // Saves in quick succession can leave equal times, which the driver takes
    // for unchanged; without objects it compiles.
    for object in changed.compactMap({ outputs[$0]?["object"] }) { unlink(object) }
    let (isCompiled, output) = try ChildProcess.run(driver, in: package)
    guard isCompiled else { return output }
    (isPrepared, changed) = (true, [])
    return nil
  }

  /// Compiles one changed file without the driver.
  ///
  /// If the file's interface and its uses of others are unchanged, nothing else needs
  /// compiling.
  func compile(changed sources: Set<String>) throws(Problem) -> String? {
    changed.formUnion(sources)
    guard isPrepared, changed.count == 1, let source = changed.first,
      var command = compilers[source], let object = outputs[source]?["object"],
      let dependencies = outputs[source]?["swift-dependencies"],
      let place = command.firstIndex(of: object),
      let before = FileManager.default.contents(atPath: dependencies)
    else { return try compile() }
    // The driver would skip an object that is newer than its source.
    let alone = object + ".alone"
    command[place] = alone
    // The dependency file contains its own path.
    command += ["-emit-reference-dependencies-path", dependencies]
    let (isCompiled, output) = try ChildProcess.run(command, in: package)
    if isCompiled && FileManager.default.contents(atPath: dependencies) == before {
      guard rename(alone, object) == 0 else { throw Problem("\(object) can't be written") }
      changed = []
      return nil
    }
    // Restore the dependency file that belongs to the existing object.
    try? before.write(to: URL(filePath: dependencies))
    return isCompiled ? try compile() : output
  }
}
