// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Builds of a plug-in by the compiler and the linker alone, beside what SwiftPM has built.
struct PluginBuild {
  enum Outcome {
    /// How long it took, in seconds.
    case built(compiling: Double, linking: Double)
    /// With what the compiler or the linker says.
    case failed(String)
    /// It takes SwiftPM.
    case beyond(String)
  }

  private let plan: PluginPlan
  private let modules: [ModuleBuild]
  private let link: LinkBuild

  /// - Parameters:
  ///   - folder: what is compiled is kept there, also for another time.
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

  /// Compiles all that it can, so that what changes later is little.
  ///
  /// - Returns: what the compiler says against it; nil if nothing.
  func prepare() throws(Problem) -> String? {
    for module in modules {
      if let complaint = try module.compile() { return complaint }
    }
    return nil
  }

  /// - Parameters:
  ///   - changed: paths of source files.
  ///   - file: where the build goes.
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
