// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A Swift module of the program: its sources, and the compiler's options for it.
struct ProgramModule {
  let name: String
  let folder: String
  /// The compiler and its options, except those for outputs.
  private(set) var compiler: [String] = []
  /// The Swift files and the folders from which nothing is compiled, such as resources.
  private var excluded: [String] = []

  /// - Parameter words: a name and a folder, separated by an equals sign.
  init(_ words: String) {
    let parts = words.split(separator: "=", maxSplits: 1).map(String.init)
    name = parts.first ?? ""
    folder = parts.last ?? ""
  }

  func isAround(_ path: String) -> Bool { path.hasPrefix(folder + "/") }

  /// Whether a file is in its folder, and compiled if it is Swift.
  func holds(_ path: String) -> Bool { isAround(path) && !path.isIn(excluded) }

  /// Reads the compiler's options and inputs from SwiftPM's plan.
  mutating func read(_ manifest: BuildManifest) throws(Problem) {
    let found = manifest.commands.first { command in
      command.arguments.value(behind: "-module-name") == name
        && command.arguments.contains("-output-file-map")
    }
    guard let found else { throw Problem("SwiftPM's plan does not say how \(name) is compiled") }
    compiler = Self.options(found.arguments)
    excluded = excluded(having: found.inputs)
  }

  /// The Swift files and the folders from which nothing is compiled, without what is in these.
  private func excluded(having inputs: [String]) -> [String] {
    var used: Set<String> = []
    for var path in inputs {
      while isAround(path), used.insert(path).inserted {
        path = (path as NSString).deletingLastPathComponent
      }
    }
    // The plan may name the folder by another path.
    guard !used.isEmpty, let names = FileManager.default.enumerator(atPath: folder) else {
      return []
    }
    var excluded: [String] = []
    while let name = names.nextObject() as? String {
      let path = folder + "/" + name
      let isFolder = !SourceContents.isFile(path)
      guard !used.contains(path), isFolder || name.hasSuffix(".swift") else { continue }
      excluded.append(path)
      if isFolder { names.skipDescendants() }
    }
    return excluded
  }

  /// Copies the compiled interface to a folder, and lets the compiler find it there.
  mutating func keep(_ interface: String, in folder: String) throws {
    let copy = "\(folder)/\(name).swiftmodule"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: interface, toPath: copy)
    compiler.insert(contentsOf: ["-I", folder], at: 1)
  }

  private static let dropped: Set = [
    "-emit-dependencies", "-emit-module", "-incremental", "-c", "-enable-batch-mode",
    "-serialize-diagnostics", "-parseable-output", "-emit-objc-header", "-parse-as-library",
    "-whole-module-optimization", "-warnings-as-errors", "-g",
    "-color-diagnostics",
  ]
  private static let droppedWithValue: Set = [
    "-module-name", "-emit-module-path", "-output-file-map", "-index-store-path",
    "-emit-objc-header-path", "-num-threads", "-o",
  ]

  private static func options(_ arguments: [String]) -> [String] {
    var options: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word.hasPrefix("-X"), let value = rest.popFirst() {
        options += [word, value]
      } else if droppedWithValue.contains(word) {
        rest = rest.dropFirst()
      } else if !dropped.contains(word) && !word.hasPrefix("@") && !word.hasPrefix("-j") {
        options.append(word)
      }
    }
    return options
  }
}

/// The flags that make a program's functions replaceable.
///
/// The compiler's documentation does not promise them.
enum ProgramFlags {
  static let compiler = ["-enable-implicit-dynamic", "-enable-private-imports"]
}
