// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Writes the script `reload` in the folder of builds.
///
/// The script runs a program and reloads its code when sources change. It does not run
/// as a part of SwiftPM, which would let no other command build meanwhile.
@main
struct Reload: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let request = try Request(arguments)
    if request.wantsHelp { return print(Request.usage) }
    let plugin = try request.product(of: context.package)
    let program = try request.executable(of: context.package)
    let name = plugin?.name ?? program?.name ?? ""
    let folder = context.pluginWorkDirectoryURL.appending(
      component: "\(name).\(request.configuration)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let scratch = Self.scratch(of: context.pluginWorkDirectoryURL)
    let package = context.package.directoryURL.path
    var words = [try context.tool(named: "reload-plugin").url.path]
    words += ["--folder", folder.path, "--package", package, "--scratch", scratch.path]
    words += ["--configuration", request.configuration] + request.words
    if let plugin {
      let images = ProductImages(of: plugin, in: context.package)
      words += ["--product", plugin.name]
      for path in images.own { words += ["--watched", path] }
      for path in images.shared { words += ["--shared", path] }
    }
    if let program {
      words += ["--executable", program.name]
      words += ProgramModules(of: program, in: context.package).words
    }
    words += ["--"] + (request.command.isEmpty ? [name] : request.command)
    let script = scratch.appending(component: "reload")
    let quoted = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
    try "#!/bin/sh\nexec \(quoted.joined(separator: " "))\n"
      .write(to: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: script.path)
  }

  /// SwiftPM's folder of builds, which has the plug-in's folder.
  private static func scratch(of folder: URL) -> URL {
    var folder = folder
    while folder.lastPathComponent != "plugins", folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
    }
    return folder.deletingLastPathComponent()
  }
}

struct ReloadFailure: Error, CustomStringConvertible {
  var description: String
}
