// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Blocks of code compile. What stands behind the language of a block says how:
///
/// - `swift`: a file of the page's module; all such blocks of a page are one module.
/// - `swift statements`: the body of a function in a file of that module.
/// - `swift rejected TEXT`: with that module it does not compile, and the compiler
///   says TEXT.
/// - `swift module=NAME`: a file of a module that is compiled before the page's.
/// - `swift manifest`: a package manifest.
/// - `c`: a C file.
/// - `file=PATH`, behind any of these: the text of that file of the repository.
/// - `name=main.swift`: the name of the file, where that matters.
///
/// `import Graft` (or what a page imports instead) and `#include <graft.h>` are put before blocks
/// without any.
@Suite("Blocks of code")
struct SnippetTests {
  private static let pages = Page.all.filter { page in
    page.blocks.contains { ["swift", "c"].contains($0.language) }
  }

  @Test("Swift compiles", arguments: pages)
  func swift(page: Page) throws {
    let compiler = try SnippetCompiler(page)
    for module in compiler.modules {
      let compiled = try compiler.compile(module)
      #expect(compiled.succeeded, "\(compiled)")
    }
    for block in page.blocks where block.language == "swift" && block.words.first == "rejected" {
      let text = block.words.dropFirst().joined(separator: " ")
      let compiled = try compiler.compile(nil, with: block)
      #expect(!compiled.succeeded, "\(page.path):\(block.line) compiles")
      #expect(compiled.errors.contains(text), "\(compiled)")
    }
  }

  @Test("Manifests compile", arguments: pages)
  func manifests(page: Page) throws {
    for block in page.blocks where block.words.first == "manifest" {
      let compiled = try SnippetCompiler(page).compile(manifest: block)
      #expect(compiled.succeeded, "\(compiled)")
    }
  }

  @Test("Packages with one build folder take no plan of another's", arguments: Page.all)
  func plans(page: Page) {
    for line in page.blocks.flatMap({ $0.text.split(separator: "\n") })
    where line.contains("--scratch-path") {
      #expect(line.contains("--disable-build-manifest-caching"), "\(page.path): \(line)")
    }
  }

  @Test("C compiles", arguments: pages)
  func c(page: Page) throws {
    for block in page.blocks where block.language == "c" {
      let compiled = try SnippetCompiler(page).compile(c: block)
      #expect(compiled.succeeded, "\(page.path):\(block.line)\n\(compiled)")
    }
  }

  @Test("Blocks that show a file have its text", arguments: Page.all)
  func files(page: Page) throws {
    for block in page.blocks {
      guard let path = block.value("file") else { continue }
      // A reader's packages lie elsewhere, with Graft beside them.
      let text = try String(contentsOfFile: Folders.package + path, encoding: .utf8)
        .replacing("\"../../../..\"", with: "\"../Graft\"")
      #expect(block.text == text, "\(page.path):\(block.line) is not \(path)")
    }
  }
}
