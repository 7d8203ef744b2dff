// SPDX-License-Identifier: Apache-2.0

import PackagePlugin

/// The parsed command line.
struct Request {
  static let usage = """
    Usage: swift package inspect-sections [--product P]… [-c debug|release] [verb …]

    Builds the products, all executables and dynamic libraries if none is named, in the
    release configuration if none is named, and runs inspect-sections on their files.
    Without a verb: check --linked on each, with the objects that it was linked from,
    which also checks the product itself.

    """

  /// The products' names; empty for all executables and dynamic libraries of the
  /// package.
  private var productNames: [String] = []
  /// The configuration; release by default, since only there does a linker drop
  /// unreferenced sections.
  var configuration = PackageManager.BuildConfiguration.release
  /// The verb; nil for `check --linked`.
  var verb: Verb?
  /// The tool's arguments besides the paths.
  var words: [String] = []

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
    if let first = rest.first, !first.hasPrefix("-") {
      verb = Verb(rawValue: first)
      guard verb != nil else {
        let known = Verb.allCases.map(\.rawValue).joined(separator: ", ")
        throw InspectionFailure(description: "no verb \(first); there are: \(known)")
      }
      rest.removeFirst()
    }
    words = Array(rest)
  }

  var wantsHelp: Bool { words.contains("--help") || words.contains("-h") }

  /// Whether the tool needs no product to answer.
  var needsNoProduct: Bool {
    wantsHelp || words.contains("--version") || words.contains("--explain")
      || verb?.inspects == false
  }

  /// The products to build, each of which is an image.
  func products(of package: Package) throws -> [any Product] {
    let images = package.products.filter { product in
      product is ExecutableProduct || (product as? LibraryProduct)?.kind == .dynamic
    }
    guard !images.isEmpty else {
      throw InspectionFailure(
        description: "\(package.displayName) has neither an executable nor a dynamic library")
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
