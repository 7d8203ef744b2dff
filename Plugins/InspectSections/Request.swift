// SPDX-License-Identifier: Apache-2.0

import PackagePlugin

/// What the command line asks for.
struct Request {
  /// All executables and dynamic libraries of the package, if there is none.
  private var productNames: [String] = []
  /// Release: it is there that a linker drops what nothing refers to.
  var configuration = PackageManager.BuildConfiguration.release
  /// Empty for `check --linked`.
  var verb: [String] = []
  /// What the tool gets beside the paths.
  var words: [String] = []

  private static let verbs = ["list", "dump", "check", "diff", "why", "schema"]

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.first, ["--product", "-c", "--configuration"].contains(option) {
      guard let value = rest.dropFirst().first else {
        throw InspectionFailure(description: "\(option) needs a value")
      }
      rest = rest.dropFirst(2)
      if option == "--product" {
        productNames.append(value)
      } else if let known = PackageManager.BuildConfiguration(rawValue: value) {
        configuration = known
      } else {
        throw InspectionFailure(description: "\(option) takes debug or release, not \(value)")
      }
    }
    if let first = rest.first, Self.verbs.contains(first) { verb = [String(rest.removeFirst())] }
    words = Array(rest)
  }

  /// The products to build, each an image of its own.
  func products(of package: Package) throws -> [any Product] {
    if verb == ["schema"] { return [] }
    let images = package.products.filter { product in
      product is ExecutableProduct || (product as? LibraryProduct)?.kind == .dynamic
    }
    if productNames.isEmpty { return images }
    return try productNames.map { name in
      guard let product = images.first(where: { $0.name == name }) else {
        let known = images.map(\.name).joined(separator: ", ")
        throw InspectionFailure(
          description: "no executable or dynamic library \(name); there are: \(known)")
      }
      return product
    }
  }
}
