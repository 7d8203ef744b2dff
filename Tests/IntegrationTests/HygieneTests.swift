// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite(
  "Names in generated code",
  .onThisMachine(because: "it compiles against the modules of these tests"))
struct HygieneTests {
  @Test(
    "Types of the user's with any name that generated code mentions are in nobody's way",
    arguments: ["5", "6"])
  func shadowed(language: String) throws {
    let (fixtures, folder) = (
      Folders.fixtures + "Compiler/Hygiene/", try Folders.make("hygiene-\(language)")
    )
    func check(_ files: [String], without other: Set<String> = []) throws {
      let files = files.map { fixtures + $0 }
      let declared = try files.map(Self.declared).reduce(other) { $0.union($1) }
      let names = try Self.mentioned().subtracting(declared).sorted()
      // Of which some are known to be written by every macro.
      #expect(["Int", "Result", "Courier", "ExtensionLink"].allSatisfy(names.contains))
      let types = "\(folder)types-\(files.count).swift"
      try names.map { "public struct \($0) {}\n" }.joined()
        .write(toFile: types, atomically: true, encoding: .utf8)
      let outcome = try Command.check(
        ["-wmo", "-module-name", "Module", "-swift-version", language] + files + [types])
      #expect(outcome.succeeded && outcome.errors.isEmpty, "\(outcome)")
    }
    try check(["uses.swift"])
    // In a protocol's clause, Swift 6.3 takes `Swift::Sendable` for a type `Sendable` of the module.
    try check(["uses.swift", "sendable.swift"], without: ["Sendable"])
  }

  /// Each name with a capital in an expansion that is recorded, whatever it stands for. Those
  /// with an underscore are for generated code alone: the compiler finds some of them in the
  /// user's module first, though they are written with the other's name.
  private static func mentioned() throws -> Set<String> {
    let folder = Folders.package + "Tests/GraftMacrosTests/Expansions/"
    let texts = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".txt") }
      .map { try String(contentsOfFile: folder + $0, encoding: .utf8) }
    let code = texts.joined().replacing(#/\/\/.*|"[^"\n]*"/#, with: "")
    let keywords: Set = ["Any", "AnyObject", "Self", "Type", "Protocol"]
    return Set(code.matches(of: #/\b[A-Z]\w*/#).map { String($0.0) }).subtracting(keywords)
  }

  /// What the fixture declares itself or has generated, and its generic parameters.
  private static func declared(in file: String) throws -> Set<String> {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let declarations = text.matches(of: #/(?:protocol|class|struct|associatedtype) (\w+)/#)
    let types = Set(declarations.map { String($0.1) })
    let generated = ["Extension", "JoinPoints", "Courier"].flatMap { suffix in
      types.map { $0 + suffix }
    }
    return types.union(generated)
  }
}
