// SPDX-License-Identifier: Apache-2.0

import PackagePlugin

/// The parsed command line.
struct Request {
  static let usage = """
    Usage: swift package reload [--product P] [options] -- PROGRAM [ARGUMENTS…] && .build/reload

    Writes the script .build/reload, which starts the program, which calls
    ImageReload.start(). If it is an executable product of this package, the script builds it
    so that its functions can be replaced; whenever a source of it or of a local package is
    saved, the functions that changed are replaced in the running program.
    With --product, whenever a source of the plug-in P, a dynamic library product, is saved,
    builds it again and hands the build to the program. Then PROGRAM can be any, as for a shell.

      --identity I      what the builds are builds of, if the program loads the plug-in under
                        an identity of its own
      --load            hand over the first build too, for a program that does not load it
      -c CONFIGURATION  of the plug-in: debug, if it is not given, or release
      --interactive     the program has the terminal's keys
      --no-terminal     read no keys, even where there is a terminal
      -Xswiftc OPTION   for the builds, as for swift build; also -Xbuild-tools-swiftc
    """

  let wantsHelp: Bool
  private(set) var productName = ""
  /// The plug-in's.
  private(set) var configuration = "debug"
  /// The tool's arguments.
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
      case "--product", "--identity", "-c", "--configuration", "-Xswiftc", "-Xbuild-tools-swiftc":
        guard let value = rest.popFirst() else {
          throw ReloadFailure(description: "\(option) needs a value")
        }
        try take(option, value)
      default:
        throw ReloadFailure(
          description: "\(option) is not known; the program stands behind --\n\(Self.usage)")
      }
    }
    if command.isEmpty && !productName.isEmpty {
      throw ReloadFailure(description: "there is no program behind --\n\(Self.usage)")
    }
  }

  private mutating func take(_ option: String, _ value: String) throws {
    switch option {
    case "--product": productName = value
    case "--identity": words += [option, value]
    case "-Xswiftc", "-Xbuild-tools-swiftc":
      words += ["--build-option", option, "--build-option", value]
    default:
      guard ["debug", "release"].contains(value) else {
        throw ReloadFailure(description: "\(option) takes debug or release, not \(value)")
      }
      configuration = value
    }
  }

  /// The plug-in's product; nil if none was requested.
  func product(of package: Package) throws -> LibraryProduct? {
    if productName.isEmpty { return nil }
    let libraries = package.products(ofType: LibraryProduct.self).filter { $0.kind == .dynamic }
    if let product = libraries.first(where: { $0.name == productName }) { return product }
    throw ReloadFailure(
      description: "\(package.displayName) has no dynamic library product \(productName); "
        + Self.list(libraries))
  }

  /// The program's product; nil if the program is no product of the package.
  ///
  /// Without a name it is the package's only executable.
  func executable(of package: Package) throws -> ExecutableProduct? {
    let executables = package.products(ofType: ExecutableProduct.self)
    guard let name = command.first ?? (executables.count == 1 ? executables[0].name : nil) else {
      throw ReloadFailure(description: "there is no program behind --; \(Self.list(executables))")
    }
    if let product = executables.first(where: { $0.name == name }) { return product }
    guard productName.isEmpty else { return nil }
    throw ReloadFailure(
      description: "\(package.displayName) has no executable product \(name); "
        + Self.list(executables) + ". Another program takes a plug-in: --product")
  }

  private static func list(_ products: [any Product]) -> String {
    let names = products.map(\.name).sorted().joined(separator: ", ")
    return names.isEmpty ? "it has none" : "there are: \(names)"
  }
}
