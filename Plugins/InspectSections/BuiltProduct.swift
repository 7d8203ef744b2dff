// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// A product, its file, and its linker inputs.
struct BuiltProduct {
  let name: String
  let file: URL

  init(
    _ product: any Product, _ configuration: PackageManager.BuildConfiguration,
    _ packageManager: PackageManager
  ) throws {
    let result = try packageManager.build(
      .product(product.name), parameters: .init(configuration: configuration, logging: .concise))
    guard result.succeeded else { throw InspectionFailure(description: result.logText) }
    guard let artifact = result.builtArtifacts.first(where: { $0.kind != .staticLibrary }) else {
      throw InspectionFailure(description: "building \(product.name) gives no file")
    }
    name = product.name
    file = artifact.url
  }

  /// The linker's input files, from the list that SwiftPM passes to it.
  ///
  /// The targets' folders contain more: an object remains there after its source was
  /// renamed or deleted.
  func inputs() throws -> [String] {
    let list = file.deletingLastPathComponent().appending(
      components: "\(name).product", "Objects.LinkFileList")
    guard let text = try? String(contentsOf: list, encoding: .utf8) else {
      throw InspectionFailure(
        description: "what \(name) was linked from can't be known: SwiftPM left no \(list.path)")
    }
    let inputs = text.split(separator: "\n").map { Self.unquoted($0) }
    guard !inputs.isEmpty else {
      throw InspectionFailure(description: "\(list.path) names no input of \(name)")
    }
    return inputs
  }

  /// A path without SwiftPM's quotes, which are those of a shell.
  private static func unquoted(_ line: Substring) -> String {
    guard line.hasPrefix("'"), line.hasSuffix("'"), line.count > 1 else { return String(line) }
    return String(line.dropFirst().dropLast()).replacing("'\\''", with: "'")
  }
}
