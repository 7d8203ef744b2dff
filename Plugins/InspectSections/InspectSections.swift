// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Builds products and inspects them.
///
/// Usage: `swift package inspect-sections [--product P] [-c CONFIGURATION] [verb
/// …]`.
@main
struct InspectSections: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let request = try Request(arguments)
    let tool = try context.tool(named: "inspect-sections").url
    if request.needsNoProduct {
      if request.wantsHelp { print(Request.usage) }
      try run(tool, (request.verb.map { [$0.rawValue] } ?? []) + request.words)
      return
    }
    let built = try request.products(of: context.package).map { product in
      try BuiltProduct(product, request.configuration, packageManager)
    }
    if let verb = request.verb {
      return try run(tool, [verb.rawValue] + request.words + built.map(\.file.path))
    }
    // An error of one product does not hide the errors of others.
    let failures = built.compactMap { product -> (any Error)? in
      do {
        let list = context.pluginWorkDirectoryURL.appending(component: "\(product.name).inputs")
        try Data(product.inputs().joined(separator: "\0").utf8).write(to: list)
        try run(
          tool,
          ["check", "--linked", product.file.path, "--files-from", list.path, "-0"]
            + request.words)
        return nil
      } catch { return error }
    }
    if let failure = failures.first { throw failure }
  }

  /// Runs the tool, and reports its errors as SwiftPM's diagnostics.
  ///
  /// SwiftPM prints both streams of a plug-in to standard output, where errors would
  /// corrupt a report in JSON.
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
      if line.contains(": note: ") {
        Diagnostics.remark(String(line))
      } else if line.contains(": warning: ") {
        Diagnostics.warning(String(line))
      } else {
        Diagnostics.error(String(line))
      }
    }
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw InspectionFailure(description: "inspect-sections exits \(process.terminationStatus)")
    }
  }
}

struct InspectionFailure: Error, CustomStringConvertible {
  var description: String
}
