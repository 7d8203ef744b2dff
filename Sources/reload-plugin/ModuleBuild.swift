// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Compiles a module as SwiftPM does, with a memory of its own of what depends on what. It
/// makes no interface of the module: nothing reads it.
final class ModuleBuild {
  let name: String
  /// By where SwiftPM has an object, where this has its own.
  let objects: [String: String]
  private let package: String
  private let driver: [String]
  private let outputs: [String: [String: String]]
  /// By the source file, what the driver runs to compile it alone.
  private let compilers: [String: [String]]
  /// Each source has been compiled as it was at some time.
  private var isPrepared = false
  /// What has changed since it was compiled.
  private var changed: Set<String> = []

  /// What SwiftPM wants beside objects, each with a path or without.
  private static let droppedFlags: Set = [
    "-emit-module", "-emit-objc-header", "-emit-dependencies", "-parseable-output",
    "-serialize-diagnostics",
  ]
  private static let droppedOptions: Set = [
    "-emit-module-path", "-emit-objc-header-path", "-index-store-path", "-output-file-map",
  ]
  /// What has the driver ask what has changed, or compile several files at once.
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
    // What lies in the folder can be of any time.
    changed = Set(outputs.keys)
  }

  /// What is run for each file, where the driver runs it for each by itself and says all of it
  /// in words, not in lists that it deletes.
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

  /// Compiles what changed since it was compiled last, and what depends on that.
  ///
  /// - Returns: what the compiler says against it; nil if nothing.
  func compile() throws(Problem) -> String? {
    // By their times the driver can take sources for what it has seen, in a quick series.
    for object in changed.compactMap({ outputs[$0]?["object"] }) { unlink(object) }
    let (isCompiled, output) = try ChildProcess.run(driver, in: package)
    guard isCompiled else { return output }
    (isPrepared, changed) = (true, [])
    return nil
  }

  /// Without the driver where it has nothing to find out: one file, of which what others can
  /// see, and what it sees of others, is what it was.
  func compile(changed sources: Set<String>) throws(Problem) -> String? {
    changed.formUnion(sources)
    guard isPrepared, changed.count == 1, let source = changed.first,
      var command = compilers[source], let object = outputs[source]?["object"],
      let dependencies = outputs[source]?["swift-dependencies"],
      let place = command.firstIndex(of: object),
      let before = FileManager.default.contents(atPath: dependencies)
    else { return try compile() }
    // An object that is newer than its source, the driver would pass over.
    let alone = object + ".alone"
    command[place] = alone
    // Its own path is in it.
    command += ["-emit-reference-dependencies-path", dependencies]
    let (isCompiled, output) = try ChildProcess.run(command, in: package)
    if isCompiled && FileManager.default.contents(atPath: dependencies) == before {
      guard rename(alone, object) == 0 else { throw Problem("\(object) can't be written") }
      changed = []
      return nil
    }
    // As they are of the object that is there.
    try? before.write(to: URL(filePath: dependencies))
    return isCompiled ? try compile() : output
  }
}
