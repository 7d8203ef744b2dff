// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Compiles the blocks of one page against the modules that these tests were built
/// with.
struct SnippetCompiler {
  private let page: Page
  private let folder: String

  init(_ page: Page) throws {
    self.page = page
    folder = try Folders.make()
  }

  private var blocks: [Page.Block] {
    page.blocks.filter { block in
      block.language == "swift" && !["manifest", "rejected"].contains(block.words.first)
    }
  }

  /// The imports that blocks without imports get.
  private var graft: String {
    page.blocks.contains { $0.text.contains("import GraftCourier") } ? "GraftCourier" : "Graft"
  }

  /// The modules in the order of their compilation; nil stands for the page's
  /// own.
  var modules: [String?] {
    var names: [String?] = []
    for name in blocks.compactMap({ $0.value("module") }) where !names.contains(name) {
      names.append(name)
    }
    return names + (blocks.contains { $0.value("module") == nil } ? [nil] : [])
  }

  /// - Parameter block: one that is compiled with the module's.
  func compile(_ module: String?, with block: Page.Block? = nil) throws -> Command.Outcome {
    var files: [String] = []
    for block in blocks.filter({ $0.value("module") == module }) + (block.map { [$0] } ?? []) {
      files.append(try write(block))
    }
    let name = module ?? "Page"
    var arguments = ["-swift-version", "6", "-module-name", name]
    arguments += files.contains { $0.hasSuffix("/main.swift") } ? [] : ["-parse-as-library"]
    arguments +=
      module == nil
      ? ["-typecheck"] : ["-emit-module", "-emit-module-path", folder + "\(name).swiftmodule"]
    arguments += SwiftCompiler.optionsForGraft() + ["-I", folder]
    if blocks.contains(where: { $0.text.contains("import Testing") }) {
      arguments += [
        "-plugin-path", try SwiftCompiler.toolchain() + "lib/swift/host/plugins/testing",
      ]
    }
    return try Command.outcome("swiftc", arguments + files, in: folder)
  }

  /// Writes a source file whose errors point to the page.
  private func write(_ block: Page.Block) throws -> String {
    let place = "#sourceLocation(file: \"\(page.path)\", line: \(block.line))\n"
    var lines = block.text.components(separatedBy: "\n")
    let isImport = { (line: String) in line.firstMatch(of: #/^ *(public )?import /#) != nil }
    var imports = lines.contains(where: isImport) ? "" : "import \(graft)\n"
    var (opening, closing) = ("", "")
    if block.words.first == "statements" {
      imports = (["import \(graft)"] + lines.filter(isImport)).joined(separator: "\n") + "\n"
      lines = lines.map { isImport($0) ? "" : $0 }
      (opening, closing) = ("func block\(block.line)() async throws {\n", "}\n")
    }
    let name = (block.value("file") ?? block.value("name"))
      .map { URL(filePath: $0).lastPathComponent }
    let path = folder + (name ?? "Block\(block.line).swift")
    let text = imports + opening + place + lines.joined(separator: "\n") + closing
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  func compile(manifest block: Page.Block) throws -> Command.Outcome {
    let path = folder + "Package.swift"
    try block.text.write(toFile: path, atomically: true, encoding: .utf8)
    let library = try SwiftCompiler.toolchain() + "lib/swift/pm/ManifestAPI"
    return try Command.outcome(
      "swiftc",
      ["-typecheck", "-swift-version", "6", "-package-description-version", "6.3"]
        + ["-I", library, path])
  }

  func compile(c block: Page.Block) throws -> Command.Outcome {
    let path = folder + "block.c"
    let include = block.text.contains("#include <graft.h>") ? "" : "#include <graft.h>\n"
    try (include + block.text).write(toFile: path, atomically: true, encoding: .utf8)
    return try Command.outcome(
      "clang",
      ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", path, "-o", "/dev/null"]
        + ["-I", Folders.package + "Sources/CGraft/include"])
  }
}
