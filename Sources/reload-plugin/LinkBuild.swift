// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Links the plug-in's objects with SwiftPM's options.
struct LinkBuild {
  private let package: String
  private let driver: [String]
  /// The driver's jobs; empty if they are unknown.
  private let jobs: [[String]]

  /// The output file's name in the jobs.
  private let placeholder: String

  init(
    _ plan: PluginPlan, of modules: [ModuleBuild], in folder: String, of package: String
  ) throws(Problem) {
    self.package = package
    placeholder = "\(folder)/product"
    var own: [String: String] = [:]
    for module in modules { own.merge(module.objects) { $1 } }
    // Leave out the modules' wrapped interfaces: they describe the old build.
    let dropped = Set(plan.modules.filter(\.isLeaf).compactMap(\.wrapped))
    let objects = plan.objects.filter { !dropped.contains($0) }.map { own[$0] ?? $0 }
    let list = "\(folder)/objects"
    let text = objects.map { "'\($0.replacing("'", with: "'\\''"))'\n" }.joined()
    do { try text.write(toFile: list, atomically: true, encoding: .utf8) } catch {
      throw Problem("\(list): \(error.localizedDescription)")
    }
    var words: [String] = []
    var rest = plan.linkArguments[...]
    while let word = rest.popFirst() {
      if word == "-o" {
        guard let product = rest.popFirst() else { throw Problem("a linker without an output") }
        // Libraries that only the plug-in needs are next to the product.
        let beside = (product as NSString).deletingLastPathComponent
        words += ["-o", placeholder, "-Xlinker", "-rpath=\(beside)"]
      } else {
        words.append(word.hasPrefix("@") ? "@" + list : word)
      }
    }
    driver = words
    jobs = try Self.jobs(driver, autolinked: "\(folder)/autolinked", package)
  }

  /// The driver's jobs.
  ///
  /// - Parameter autolinked: the file for link options that objects contain;
  ///   the driver would delete its own.
  private static func jobs(
    _ driver: [String], autolinked: String, _ package: String
  ) throws(Problem) -> [[String]] {
    let (isPlanned, text) = try ChildProcess.run(driver + ["-###"], in: package)
    var jobs = DriverJobs(printed: text).commands
    guard isPlanned, jobs.count == 2, jobs[0][0].hasSuffix("swift-autolink-extract"),
      let temporary = jobs[0].value(behind: "-o")
    else { return [] }
    for job in jobs.indices {
      jobs[job] = jobs[job].map {
        $0 == temporary ? autolinked : $0 == "@" + temporary ? "@" + autolinked : $0
      }
    }
    let others = jobs.joined().filter { $0.hasPrefix("@") && $0 != "@" + autolinked }
    return others.isEmpty ? jobs : []
  }

  /// Links a build.
  ///
  /// - Returns: the linker's errors; nil if there are none.
  func link(to file: String) throws(Problem) -> String? {
    for command in jobs.isEmpty ? [driver] : jobs {
      let words = command.map { $0 == placeholder ? file : $0 }
      let (isDone, output) = try ChildProcess.run(words, in: package)
      if !isDone { return output }
    }
    return nil
  }
}
