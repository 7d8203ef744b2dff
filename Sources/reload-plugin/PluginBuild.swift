// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Builds a plug-in with the compiler and the linker alone, next to SwiftPM's
/// build.
struct PluginBuild {
  enum Outcome {
    /// A build, with the seconds it took.
    case built(compiling: Double, linking: Double)
    /// Errors of the compiler or the linker.
    case failed(String)
    /// The change requires SwiftPM, for this reason.
    case beyond(String)
  }

  private let plan: PluginPlan
  private let modules: [ModuleBuild]
  private let link: LinkBuild

  /// Prepares builds.
  ///
  /// - Parameters:
  ///   - folder: the folder for compiled files, kept between sessions.
  ///   - package: the folder in which SwiftPM compiles.
  init(_ plan: PluginPlan, in folder: String, of package: String) throws(Problem) {
    self.plan = plan
    var modules: [ModuleBuild] = []
    for module in plan.modules where module.isLeaf {
      modules.append(
        try ModuleBuild(module, in: "\(folder)/\(module.name)", of: package))
    }
    self.modules = modules
    link = try LinkBuild(plan, of: modules, in: folder, of: package)
  }

  func hasSource(_ path: String) -> Bool { plan.module(of: path) != nil }

  /// Compiles everything it can, so that later builds are small.
  ///
  /// - Returns: the compiler's errors; nil if there are none.
  func prepare() throws(Problem) -> String? {
    for module in modules {
      if let complaint = try module.compile() { return complaint }
    }
    return nil
  }

  /// Builds after a change.
  ///
  /// - Parameters:
  ///   - changed: the paths of changed sources.
  ///   - file: the path of the new build.
  func build(changed: Set<String>, to file: String) throws(Problem) -> Outcome {
    var sources: [String: Set<String>] = [:]
    for source in changed.sorted() {
      guard FileManager.default.fileExists(atPath: source) else {
        return .beyond("a file is gone")
      }
      guard let module = plan.module(of: source) else {
        return .beyond("no Swift file that was there")
      }
      guard module.isLeaf else {
        return .beyond("other modules of the plug-in import \(module.name)")
      }
      sources[module.name, default: []].insert(source)
    }
    let start = ContinuousClock.now
    for module in modules {
      guard let changed = sources[module.name] else { continue }
      if let complaint = try module.compile(changed: changed) { return .failed(complaint) }
    }
    let compiled = ContinuousClock.now
    if let complaint = try link.link(to: file) { return .failed(complaint) }
    return .built(
      compiling: (compiled - start).seconds, linking: (ContinuousClock.now - compiled).seconds)
  }
}
