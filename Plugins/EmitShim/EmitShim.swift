// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Writes the `shim.c` of a C target from a Swift target's extensions.
///
/// Usage: `swift package emit-shim --target T --into C [--check]`.
@main
struct EmitShim: CommandPlugin {
  private static let usage =
    "usage: swift package emit-shim --target SWIFT --into C [--check]"

  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let from = try target(extractor.extractOption(named: "target"), "--target", in: context)
    let into = try target(extractor.extractOption(named: "into"), "--into", in: context)
    let isCheck = extractor.extractFlag(named: "check") > 0
    if let word = extractor.remainingArguments.first {
      throw EmissionFailure(description: "\(Self.usage): \(word) is not known")
    }
    guard let swiftTarget = from as? SwiftSourceModuleTarget else {
      throw EmissionFailure(description: "\(from.name) is not a Swift target")
    }
    guard let clangTarget = into as? ClangSourceModuleTarget else {
      throw EmissionFailure(description: "\(into.name) is not a C target")
    }
    let output = clangTarget.directoryURL.appending(component: "shim.c")
    try run(
      context.tool(named: "emit-shim").url,
      ["--module", swiftTarget.moduleName, "--output", output.path]
        + (isCheck ? ["--check"] : [])
        + swiftTarget.sourceFiles(withSuffix: "swift").map(\.url.path))
    print("\(output.path) is up to date")
  }

  /// Runs the tool, and reports its errors as SwiftPM's diagnostics.
  ///
  /// SwiftPM prints both streams of a plug-in to standard output.
  private func run(_ tool: URL, _ words: [String]) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = words
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    for line in String(decoding: complaints, as: UTF8.self).split(separator: "\n") {
      Diagnostics.error(String(line))
    }
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw EmissionFailure(description: "emit-shim exits \(process.terminationStatus)")
    }
  }

  private func target(
    _ names: [String], _ option: String, in context: PluginContext
  ) throws -> any Target {
    guard let name = names.first else {
      throw EmissionFailure(
        description: "\(Self.usage): \(option) is missing")
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
