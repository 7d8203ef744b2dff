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
    let uses = Folders.fixtures + "Compiler/Hygiene/uses.swift"
    let names = try Self.mentioned().subtracting(Self.declared(in: uses)).sorted()
    // Of which some are known to be written by every macro.
    #expect(["Int", "Result", "Courier", "ExtensionLink"].allSatisfy(names.contains))
    let types = try Folders.make("hygiene-\(language)") + "types.swift"
    try names.map { "public struct \($0) {}\n" }.joined()
      .write(toFile: types, atomically: true, encoding: .utf8)
    let outcome = try Command.check(
      ["-wmo", "-module-name", "Module", "-swift-version", language, uses, types])
    #expect(outcome.succeeded && outcome.errors.isEmpty, "\(outcome)")
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
