// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Runs a program and reloads its code when sources change: replacements of its own
/// functions, and builds of the plug-in P.
///
/// Usage: `swift package reload [--product P] -- PROGRAM ARGUMENTS…`.
@main
struct Reload: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let request = try Request(arguments)
    if request.wantsHelp { return print(Request.usage) }
    let plugin = try request.product(of: context.package)
    let program = try request.executable(of: context.package)
    let name = plugin?.name ?? program?.name ?? ""
    let folder = context.pluginWorkDirectoryURL.appending(
      component: "\(name).\(request.configuration.rawValue)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let package = context.package.directoryURL.path
    var words = ["--folder", folder.path, "--package", package, "--swiftpm", "\(getppid())"]
    words += request.words
    if let plugin {
      let images = ProductImages(of: plugin, in: context.package)
      words += ["--product", plugin.name]
      for path in images.own { words += ["--watched", path] }
      for path in images.shared { words += ["--shared", path] }
    }
    if let program {
      let scratch = context.pluginWorkDirectoryURL.appending(component: "program").path
      words += ["--executable", program.name, "--scratch", scratch]
      words += ProgramModules(of: program, in: context.package).words
    }
    words += ["--"] + (request.command.isEmpty ? [name] : request.command)
    let build = { try self.build(plugin?.name ?? "", request.configuration) }
    try Session(tool: context.tool(named: "reload-plugin").url, words, build).run()
  }

  /// Builds a product.
  ///
  /// - Returns: the path of the file, or the build's log if there is none.
  private func build(
    _ product: String, _ configuration: PackageManager.BuildConfiguration
  ) throws -> Session.Outcome {
    let result = try packageManager.build(
      .product(product), parameters: .init(configuration: configuration, logging: .concise))
    guard result.succeeded else { return Session.Outcome(file: nil, log: result.logText) }
    let artifacts = result.builtArtifacts.filter { $0.kind != .staticLibrary }
    guard let file = artifacts.first?.url.path else {
      return Session.Outcome(file: nil, log: "building \(product) gives no file")
    }
    return Session.Outcome(file: file, log: result.logText)
  }
}

struct ReloadFailure: Error, CustomStringConvertible {
  var description: String
}
