// SPDX-License-Identifier: Apache-2.0

/// The options that the SwiftPM plug-in passes, which has inspected the package.
struct Options {
  /// The plug-in's product; empty if there is none.
  var product = ""
  /// The image identity of its builds; empty if the program should determine
  /// it.
  var identity = ""
  /// The folder for compiled files and builds.
  var folder = ""
  /// The plug-in's configuration: debug or release.
  var configuration = "debug"
  /// More options of `swift build`.
  var buildOptions: [String] = []
  /// The package's folder, in which SwiftPM compiles.
  var package = ""
  /// The source folders of the targets that are linked into the product, and
  /// files next to them.
  var watched: [String] = []
  /// The source folders of the targets that the product shares with the
  /// program.
  var shared: [String] = []
  /// The program's product if its own code can be replaced; else empty.
  var executable = ""
  /// The folder in which SwiftPM builds.
  var scratch = ""
  /// The names and folders of the program's modules, imported ones first; then those
  /// of modules that are only watched.
  var modules: [String] = []
  var otherModules: [String] = []
  /// Whether to hand over the first build too.
  var handsOverFirst = false
  /// Whether the program reads the terminal's keys.
  var isInteractive = false
  /// Whether to ignore keys even if there is a terminal.
  var ignoresTerminal = false
  /// The program and its arguments.
  var command: [String] = []

  init(_ arguments: some Sequence<String>) throws(Problem) {
    var words = Array(arguments)[...]
    while let word = words.popFirst() {
      switch word {
      case "--product": product = try words.value(of: word)
      case "--identity": identity = try words.value(of: word)
      case "--folder": folder = try words.value(of: word)
      case "--configuration": configuration = try words.value(of: word)
      case "--build-option": buildOptions.append(try words.value(of: word))
      case "--package": package = try words.value(of: word)
      case "--watched": watched.append(try words.value(of: word))
      case "--shared": shared.append(try words.value(of: word))
      case "--executable": executable = try words.value(of: word)
      case "--scratch": scratch = try words.value(of: word)
      case "--module": modules.append(try words.value(of: word))
      case "--other-module": otherModules.append(try words.value(of: word))
      case "--load": handsOverFirst = true
      case "--interactive": isInteractive = true
      case "--no-terminal": ignoresTerminal = true
      case "--":
        command = Array(words)
        words = []
      default: throw Problem("\(word) is not known")
      }
    }
    guard !(product + executable).isEmpty, !folder.isEmpty, !package.isEmpty,
      !scratch.isEmpty, !command.isEmpty
    else {
      throw Problem("reload-plugin is run by the script that swift package reload writes")
    }
  }
}

extension ArraySlice<String> {
  fileprivate mutating func value(of option: String) throws(Problem) -> String {
    guard let value = popFirst() else { throw Problem("\(option) needs a value") }
    return value
  }
}

/// An error that ends the session or a build.
struct Problem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
