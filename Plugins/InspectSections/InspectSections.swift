// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// `swift package inspect-sections [--product P] [-c CONFIGURATION] [verb …]`:
/// builds, then inspects what was built.
@main
struct InspectSections: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let request = try Request(arguments)
    let tool = try context.tool(named: "inspect-sections").url
    let built = try request.products(of: context.package).map { product in
      try BuiltProduct(product, request.configuration, packageManager)
    }
    guard request.verb.isEmpty else {
      return try run(tool, request.verb + request.words + built.map(\.file.path))
    }
    for product in built {
      let inputs = product.objectFolders.map(\.path)
      print("\(product.name):")
      try run(tool, ["check", "--linked", product.file.path] + request.words + inputs)
    }
  }

  private func run(_ tool: URL, _ words: [String]) throws {
    let process = try Process.run(tool, arguments: words)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw InspectionFailure(description: "inspect-sections exits \(process.terminationStatus)")
    }
  }
}

struct InspectionFailure: Error, CustomStringConvertible {
  var description: String
}
