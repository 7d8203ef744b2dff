// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `Tests/covers`, by which `Tests/run FOLDER` chooses tests.
@Suite("Which tests cover what")
struct CoverTests {
  /// Each line: a folder, and the tests for it.
  private static func lines() throws -> [(folder: String, tests: [String])] {
    try String(contentsOfFile: Folders.package + "Tests/covers", encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        let words = line.split(separator: " ").map(String.init)
        return (words[0], Array(words.dropFirst()))
      }
  }

  private static func files(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: Folders.package + folder)
    return (names?.compactMap { $0 as? String } ?? []).map { folder + "/" + $0 }
  }

  @Test("Each folder of the table is there, once, and has tests")
  func folders() throws {
    let lines = try Self.lines()
    #expect(Set(lines.map(\.folder)).count == lines.count)
    for line in lines {
      #expect(!line.tests.isEmpty, "\(line.folder)")
      #expect(!Self.files(in: line.folder).isEmpty, "\(line.folder) is not there, or is empty")
    }
  }

  @Test("Each target is in the table")
  func targets() throws {
    let folders = try Self.lines().map(\.folder)
    let targets = try FileManager.default.contentsOfDirectory(atPath: Folders.package + "Sources")
    #expect(targets.count > 10)
    for target in targets where !target.hasSuffix(".txt") {
      #expect(folders.contains("Sources/" + target), "\(target)")
    }
  }

  @Test("Each command is in the table of the page for contributors")
  func commands() throws {
    let page = try String(
      contentsOfFile: Folders.package + "docs/contributing.md", encoding: .utf8)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Folders.package + "Tests/commands"
    ).filter { !$0.hasSuffix("Program") && !$0.hasPrefix("_") }
    #expect(names.count >= 9)
    for name in names { #expect(page.contains("| `\(name)` |"), "\(name)") }
  }

  @Test("Each of the tests is a target or a suite of it")
  func tests() throws {
    for test in Set(try Self.lines().flatMap(\.tests)) {
      let parts = test.split(separator: "/").map(String.init)
      let sources = Self.files(in: "Tests/" + parts[0]).filter { $0.hasSuffix(".swift") }
      #expect(!sources.isEmpty, "\(test)")
      guard parts.count > 1 else { continue }
      let suite = try Regex("struct \(parts[1])\\b")
      let isDeclared = try sources.contains {
        try String(contentsOfFile: Folders.package + $0, encoding: .utf8).contains(suite)
      }
      #expect(isDeclared, "\(test) is no suite")
    }
  }
}
