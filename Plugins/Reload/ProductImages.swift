// SPDX-License-Identifier: Apache-2.0

import PackagePlugin

/// The targets that are linked into the plug-in's file, and those in shared files
/// of their own, which the program has too.
struct ProductImages {
  /// The targets' folders, and the manifests.
  private(set) var own: [String] = []
  private(set) var shared: [String] = []

  init(of product: LibraryProduct, in package: Package) {
    var seen: Set<String> = []
    for target in product.targets { visit(target, isShared: false, &seen) }
    own.append(package.directoryURL.appending(component: "Package.swift").path)
  }

  private mutating func visit(_ target: any Target, isShared: Bool, _ seen: inout Set<String>) {
    guard seen.insert("\(target.id) \(isShared)").inserted else { return }
    let folder = target.directoryURL.path
    if isShared { shared.append(folder) } else { own.append(folder) }
    for dependency in target.dependencies {
      switch dependency {
      case .target(let target): visit(target, isShared: isShared, &seen)
      case .product(let product):
        let isDynamic = (product as? LibraryProduct)?.kind == .dynamic
        for target in product.targets { visit(target, isShared: isShared || isDynamic, &seen) }
      @unknown default: break
      }
    }
  }
}
