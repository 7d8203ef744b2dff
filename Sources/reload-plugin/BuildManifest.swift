// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The commands of a build, from the manifest that SwiftPM writes for llbuild.
///
/// The file is YAML, but each list is on a line of its own and valid JSON.
struct BuildManifest {
  struct Command {
    var inputs: [String] = []
    var outputs: [String] = []
    var arguments: [String] = []
  }

  private(set) var commands: [Command] = []
  /// The index of the command that makes a file, by the file's path.
  private var makers: [String: Int] = [:]

  init(contentsOf path: String) throws(Problem) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw Problem("SwiftPM left no plan of its build at \(path)")
    }
    var isCommand = false
    for line in text.split(separator: "\n") {
      if !line.hasPrefix(" ") {
        isCommand = line == "commands:"
      } else if isCommand, line.hasPrefix("  \"") {
        commands.append(Command())
      } else if isCommand, !commands.isEmpty, line.hasPrefix("    ") {
        try read(line.dropFirst(4))
      }
    }
    for (number, command) in commands.enumerated() {
      for output in command.outputs { makers[output] = number }
    }
  }

  private mutating func read(_ field: Substring) throws(Problem) {
    let parts = field.split(separator: ":", maxSplits: 1)
    let list: WritableKeyPath<Command, [String]>
    switch parts.first {
    case "inputs": list = \.inputs
    case "outputs": list = \.outputs
    case "args": list = \.arguments
    default: return
    }
    let words = parts.count == 2 ? Data(parts[1].utf8) : Data()
    guard let list_ = try? JSONDecoder().decode([String].self, from: words) else {
      throw Problem("SwiftPM's plan has a list that is not JSON: \(field)")
    }
    commands[commands.count - 1][keyPath: list] = list_
  }

  func command(making file: String) -> Command? { makers[file].map { commands[$0] } }
}
