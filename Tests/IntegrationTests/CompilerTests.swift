// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A source file of `Fixtures/Compiler`: its second line can have options of the compiler.
/// `// error: TEXT` ends a line that has that error, perhaps among others.
struct CompiledFile: CustomTestStringConvertible {
  struct Diagnostic: Hashable, CustomStringConvertible {
    let line: Int
    let text: String

    var description: String { "\(line): \(text)" }
  }

  let path: String
  private let lines: [String]

  var testDescription: String { URL(filePath: path).lastPathComponent }

  static func all(in folder: String) throws -> [CompiledFile] {
    let folder = Folders.fixtures + "Compiler/" + folder + "/"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
      let text = try String(contentsOfFile: folder + $0, encoding: .utf8)
      return CompiledFile(path: folder + $0, lines: text.components(separatedBy: "\n"))
    }
  }

  private var options: [String] {
    guard lines[1].hasPrefix("// -") else { return [] }
    return lines[1].dropFirst(3).split(separator: " ").map(String.init)
  }

  var expected: [Diagnostic] {
    lines.enumerated().compactMap { index, line in
      line.firstMatch(of: #/// error: (.*)/#).map {
        Diagnostic(line: index + 1, text: String($0.1))
      }
    }
  }

  /// - Parameters:
  ///   - language: the version of Swift as which the file is read.
  ///   - optimised: whether the optimiser runs, as for a release.
  func compile(_ language: String = "6", optimised: Bool = false) throws -> Command.Outcome {
    try Command.check(
      ["-swift-version", language] + options + [path] + (optimised ? ["-O"] : []))
  }

  /// The errors that the compiler places in this file, and how many it places elsewhere.
  func errors(in outcome: Command.Outcome) -> (here: [Diagnostic], elsewhere: Int) {
    let found = outcome.errors.matches(of: #/(?m)^(\S.*?):(\d+):\d+: error: (.*)$/#)
    let here = found.filter { $0.1 == path }.map {
      Diagnostic(line: Int($0.2)!, text: String($0.3))
    }
    return (here, found.count - here.count)
  }
}

extension Command {
  /// Compiles code that uses Graft, up to the stage that checks isolation and ownership.
  ///
  /// - Parameter macros: the program that expands the macros.
  static func check(
    _ arguments: [String], macros: String = Folders.products + "GraftMacros-tool"
  ) throws -> Outcome {
    try Command(
      "swiftc",
      ["-emit-sil", "-o", "/dev/null", "-parse-as-library"]
        + SwiftCompiler.optionsForGraft(macros: macros) + arguments
    ).run()
  }
}

@Suite(
  "What only the compiler sees",
  .onThisMachine(because: "it compiles against the modules of these tests"))
struct CompilerTests {
  @Test(
    "A requirement that can have no default is an error on its line, which says what to do",
    arguments: try CompiledFile.all(in: "Rejected"))
  func rejected(file: CompiledFile) throws {
    let outcome = try file.compile()
    let (here, elsewhere) = file.errors(in: outcome)
    #expect(!outcome.succeeded && !file.expected.isEmpty)
    for expected in file.expected {
      #expect(
        here.contains { $0.line == expected.line && $0.text.contains(expected.text) },
        "\(expected) is not among \(here)\n\(outcome)")
    }
    #expect(Set(here.map(\.line)) == Set(file.expected.map(\.line)), "\(outcome)")
    #expect(elsewhere == 0, "\(outcome)")
  }

  @Test(
    "What the pages say works compiles without a warning, in both language modes",
    arguments: try CompiledFile.all(in: "Accepted"), ["5", "6"])
  func accepted(file: CompiledFile, language: String) throws {
    let outcome = try file.compile(language)
    #expect(outcome.succeeded && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test("And with optimisation", arguments: try CompiledFile.all(in: "Accepted"))
  func optimised(file: CompiledFile) throws {
    let outcome = try file.compile(optimised: true)
    #expect(outcome.succeeded && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test("Another error of a file brings those that the compiler has for any record, and no more")
  func otherError() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".swift")
    defer { try? FileManager.default.removeItem(at: file) }
    let source = """
      import Graft
      @Extensible protocol Greeter { func greet() -> Int }
      struct Guest: Greeter {}
      func unfinished() -> Int {}
      """
    try source.write(to: file, atomically: true, encoding: .utf8)
    let outcome = try Command.check(["-swift-version", "6", file.path()])
    let errors = outcome.errors.matches(of: #/(?m)^\S.*: error: (.*)$/#).map { String($0.1) }
    #expect(errors.contains { $0.hasPrefix("missing return") }, "\(outcome)")
    #expect(errors.count == 3, "\(outcome)")
  }
}
