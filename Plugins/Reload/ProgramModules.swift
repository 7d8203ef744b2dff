// SPDX-License-Identifier: Apache-2.0

import PackagePlugin

/// The Swift modules of a program that can be edited: those of this package and of
/// local packages other than Graft.
struct ProgramModules {
  private var own: [SwiftSourceModuleTarget] = []
  private var others: [SwiftSourceModuleTarget] = []

  init(of program: ExecutableProduct, in package: Package) {
    var seen: Set<String> = []
    let targets = program.targets.flatMap { $0.recursiveTargetDependencies + [$0] }
    var packages: [Package] = []
    Self.collect(package, &packages)
    let local = packages.flatMap { $0.targets(ofType: SwiftSourceModuleTarget.self) }
      .filter { [.generic, .executable].contains($0.kind) }
    for target in targets where seen.insert(target.id).inserted {
      if let module = local.first(where: { $0.id == target.id }) { own.append(module) }
    }
    others = package.targets(ofType: SwiftSourceModuleTarget.self).filter { !seen.contains($0.id) }
  }

  /// Collects the packages with local sources.
  private static func collect(_ package: Package, _ packages: inout [Package]) {
    guard !packages.contains(where: { $0.id == package.id }) else { return }
    switch package.origin {
    case .root, .local: break
    default: return
    }
    // Graft itself is what reloads.
    if package.targets.contains(where: { $0.name == "GraftPlugins" }) { return }
    packages.append(package)
    for dependency in package.dependencies { collect(dependency.package, &packages) }
  }

  /// The tool's arguments for the modules, imported ones first.
  var words: [String] {
    own.flatMap { ["--module", Self.word($0)] }
      + others.flatMap { ["--other-module", Self.word($0)] }
  }

  private static func word(_ module: SwiftSourceModuleTarget) -> String {
    var folder = module.directoryURL.path
    while folder.hasSuffix("/") { folder.removeLast() }
    return "\(module.moduleName)=\(folder)"
  }
}
