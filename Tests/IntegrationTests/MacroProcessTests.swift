// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite(
  "The process of the macros",
  .onThisMachine(because: "it compiles against the modules of these tests"))
struct MacroProcessTests {
  @Test("It opens no file: what it writes depends on the syntax that it is given")
  func opensNothing() throws {
    let folder = try ScratchFolder()
    let preloaded = folder.path("opened.so")
    let log = folder.path("opened.txt")
    try Command.run(
      "gcc",
      ["-shared", "-fPIC", Folders.fixtures + "Compiler/opened.c", "-o", preloaded, "-ldl"])
    // The compiler gives the process no environment.
    let script = """
      #!/bin/sh
      GRAFT_OPENED='\(log)' LD_PRELOAD='\(preloaded)' exec '\(Folders.products)GraftMacros-tool' "$@"
      """
    let wrapper = try write(script, in: folder)
    let files = try CompiledFile.all(in: "Accepted").filter {
      ["marked-defaults.swift", "courier.swift", "advisable.swift"].contains($0.testDescription)
    }
    for file in files {
      let outcome = try Command.check(
        ["-swift-version", "6", file.path], macros: wrapper)
      #expect(outcome.succeeded, "\(outcome)")
    }
    let opened = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(opened.count { $0 == "begin macros" } == 3, "each process is watched")
    // The C library reads the bounds of the stack there.
    #expect(Set(opened).subtracting(["begin macros", "fopen /proc/self/maps"]) == [])
  }

  @Test(
    "A process whose file only uses operators expands protocols for @OperatorDefaults alone",
    arguments: [
      ("", "func f()", false),
      ("@OperatorDefaults ", "static func + (a: Self, b: Self) -> Self", true),
    ])
  func operators(attribute: String, requirement: String, expands: Bool) throws {
    let folder = try ScratchFolder()
    let wrapper = try write(
      "#!/bin/sh\ntee -a '\(folder.path("asked.txt"))' | '\(Folders.products)GraftMacros-tool' \"$@\"\n",
      in: folder)
    let declaring = try folder.write(
      Array("import Graft\n@Extensible \(attribute)protocol P { \(requirement) }\n".utf8),
      to: "P.swift")
    let using = try folder.write(
      Array("func sum(_ a: Int, _ b: Int) -> Int { a == b ? a + b : a - b }\n".utf8),
      to: "Sum.swift")
    func asks(_ primary: String, _ other: String) throws -> Int {
      let log = try folder.write([], to: "asked.txt")
      try Command.run(
        "swiftc",
        ["-frontend", "-typecheck", "-swift-version", "6", "-module-name", "M"]
          + ["-parse-as-library", "-primary-file", primary, other]
          + SwiftCompiler.optionsForGraft(macros: wrapper))
      let messages = try Data(contentsOf: URL(filePath: log))
      return String(decoding: messages, as: UTF8.self).matches(of: /"expandAttachedMacro"/).count
    }
    #expect(try asks(declaring, using) >= 2, "the peers and the defaults")
    #expect(try (asks(using, declaring) > 0) == expands)
  }

  private func write(_ script: String, in folder: ScratchFolder) throws -> String {
    let wrapper = try folder.write(Array(script.utf8), to: "GraftMacros-tool")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: wrapper)
    return wrapper
  }
}
