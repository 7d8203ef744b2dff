// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The compiler's options for code of tests that imports Graft.
public enum SwiftCompiler {
  /// The options for the modules that these tests were built with, and the macros.
  ///
  /// - Parameters:
  ///   - modules: the folder of Graft's modules.
  ///   - macros: the program that expands the macros.
  public static func optionsForGraft(
    modules: String = Folders.products + "Modules",
    macros: String = Folders.products + "GraftMacros-tool"
  ) -> [String] {
    ["-module-cache-path", Folders.moduleCache, "-I", modules]
      + ["-Xcc", "-I", "-Xcc", Folders.sources + "CGraft/include"]
      + ["-load-plugin-executable", macros + "#GraftMacros"]
  }

  /// The folder of the toolchain that holds `bin` and `lib`.
  public static func toolchain() throws -> String {
    let compiler = try Command.run("sh", ["-c", "realpath \"$(command -v swiftc)\""])
    return URL(filePath: compiler.trimmingCharacters(in: .newlines))
      .deletingLastPathComponent().deletingLastPathComponent().path()
  }
}
