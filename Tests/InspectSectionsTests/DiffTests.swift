// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("diff")
struct DiffTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  @Test("linking the same source again is no difference")
  func relinked() throws {
    let first = try fixture.sharedObject(["greetings.c", "holidays.c"], as: "first.so")
    let second = try fixture.sharedObject(
      ["holidays.c", "greetings.c"], as: "second.so", ["-fuse-ld=lld", "-Wl,-s"])
    let run = try InspectSections.run(["diff", first, second])
    #expect(run.status == 0 && run.output.isEmpty)
  }

  @Test("says what was added, removed and changed")
  func differences() throws {
    let old = try fixture.link(
      [fixture.object("holidays.c"), fixture.object("greetings.c")], as: "old.so", ["-shared"])
    let new = try fixture.link(
      [
        fixture.object("holidays.c", as: "changed.o", ["-DWANTED_PRIORITY=11"]),
        fixture.object("unretained.c"),
      ], as: "new.so", ["-shared"])
    let run = try InspectSections.run(["diff", old, new])
    #expect(run.status == 1)
    #expect(
      run.output == """
        changed Fixtures.HolidayGreeting of Greeter
          priority: 10 → 11
        added Fixtures.LostGreeting of Greeter
        removed Fixtures.NamedGreeting where Named, Subject.Item == Int of Greeter
        removed Fixtures.PlainGreeting of Greeter

        """)
  }

  @Test("takes a snapshot for either side", arguments: ["json", "ndjson"])
  func snapshot(format: String) throws {
    let path = try fixture.sharedObject()
    let saved = fixture.scratch.path("saved." + format)
    let list = try InspectSections.run(["--format", format, "--output", saved, path])
    #expect(list.status == 0 && list.output.isEmpty)
    #expect(try InspectSections.run(["diff", saved, path]).status == 0)
    #expect(try InspectSections.run(["diff", path, saved]).status == 0)
    let other = try fixture.sharedObject(["holidays.c"], as: "other.so")
    #expect(try InspectSections.run(["diff", saved, other]).status == 1)
  }

  @Test("takes standard input for either side: a snapshot or a file, of a pipe or not")
  func standardInput() throws {
    let path = try fixture.sharedObject()
    let other = try fixture.sharedObject(["holidays.c"], as: "other.so")
    for format in ["json", "ndjson"] {
      let saved = fixture.scratch.path("saved." + format)
      #expect(try InspectSections.run(["--format", format, "--output", saved, path]).status == 0)
      for input in [saved, path] {
        for sides in [["-", path], [path, "-"], ["-", saved], ["-", "-"]] {
          let run = try InspectSections.run(["diff"] + sides, input: input)
          #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(sides) \(run)")
        }
        let removed = try InspectSections.run(["diff", "-", other], input: input)
        let added = try InspectSections.run(["diff", other, "-"], input: input)
        #expect(removed.status == 1 && removed.output.contains("removed Fixtures.PlainGreeting"))
        #expect(added.status == 1 && added.output.contains("added Fixtures.PlainGreeting"))
      }
    }
    let command = "'\(InspectSections.path)'"
    let piped = try Command.outcome(
      "sh", ["-c", "\(command) --format json '\(path)' | \(command) diff - '\(other)'"])
    #expect(piped.status == 1 && piped.output.contains("removed Fixtures.PlainGreeting"))
  }

  @Test("standard input that is neither, or can't be read, is bad input")
  func badStandardInput() throws {
    let path = try fixture.sharedObject()
    let text = try fixture.scratch.write(Array("text".utf8), to: "text")
    let run = try InspectSections.run(["diff", "-", path], input: text)
    #expect(run.status == 2)
    let problem = "text, and neither an ELF file nor an archive, nor JSON that list wrote"
    #expect(run.errors == "inspect-sections: standard input: error: \(problem)\n")
    let command = "'\(InspectSections.path)' diff - '\(path)'"
    for input in ["<&-", "< '\(fixture.scratch.path)'"] {
      let run = try Command.outcome("sh", ["-c", "\(command) \(input)"])
      #expect(run.status == 2)
      #expect(run.errors.contains("standard input: error: can't read standard input"), "\(run)")
    }
  }

  @Test("a snapshot is selected from as a file is")
  func selection() throws {
    let path = try fixture.sharedObject()
    let foreign = try fixture.object("holidays.c", target: "aarch64-linux-gnu")
    let saved = fixture.scratch.path("saved.json")
    #expect(try InspectSections.run(["--format", "json", "-o", saved, path, foreign]).status == 0)
    #expect(try InspectSections.run(["diff", saved, path]).status == 1)
    #expect(try InspectSections.run(["diff", "--arch", "x86_64", saved, path]).status == 0)
    #expect(try InspectSections.run(["diff", "--arch", "aarch64", saved, foreign]).status == 0)
    let one = ["--extension", "*.PlainGreeting"]
    #expect(try InspectSections.run(["diff", saved, path] + one).status == 0)
  }

  @Test("a snapshot with sizes is one, and a list of sections is none")
  func otherLists() throws {
    let path = try fixture.sharedObject()
    let other = try fixture.sharedObject(["holidays.c"], as: "other.so")
    for format in ["json", "ndjson"] {
      let saved = fixture.scratch.path("saved." + format)
      let words = ["list", "--format", format, "-o", saved, path]
      #expect(try InspectSections.run(words + ["--sizes"]).status == 0)
      let same = try InspectSections.run(["diff", saved, path])
      #expect(same.status == 0 && same.output.isEmpty, "\(same)")
      #expect(try InspectSections.run(["diff", saved, other]).status == 1)
      #expect(try InspectSections.run(words + ["--section", ".text"]).status == 0)
      let run = try InspectSections.run(["diff", saved, path])
      #expect(run.status == 2, "\(run)")
      #expect(run.errors.contains("the report is of list --section, and lists no"), "\(run)")
    }
  }

  @Test("pages compare types of one name by their answers")
  func typesOfOneName() throws {
    let swift = try SwiftFixture.shared.get()
    func library(_ folder: String, _ second: String) throws -> String {
      let text = """
        import Graft
        public func first() -> any Greeter { struct Local: Greeter {}; return Local() }
        public func second() -> any Greeter { struct Local: Greeter\(second) {}; return Local() }

        """
      return try swift.library("Locals" + folder, of: text, in: fixture)
    }
    let files = [swift.api, swift.first]
    let named = try library("Named", ", Named, Aged")
    let plain = try library("Plain", "")
    func differing(_ one: String, _ other: String) throws -> String? {
      func folder(_ library: String, _ name: String) throws -> String {
        let folder = fixture.scratch.path(name)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for file in files + [library] {
          let copy = folder + "/" + (file as NSString).lastPathComponent
          try FileManager.default.copyItem(atPath: file, toPath: copy)
        }
        return folder
      }
      let sides = [try folder(one, UUID().uuidString), try folder(other, UUID().uuidString)]
      let page = try InspectSections.run(["diff", "--format", "html"] + sides)
      let line = page.output.split(separator: "<p>").first { $0.contains("that differ: ") }
      return line?.split(separator: "differ: ").last?.split(separator: ".").first.map(String.init)
    }
    #expect(try differing(named, named) == "0 of 6")
    #expect(try differing(named, plain) == "12 of 12")
  }

  @Test("files for other architectures are said to be")
  func architectures() throws {
    let own = try fixture.object("greetings.c")
    let foreign = try fixture.object("greetings.c", as: "arm.o", target: "aarch64-linux-gnu")
    let run = try InspectSections.run(["diff", own, foreign])
    #expect(run.status == 0 && run.output.isEmpty, "\(run)")
    #expect(
      run.errors.hasSuffix(
        "arm.o: warning: it is for aarch64, and the other side for x86_64: select one with"
          + " --arch\n"))
    let report = try InspectSections.report(["diff", own, foreign])
    #expect(report["diagnostics"]?.elements?.first?["severity"] == "warning")
    #expect(try InspectSections.run(["diff", own, own]).errors.isEmpty)
  }

  @Test("a snapshot of a run that could not read all says so")
  func incomplete() throws {
    let path = try fixture.sharedObject()
    for format in ["json", "ndjson"] {
      let saved = fixture.scratch.path("saved")
      let list = try InspectSections.run(["--format", format, "-o", saved, path, "/nowhere"])
      #expect(list.status == 2)
      let run = try InspectSections.run(["diff", saved, path])
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.errors.contains("saved: error: the run that wrote the snapshot could not read"))
    }
  }

  @Test("says nothing of what a side that can't be read may have")
  func unread() throws {
    let (path, missing) = (try fixture.sharedObject(), fixture.scratch.path("missing.so"))
    for sides in [[path, missing], [missing, path], [missing, missing]] {
      let run = try InspectSections.run(["diff"] + sides)
      #expect(run.status == 2 && run.output.isEmpty, "\(run)")
      #expect(try InspectSections.results(["diff"] + sides) == [])
      let page = try InspectSections.run(["diff", "--format", "html"] + sides)
      #expect(page.status == 2 && !page.output.contains("that differ"), "\(page)")
    }
    // What was read is compared.
    let other = try fixture.sharedObject(["holidays.c"], as: "other.so")
    let saved = fixture.scratch.path("saved.json")
    _ = try InspectSections.run(["list", "--format", "json", "-o", saved, other, missing])
    let added = try InspectSections.run(["diff", path, saved])
    #expect(added.status == 2, "\(added)")
    #expect(added.output == "added Fixtures.HolidayGreeting of Greeter\n", "\(added)")
    let removed = try InspectSections.run(["diff", saved, path])
    #expect(removed.output == "removed Fixtures.HolidayGreeting of Greeter\n", "\(removed)")
  }

  @Test("a snapshot that was cut off is bad input, never fewer descriptors")
  func truncated() throws {
    let path = try fixture.sharedObject()
    for format in ["json", "ndjson"] {
      let whole = Array(try InspectSections.run(["--format", format, path]).output.utf8)
      // Cut at each end of a line, where the rest can still be JSON.
      let ends = whole.indices.filter { whole[$0] == 0x0a }.dropLast()
      #expect(!ends.isEmpty)
      for end in ends {
        let cut = try fixture.scratch.write(Array(whole[...end]), to: "cut")
        let run = try InspectSections.run(["diff", cut, path])
        #expect(run.status == 2 && run.output.isEmpty, "\(run)")
        #expect(run.errors.contains("cut: error: the snapshot is not"), "\(run)")
      }
    }
  }

  @Test(
    "a snapshot that is none is bad input",
    arguments: [
      ("{", "is not JSON"), ("{}", "is not a JSON report of list"),
      (#"{"version":2,"command":"list","results":[],"exit":0}"#, "is of an unknown version"),
      (
        #"{"version":1,"command":"list","results":[{"type":"descriptor"}],"exit":0}"#,
        "saved.json: error: the snapshot lacks the member results[0].kind"
      ),
      (#"{"version":1,"command":"list"}"#, "is not one whole report"),
      (#"{"version":1,"command":"dump","results":[],"exit":0}"#, "is not a JSON report of list"),
    ])
  func malformedSnapshot(text: String, problem: String) throws {
    let saved = try fixture.scratch.write(Array(text.utf8), to: "saved.json")
    let run = try InspectSections.run(["diff", saved, fixture.sharedObject()])
    #expect(run.status == 2 && run.errors.contains(problem), "\(run)")
  }

  @Test("says which requirement of a protocol changed, and that extensions are refused")
  func protocols() throws {
    func library(_ name: String, _ shape: String, _ requirements: [(String, String, String)]) throws
      -> String
    {
      let lines = requirements.map {
        "GRAFT_REQUIREMENT(\"\($0)\", \"\($0)\", \"\($1)\", \"\($2)\")"
      }
      let source = """
        #include <graft_record.h>
        GRAFT_PROTOCOL(p, "API.Greeter", "API.GreeterExtension", "\(shape)", \(lines.count),
                       \(lines.joined(separator: " ")), "API/Greeter.swift:3");
        """
      let file = try fixture.scratch.write(Array(source.utf8), to: name + ".c")
      let path = fixture.scratch.path(name + ".so")
      try Command.run("clang", ["-shared", "-fPIC", "-I", Fixture.headers, file, "-o", path])
      return path
    }
    let greet = ("greet(_:)", "1", "func greet(_ other: String)")
    let old = try library("old", "0x1", [greet, ("bye()", "2", "func bye()")])
    let new = try library(
      "new", "0x2",
      [("greet(_:)", "7", "func greet(_ other: Int)"), ("mood()", "3", "func mood()")])
    let ordered = try library("ordered", "0x3", [("bye()", "2", "func bye()"), greet])
    let run = try InspectSections.run(["diff", old, new])
    #expect(
      run.output == """
        changed protocol API.Greeter
          requirement bye() is gone
          requirement greet(_:): func greet(_ other: String) → func greet(_ other: Int)
          requirement mood() is new
          extensions that were compiled before are refused: build them again

        """, "\(run)")
    #expect(run.status == 1)
    let same = try InspectSections.run(["diff", "--protocol", "Greeter", old, old])
    #expect(same.status == 0 && same.errors.isEmpty && same.output.isEmpty, "\(same)")
    let order = try InspectSections.run(["diff", old, ordered])
    #expect(order.output.contains("  the order of its requirements\n"), "\(order)")
    #expect(try InspectSections.run(["diff", old, old]).status == 0)
    // A snapshot says the same.
    for format in ["json", "ndjson"] {
      let report = fixture.scratch.path("old." + format)
      _ = try InspectSections.run(["list", "--format", format, "--output", report, old])
      #expect(try InspectSections.run(["diff", report, new]).output == run.output)
      #expect(try InspectSections.run(["diff", report, old]).status == 0)
    }
    let schema = SchemaValidation(
      schema: try JSONValue.parse(try InspectSections.run(["schema"]).output))
    for words in [["list", old], ["diff", old, new]] {
      #expect(schema.violation(try InspectSections.report(words)) == nil, "\(words)")
    }
    // The plug-in was compiled against the old one.
    let plugin = try fixture.sharedObject(as: "plugin.so")
    let broken = try InspectSections.run(["diff", old, new, plugin])
    #expect(
      broken.output.hasSuffix(
        "broken Fixtures.NamedGreeting of API.Greeter, in \(plugin) (Fixtures/Named.swift:7)\n")
        || broken.output.contains("broken Fixtures.PlainGreeting of API.Greeter, in \(plugin)"),
      "\(broken)")
    #expect(broken.output.hasPrefix(run.output) && broken.status == 1)
    #expect(try InspectSections.run(["diff", old, old, plugin]).status == 0)
    #expect(
      schema.violation(try InspectSections.report(["diff", old, new, plugin])) == nil)
    // A pointcut overrides nothing.
    for (kind, count) in [(1, 1), (3, 0)] {
      let object = try fixture.object("records.s", as: "\(kind).o", ["-Wa,--defsym,kind=\(kind)"])
      let library = try fixture.link([object], as: "\(kind).so", ["-shared"])
      let found = try InspectSections.results(["diff", old, new, library])
      #expect(found.count { $0["type"] == "brokenExtension" } == count, "\(found)")
    }
    let list = try InspectSections.results(["list", old])
    #expect(list.map { $0["type"] } == ["protocol"] && list.first?["shape"] == "0x1")
    // Loaders pass over it, so that it needs no anchor.
    #expect(try InspectSections.run(["check", old]).status == 0)
  }

  @Test("compares the manifests of plug-ins, of files and of snapshots")
  func manifests() throws {
    func plugin(_ name: String, _ manifest: String) throws -> String {
      let source = """
        #include <graft.h>
        \(manifest)
        void *a(const graft_request *r) { (void)r; return 0; }
        GRAFT_EXTENSION(a, "Router", "Roads.Fast", GRAFT_IMPLEMENTS("route(_:)"), \
        GRAFT_SOURCE("a:1"));
        """
      let file = try fixture.scratch.write(Array(source.utf8), to: name + ".c")
      let path = fixture.scratch.path(name + ".so")
      try Command.run(
        "clang", ["-shared", "-fPIC", "-ffreestanding", "-I", Fixture.headers, file, "-o", path])
      return path
    }
    let old = try plugin(
      "old", "GRAFT_PLUGIN(\"Roads\", \"1.4.0\", GRAFT_NEEDS(\"maps 2.1\", \"sea\"));")
    let same = try plugin(
      "same", "GRAFT_PLUGIN(\"Roads\", \"1.4.0\", GRAFT_NEEDS(\"sea\", \"maps 2.1\"));")
    let new = try plugin(
      "new", "GRAFT_PLUGIN(\"Roads\", \"1.5.0\", GRAFT_NEEDS(\"maps 3.0..<4\"));")
    let other = try plugin("other", "GRAFT_PLUGIN(\"Lanes\", \"1.4.0\");")
    let none = try plugin("none", "")
    func expect(_ one: String, _ two: String, _ lines: [String]) throws {
      for format in [nil, "json", "ndjson"] {
        var side = one
        if let format {
          side = fixture.scratch.path("saved." + format)
          _ = try InspectSections.run(["list", "--format", format, "--output", side, one])
        }
        let run = try InspectSections.run(["diff", side, two])
        #expect(run.output == lines.map { $0 + "\n" }.joined(), "\(run)")
        #expect(run.status == (lines.isEmpty ? 0 : 1) && run.errors.isEmpty, "\(run)")
      }
    }
    try expect(old, same, [])
    try expect(
      old, new,
      [
        "changed manifest of Roads", "  version: 1.4.0 → 1.5.0",
        "  needs: maps 2.1, sea → maps 3.0..<4",
      ])
    try expect(old, none, ["removed manifest of Roads 1.4.0"])
    try expect(none, new, ["added manifest of Roads 1.5.0"])
    try expect(old, other, ["added manifest of Lanes 1.4.0", "removed manifest of Roads 1.4.0"])
    let one = ["--extension", "Roads.*"]
    #expect(try InspectSections.run(["diff", old, new] + one).status == 0)
    let schema = SchemaValidation(
      schema: try JSONValue.parse(try InspectSections.run(["schema"]).output))
    #expect(schema.violation(try InspectSections.report(["diff", old, new])) == nil)
  }

  @Test("breaks only extensions of the protocol that they were compiled against")
  func identity() throws {
    func library(_ name: String, _ requirement: String) throws -> String {
      let source = """
        #include <graft_record.h>
        GRAFT_PROTOCOL(p, "API.Greeter", "API.GreeterExtension", "0x\(name.count)", 1,
          GRAFT_REQUIREMENT("\(requirement)", "\(requirement)", "1", "func \(requirement)"), "");
        """
      let file = try fixture.scratch.write(Array(source.utf8), to: name + ".c")
      let path = fixture.scratch.path(name + ".so")
      try Command.run("clang", ["-shared", "-fPIC", "-I", Fixture.headers, file, "-o", path])
      return path
    }
    let (old, new) = (try library("old", "bye()"), try library("newer", "greet(_:)"))
    func broken(_ protocols: [String]) throws -> [JSONValue] {
      let shapes = protocols.enumerated().map { number, name in
        "const char shape_\(number)[] = \"GraftShape 1\\n\(name)\\n3\\nbye()\\t1\\n\";\n"
      }
      let file = try fixture.scratch.write(Array(shapes.joined().utf8), to: "shapes.c")
      let path = fixture.scratch.path("plugin.so")
      try Command.run(
        "clang", ["-shared", "-fPIC", file, try fixture.object("holidays.c"), "-o", path])
      return try InspectSections.results(["diff", old, new, path]).filter {
        $0["type"] == "brokenExtension"
      }
    }
    #expect(try broken(["Other.Greeter"]).isEmpty)
    #expect(try broken(["API.Greeter"]).map { $0["isAmbiguous"] } == [.bool(false)])
    #expect(try broken([]).map { $0["isAmbiguous"] } == [.bool(false)])
    let both = try broken(["API.Greeter", "Other.Greeter"])
    #expect(both.map { $0["isAmbiguous"] } == [.bool(true)])
    #expect(both.map { $0["protocol"] } == ["API.Greeter"])
  }
}
