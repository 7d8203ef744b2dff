// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("list: other questions, and other ways to name files")
struct ListOptionTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  @Test("--section shows which files have such sections at all")
  func sections() throws {
    let object = try fixture.object("greetings.c")
    let library = try fixture.sharedObject()
    let plain = try fixture.object("plain.c")
    let exact = try InspectSections.results(
      ["list", "--section", "graft_descriptors", fixture.scratch.path])
    #expect(Set(exact.map { $0["path"]?.text }) == [object, library])
    #expect(exact.allSatisfy { $0["type"] == "section" && $0["name"] == "graft_descriptors" })
    let glob = ["list", "--section", ".note.g*", plain, library]
    let found = try InspectSections.results(glob)
    let expected = try Readelf.sections(library).filter { $0.name.hasPrefix(".note.g") }
    #expect(found.map { Readelf.Row($0) } == expected && !expected.isEmpty)
    let table = try InspectSections.run(glob).output
    #expect(table.hasPrefix("section ") && table.contains("libfixture.so\n"), "\(table)")
    let none = try InspectSections.run(["list", "--section", "nothing*", library])
    #expect(none.status == 0 && none.output == "No section nothing* is in these files.\n")
    let required = ["list", "--require", "--section", "nothing", library]
    #expect(try InspectSections.run(required).status == 1)
    for wrong in [["--sizes"], ["--protocol", "P"]] {
      let run = try InspectSections.run(["list", "--section", "x", library] + wrong)
      #expect(run.status == 64, "\(run)")
    }
  }

  @Test("--sizes are those of records and of the accessors' symbols")
  func sizes() throws {
    let object = try fixture.object("greetings.c")
    let library = try fixture.sharedObject()
    let symbols = try Command.run("readelf", ["-sW", library]).split(separator: "\n")
    let named = symbols.compactMap { line -> (String, Int64)? in
      let fields = line.split(separator: " ")
      guard fields.count > 7, let size = Int64(fields[2]) else { return nil }
      return (String(fields[7]), size)
    }
    let sizes = Dictionary(named, uniquingKeysWith: { one, _ in one })
    for path in [object, library] {
      let results = try InspectSections.results(["list", "--sizes", path])
      let codes = results.map { $0["accessor"]?["codeByteCount"]?.integer }
      #expect(codes == [sizes["plain_greeting"], sizes["named_greeting"]], "\(results)")
      #expect(
        try InspectSections.results([path]).allSatisfy { $0["accessor"]?["codeByteCount"] == nil })
    }
    let table = try InspectSections.run(["list", "--sizes", library]).output
    let total = Int64(
      try Readelf.sections(library).first { $0.name == "graft_descriptors" }!.numbers[2])
    let code = (sizes["plain_greeting"] ?? 0) + (sizes["named_greeting"] ?? 0)
    let last = table.split(separator: "\n").last?.split(separator: " ").map(String.init)
    #expect(last == [String(total), String(code), "total", "of", "2"], "\(table)")
    let stripped = try fixture.link(
      [fixture.object("greetings.c", ["-fvisibility=hidden"])], as: "stripped.so",
      ["-shared", "-Wl,-s"])
    let unknown = try InspectSections.run(["list", "--sizes", stripped]).output
    #expect(unknown.contains(" ?  ") && unknown.contains("code of 2 unknown"), "\(unknown)")
  }

  @Test("--files-from reads names of a file, of a FIFO and of standard input")
  func filesFrom() throws {
    let path = try fixture.sharedObject()
    let other = fixture.scratch.path("a name\nof two lines.so")
    try FileManager.default.copyItem(atPath: path, toPath: other)
    let direct = try InspectSections.run([path, other]).output
    let lines = try fixture.scratch.write(Array("\n\(path)\n\n".utf8), to: "lines")
    let zeros = try fixture.scratch.write(Array("\(path)\0\(other)\0".utf8), to: "zeros")
    #expect(try InspectSections.run(["--files-from", lines, other]).output.count == direct.count)
    #expect(
      try InspectSections.run([path, "--files-from", lines]).output
        == InspectSections.run([path]).output)
    #expect(try InspectSections.run(["--files-from", zeros, "-0"]).output == direct)
    #expect(try InspectSections.run(["--files-from=-", "--null"], input: zeros).output == direct)
    let why = try InspectSections.run(["why", "Greeter", "--files-from", lines])
    #expect(why.status == 0 && why.output.contains("PlainGreeting"), "\(why)")
    let piped = try Command.outcome(
      "bash",
      [
        "-c", #""$1" check --files-from <(find "$2" -name '*.so' -print0) -0"#, "-",
        InspectSections.path, fixture.scratch.path,
      ])
    #expect(piped.status == 1 && piped.output.contains("extension-twice"), "\(piped)")
  }

  @Test("a list that names nothing, or can't be read, is bad input")
  func badLists() throws {
    let path = try fixture.sharedObject()
    let cases: [([UInt8], [String], String)] = [
      ([], [], "the list names no file"), (Array("\n\n".utf8), [], "the list names no file"),
      (Array("a\0\0b\0".utf8), ["-0"], "the list has an empty name (offset 0x2)"),
      (Array("a\0b\n".utf8), [], "do its names end in NUL (-0)? (offset 0x1)"),
    ]
    for (bytes, options, problem) in cases {
      let list = try fixture.scratch.write(bytes, to: "list")
      for verb in [["list"], ["check"]] {
        let run = try InspectSections.run(verb + [path, "--files-from", list] + options)
        #expect(run.status == 2 && run.errors.contains(problem), "\(run)")
      }
    }
    let missing = try InspectSections.run(["--files-from", "/nowhere"])
    #expect(missing.status == 2 && missing.errors.contains("/nowhere: error: can't open"))
    let alone = try InspectSections.run(["-0", path])
    #expect(alone.status == 64 && alone.errors.contains("-0 goes with --files-from"))
    #expect(try InspectSections.run(["diff", "--files-from", path]).status == 64)
  }
}
