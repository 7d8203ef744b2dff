// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// `swift package emit-shim --target T --into C [--check]`: writes `shim.c` of the C
/// target from the extensions of the Swift target.
@main
struct EmitShim: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let from = try target(extractor.extractOption(named: "target"), "--target", in: context)
    let into = try target(extractor.extractOption(named: "into"), "--into", in: context)
    let isCheck = extractor.extractFlag(named: "check") > 0
    guard let swiftTarget = from as? SwiftSourceModuleTarget else {
      throw EmissionFailure(description: "\(from.name) is not a Swift target")
    }
    guard let clangTarget = into as? ClangSourceModuleTarget else {
      throw EmissionFailure(description: "\(into.name) is not a C target")
    }
    let output = clangTarget.directoryURL.appending(component: "shim.c")
    let process = try Process.run(
      context.tool(named: "emit-shim").url,
      arguments: ["--module", swiftTarget.moduleName, "--output", output.path]
        + (isCheck ? ["--check"] : [])
        + swiftTarget.sourceFiles(withSuffix: "swift").map(\.url.path))
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw EmissionFailure(description: "emit-shim exits \(process.terminationStatus)")
    }
    print("\(output.path) is up to date")
  }

  private func target(
    _ names: [String], _ option: String, in context: PluginContext
  ) throws -> any Target {
    guard let name = names.first else {
      throw EmissionFailure(
        description: "usage: swift package emit-shim --target SWIFT --into C [--check]: "
          + "\(option) is missing")
    }
    guard let found = context.package.targets.first(where: { $0.name == name }) else {
      throw EmissionFailure(
        description: "\(context.package.displayName) has no target \(name); it has "
          + context.package.targets.map(\.name).joined(separator: ", "))
    }
    return found
  }
}

struct EmissionFailure: Error, CustomStringConvertible {
  var description: String
}
