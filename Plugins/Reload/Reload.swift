// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// `swift package reload --product P -- HOST ARGUMENTS…`: runs a program, builds the plug-in
/// whenever a source of it changes, and hands each build to the program.
@main
struct Reload: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let request = try Request(arguments)
    if request.wantsHelp { return print(Request.usage) }
    let product = try request.product(of: context.package)
    let images = ProductImages(of: product, in: context.package)
    let folder = context.pluginWorkDirectoryURL.appending(
      component: "\(product.name).\(request.configuration.rawValue)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let package = context.package.directoryURL.path
    var words = ["--product", product.name, "--folder", folder.path, "--package", package]
    words += ["--swiftpm", "\(getppid())"]
    words += request.words
    for path in images.own { words += ["--watched", path] }
    for path in images.shared { words += ["--shared", path] }
    words += ["--"] + (try command(request.command, in: context.package, request))
    let build = { try self.build(product.name, request.configuration) }
    try Session(tool: context.tool(named: "reload-plugin").url, words, build).run()
  }

  /// - Returns: the path of the file, or why there is none.
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

  /// The program, built if it is one of this package's.
  private func command(
    _ command: [String], in package: Package, _ request: Request
  ) throws -> [String] {
    let isProduct = package.products.contains { $0 is ExecutableProduct && $0.name == command[0] }
    guard isProduct else { return command }
    let built = try build(command[0], request.configuration)
    guard let file = built.file else { throw ReloadFailure(description: built.log) }
    return [file] + command.dropFirst()
  }
}

struct ReloadFailure: Error, CustomStringConvertible {
  var description: String
}
