// SPDX-License-Identifier: Apache-2.0

/// What the SwiftPM plug-in says: it has looked at the package, and builds when it is asked.
struct Options {
  /// The plug-in's product; empty if there is none.
  var product = ""
  /// What its builds are builds of; empty if the program is to find out.
  var identity = ""
  /// Where compiled files and builds are kept.
  var folder = ""
  /// The process that has started the plug-in.
  var swiftPM: Int32 = 0
  /// Of the package, in which SwiftPM compiles.
  var package = ""
  /// Of the targets that are linked into the product, and files beside them.
  var watched: [String] = []
  /// Of the targets that the product shares with the program.
  var shared: [String] = []
  /// The program's product, if its own code is to be replaced; else empty.
  var executable = ""
  /// In which SwiftPM builds the program.
  var scratch = ""
  /// Names and folders of the program's modules, and of others that are looked at: those that
  /// others import first.
  var modules: [String] = []
  var otherModules: [String] = []
  /// Hand over the first build too.
  var handsOverFirst = false
  /// The program has the terminal's keys.
  var isInteractive = false
  /// No keys are read, even where there is a terminal.
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
      case "--swiftpm": swiftPM = Int32(try words.value(of: word)) ?? 0
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
    guard !(product + executable).isEmpty, !folder.isEmpty, !package.isEmpty, swiftPM > 0,
      !command.isEmpty
    else {
      throw Problem("reload-plugin is run by swift package reload")
    }
  }
}

extension ArraySlice<String> {
  fileprivate mutating func value(of option: String) throws(Problem) -> String {
    guard let value = popFirst() else { throw Problem("\(option) needs a value") }
    return value
  }
}

/// What is wrong, and with what.
struct Problem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
