// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("The reference")
struct ReferenceTests {
  @Test("DocC makes a website of the docstrings without a warning")
  func converts() throws {
    let folder = try Folders.make()
    // Of the modules that these tests were built with.
    let converted = try Command.outcome(
      "env",
      ["MODULES=\(Folders.products)Modules", Folders.package + "docs/build-reference", folder])
    #expect(converted.succeeded, "\(converted)")
    for page in ["graft/registeredextension/image", "graftdescriptors/extensiondescriptor/kind"] {
      for file in ["data/documentation/\(page).json", "documentation/\(page)/index.html"] {
        #expect(FileManager.default.fileExists(atPath: folder + file), "\(file)")
      }
    }
  }

  @Test("A page of the catalogue that names what is not there is an error")
  func warns() throws {
    let package = try Folders.make()
    let manager = FileManager.default
    for path in ["docs/build-reference", "Sources/Graft/Graft.docc", "Sources/CGraft/include"] {
      let target = package + path
      try manager.createDirectory(
        atPath: URL(filePath: target).deletingLastPathComponent().path(),
        withIntermediateDirectories: true)
      try manager.copyItem(atPath: Folders.package + path, toPath: target)
    }
    let page = package + "Sources/Graft/Graft.docc/Graft.md"
    let text = try String(contentsOfFile: page, encoding: .utf8)
    try (text + "- ``NoSuchType``\n").write(toFile: page, atomically: true, encoding: .utf8)
    let converted = try Command.outcome(
      "env",
      [
        "MODULES=\(Folders.products)Modules", package + "docs/build-reference", package + "pages",
      ])
    #expect(!converted.succeeded && "\(converted)".contains("NoSuchType"), "\(converted)")
  }
}
