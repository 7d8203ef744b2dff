// SPDX-License-Identifier: Apache-2.0

import PackagePlugin

/// What the command line asks for.
struct Request {
  static let usage = """
    Usage: swift package reload --product P [options] -- HOST [ARGUMENTS…]

    Builds the plug-in P, a dynamic library product, and starts the program HOST, which calls
    ImageReload.start(). Whenever a source of the plug-in is saved, builds it again and hands
    the build to the program, which goes on with it. HOST is an executable product of this
    package, or a program as for a shell.

      --identity I      what the builds are builds of, if the program loads the plug-in under
                        an identity of its own
      --load            hand over the first build too, for a program that does not load it
      -c CONFIGURATION  of the plug-in: debug, if it is not given, or release
      --interactive     the program has the terminal's keys
      --no-terminal     read no keys, even where there is a terminal
    """

  let wantsHelp: Bool
  private(set) var productName = ""
  private(set) var configuration = PackageManager.BuildConfiguration.debug
  /// What the tool gets.
  private(set) var words: [String] = []
  /// The program and its arguments.
  private(set) var command: [String] = []

  init(_ arguments: [String]) throws {
    let options = arguments.prefix { $0 != "--" }
    wantsHelp = options.contains("--help") || options.contains("-h")
    if wantsHelp { return }
    command = Array(arguments.dropFirst(options.count + 1))
    var rest = options
    while let option = rest.popFirst() {
      switch option {
      case "--load", "--interactive", "--no-terminal": words.append(option)
      case "--product", "--identity", "-c", "--configuration":
        guard let value = rest.popFirst() else {
          throw ReloadFailure(description: "\(option) needs a value")
        }
        try take(option, value)
      default:
        throw ReloadFailure(
          description: "\(option) is not known; the program stands behind --\n\(Self.usage)")
      }
    }
    if productName.isEmpty {
      throw ReloadFailure(description: "--product is missing\n\(Self.usage)")
    }
    if command.isEmpty {
      throw ReloadFailure(description: "there is no program behind --\n\(Self.usage)")
    }
  }

  private mutating func take(_ option: String, _ value: String) throws {
    switch option {
    case "--product": productName = value
    case "--identity": words += [option, value]
    default:
      guard let known = PackageManager.BuildConfiguration(rawValue: value) else {
        throw ReloadFailure(description: "\(option) takes debug or release, not \(value)")
      }
      configuration = known
    }
  }

  func product(of package: Package) throws -> LibraryProduct {
    let libraries = package.products(ofType: LibraryProduct.self).filter { $0.kind == .dynamic }
    if let product = libraries.first(where: { $0.name == productName }) { return product }
    let known = libraries.map(\.name).joined(separator: ", ")
    throw ReloadFailure(
      description: "\(package.displayName) has no dynamic library product \(productName); "
        + (known.isEmpty ? "it has none" : "there are: \(known)"))
  }
}
