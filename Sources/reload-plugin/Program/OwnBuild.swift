// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Foundation

/// A build of the program's own modules beside SwiftPM's, with the flags that make
/// their functions replaceable.
///
/// It is SwiftPM's plan with other flags and other paths for what is made of these
/// modules; all else is used as SwiftPM built it.
struct OwnBuild {
  /// The built program.
  let file: String
  private let folder: String
  /// SwiftPM's folder of products.
  private let products: String
  private let modules: Set<String>
  private let manifest: BuildManifest
  private var steps: [[String]] = []
  private var seen: Set<String> = []
  private var moved: Set<String> = []

  /// Plans the build.
  ///
  /// - Parameters:
  ///   - folder: the folder for what is made.
  ///   - products: SwiftPM's folder of products.
  init(
    of program: String, _ modules: [ProgramModule], _ manifest: BuildManifest, in folder: String,
    beside products: String
  ) throws {
    (self.folder, self.products, self.manifest) = (folder, products, manifest)
    self.modules = Set(modules.map(\.name))
    file = "\(folder)/\(program)"
    for module in modules {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(module.name).build", withIntermediateDirectories: true)
    }
    try FileManager.default.createDirectory(
      atPath: "\(folder)/Modules", withIntermediateDirectories: true)
    try make("\(products)/\(program)")
  }

  /// Runs the steps, until one fails.
  func run(in package: String) throws(Problem) -> Bool {
    for step in steps {
      let (isDone, output) = try ChildProcess.run(step, in: package)
      if !isDone {
        Report.output(output)
        return false
      }
    }
    return true
  }

  /// The path of a compiled interface.
  func interface(of module: String) -> String { "\(folder)/Modules/\(module).swiftmodule" }

  // MARK: The plan

  /// Plans the steps that make a file, if it is made of the program's modules.
  private mutating func make(_ output: String) throws {
    guard seen.insert(output).inserted, let command = manifest.command(making: output),
      !command.arguments.isEmpty
    else { return }
    let isOwn =
      command.arguments.contains("-output-file-map")
      && command.arguments.value(behind: "-module-name").map(modules.contains) == true
    for input in command.inputs { try make(input) }
    guard isOwn || command.inputs.contains(where: moved.contains) else { return }
    moved.formUnion(command.outputs)
    seen.formUnion(command.outputs)
    steps.append(try isOwn ? compiling(command.arguments) : linking(command.arguments))
  }

  private func compiling(_ arguments: [String]) throws -> [String] {
    let dropped: Set = ["-parseable-output", "-emit-objc-header"]
    let droppedWithValue: Set = ["-index-store-path", "-emit-objc-header-path"]
    var words: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if droppedWithValue.contains(word) {
        rest = rest.dropFirst()
      } else if word == "-output-file-map", let map = rest.popFirst() {
        words += [word, try copy(map)]
      } else if !dropped.contains(word) {
        words.append(place(of: word))
      }
    }
    words.insert(contentsOf: ["-I", folder + "/Modules"], at: 1)
    return words + ProgramFlags.compiler.flatMap { ["-Xfrontend", $0] }
  }

  private func linking(_ arguments: [String]) throws -> [String] {
    var words: [String] = []
    for word in arguments {
      words.append(
        word.hasPrefix("@") ? "@" + (try copy(String(word.dropFirst()))) : place(of: word))
    }
    guard arguments.contains("-emit-executable") || arguments.contains("-emit-library") else {
      return words
    }
    words.insert(contentsOf: ["-L", folder], at: 1)
    // Libraries that are used as they are, beside SwiftPM's products.
    return words + ["-Xlinker", "-rpath=\(products)", "-Xlinker", "--export-dynamic"]
  }

  /// A file that lists paths, with the places of what this build makes.
  private func copy(_ list: String) throws -> String {
    let text = try String(contentsOfFile: list, encoding: .utf8)
    let copy = "\(folder)/\(list.dropFirst(products.count + 1).replacing("/", with: "-"))"
    var own = text.replacing("\\/", with: "/")
    for path in moved { own = own.replacing(path, with: place(of: path)) }
    for module in modules {
      own = own.replacing("\(products)/\(module).build/", with: "\(folder)/\(module).build/")
    }
    try own.write(toFile: copy, atomically: true, encoding: .utf8)
    return copy
  }

  private func place(of path: String) -> String {
    guard path.hasPrefix(products + "/") else { return path }
    let name = path.dropFirst(products.count + 1)
    let isMade = modules.contains {
      name.hasPrefix("\($0).build/") || name == "Modules/\($0).swiftmodule"
    }
    return isMade || moved.contains(path) ? "\(folder)/\(name)" : path
  }
}
