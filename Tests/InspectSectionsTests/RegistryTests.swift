// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Files and running programs agree")
struct RegistryTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  /// A program with the loader and these objects.
  private func program(_ objects: [String], _ linker: String) throws -> String {
    let sources = URL(fileURLWithPath: Fixture.headers).deletingLastPathComponent().path + "/"
    let loader = try FileManager.default.subpathsOfDirectory(atPath: sources)
      .filter { $0.hasSuffix(".c") }.map { name in
        let object = fixture.scratch.path("loader-\(name.replacing("/", with: "-")).o")
        try Command.run("clang", ["-I", Fixture.headers, "-c", sources + name, "-o", object])
        return object
      }
    // A linker takes from an archive only what is referred to; other sources
    // call the Swift runtime, which this program lacks.
    let archive = try fixture.archive(loader, as: "libloader.a")
    let parts = [Fixture.sources + "registry.c"] + objects + [archive]
    return try fixture.link(
      parts, as: "program", ["-I", Fixture.headers, "-rdynamic", "-ldl", "-fuse-ld=\(linker)"])
  }

  private func listed(_ paths: [String]) throws -> [String] {
    try InspectSections.results(paths).map {
      "\($0["offset"]?.text ?? "") \($0["extension"]?.text ?? "")"
    }
  }

  private func entered(_ program: String, _ plugIns: [String]) throws -> [String] {
    try Command.run(program, plugIns).split(separator: "\n").map(String.init)
  }

  @Test("for programs and plug-ins of each linker", arguments: ["bfd", "gold", "lld"])
  func linkers(linker: String) throws {
    let program = try program([fixture.object("greetings.c")], linker)
    let plugIn = try fixture.sharedObject(["holidays.c"], as: "holidays.so", ["-fuse-ld=\(linker)"])
    let stripped = try fixture.copy(plugIn, as: "stripped.so", "strip", [])
    let patched = try fixture.copy(
      stripped, as: "patched.so", "patchelf",
      ["--set-rpath", String(repeating: "/folder", count: 99)])
    let bare = try fixture.withoutSectionTable(patched)
    for file in [plugIn, stripped, patched, bare] {
      let running = try entered(program, [file])
      #expect(running == (try listed([program, file])) && running.count == 3)
    }
  }

  @Test("about records that are broken")
  func broken() throws {
    let program = try program([], "lld")
    let good = try fixture.object("greetings.c")
    for symbol in ["version=2", "kind=9", "size=60", "size=4096"] {
      let object = try fixture.object("records.s", as: "broken.o", ["-Wa,--defsym,\(symbol)"])
      for parts in [[good, object], [object, good]] {
        let file = try fixture.link(parts, as: "broken.so", ["-shared"])
        #expect(try entered(program, [file]) == listed([file]), "\(symbol)")
      }
    }
  }
}
