// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compiles files of replacements into one library.
struct ReplacementBuild {
  let folder: String
  /// The folder in which SwiftPM compiles.
  let package: String

  /// Compiles and links replacements.
  ///
  /// - Parameters:
  ///   - sources: the files by module; modules that others import come first.
  ///   - number: the version's number, which makes module names unique.
  /// - Returns: what the compiler printed, if it has errors; else nil.
  func build(
    _ sources: [(module: ProgramModule, files: [String])], number: Int, to library: String
  ) throws -> String? {
    var objects: [String] = []
    for (index, (module, texts)) in sources.enumerated() {
      let place = "\(folder)/\(module.name)"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      var paths: [String] = []
      for (index, text) in texts.enumerated() {
        paths.append("\(place)/replacements\(index).swift")
        try text.write(toFile: paths[index], atomically: false, encoding: .utf8)
      }
      let name = "\(module.name)__\(number)"
      let isLast = index == sources.count - 1
      let object = "\(place)/\(name).o"
      // Line tables are enough for debuggers, and need no type information.
      let options = [
        "-gline-tables-only", "-whole-module-optimization", "-parse-as-library",
        "-module-name", name, "-I", folder,
      ]
      let hasForms = texts.contains { $0.contains(CallForm.gone) }
      let interface = "\(folder)/\(name).swiftmodule"
      let result =
        isLast
        ? objects + ["-emit-library", "-o", library]
        : ["-c", "-o", object, "-emit-module", "-emit-module-path", interface]
      let words =
        module.compiler + (hasForms ? [] : ["-suppress-warnings"]) + options + paths + result
      let (isDone, output) = try ChildProcess.run(words, in: package)
      guard isDone, !output.contains(CallForm.gone) else { return output }
      objects.append(object)
    }
    return nil
  }
}
