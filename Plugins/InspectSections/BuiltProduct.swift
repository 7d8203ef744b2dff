// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// A product, its file, and the folders of the objects that it was linked from.
struct BuiltProduct {
  let name: String
  let file: URL
  private let targets: [any Target]

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
    targets = Self.linkedTargets(product)
  }

  /// SwiftPM leaves the objects of a target beside the products.
  var objectFolders: [URL] {
    let folder = file.deletingLastPathComponent()
    return targets.map { folder.appending(component: "\($0.name).build") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// The targets whose objects are in the product. Those of a dynamic library are
  /// in an image of their own.
  private static func linkedTargets(_ product: any Product) -> [any Target] {
    var found: [any Target] = []
    var seen: Set<String> = []
    func take(_ target: any Target) {
      guard seen.insert(target.id).inserted else { return }
      if let module = target as? any SourceModuleTarget {
        // What runs at compile time only.
        guard module.kind != .macro else { return }
        found.append(target)
      }
      for dependency in target.dependencies {
        switch dependency {
        case .target(let other): take(other)
        case .product(let library):
          if (library as? LibraryProduct)?.kind != .dynamic { library.targets.forEach(take) }
        @unknown default: break
        }
      }
    }
    product.targets.forEach(take)
    return found
  }
}
