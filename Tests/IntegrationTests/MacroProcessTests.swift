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
    let wrapper = try folder.write(Array(script.utf8), to: "GraftMacros-tool")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: wrapper)
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
}
