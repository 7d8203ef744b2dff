// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Misuse")
struct MisuseTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  @Test("an empty argument is wrong usage, not a file without a name")
  func emptyArguments() throws {
    let path = try fixture.sharedObject()
    for words in [
      [""], [path, ""], ["diff", path, ""], ["why", "", path], ["--output", "", path],
      ["--output=", path], ["dump", "--section", "", path], ["check", "--linked", "", path],
      ["--exclude", "", path],
    ] {
      let run = try InspectSections.run(words)
      #expect(run.status == 64 && run.errors.contains("empty"), "\(words) \(run)")
    }
    let linked = try InspectSections.run(["check", "--linked", path])
    #expect(linked.status == 64)
    #expect(linked.errors.contains("check --linked PRODUCT takes at least one path"))
  }

  @Test("takes from 1 to 1024 jobs, also more than there are files")
  func jobs() throws {
    let path = try fixture.sharedObject()
    let one = try InspectSections.run(["-j1", path, path, fixture.scratch.path])
    let many = try InspectSections.run(["-j", "1000", path, path, fixture.scratch.path])
    #expect(one.status == 0 && many.status == 0 && one.output == many.output)
    for jobs in ["0", "-1", "1025", "many", "99999999999999999999"] {
      let run = try InspectSections.run(["-j", jobs, path])
      #expect(run.status == 64 && run.errors.contains("from 1 to 1024, not \(jobs)"))
    }
  }

  @Test("a file under several names is one image")
  func links() throws {
    let path = try fixture.sharedObject()
    let name = (path as NSString).lastPathComponent
    #expect(symlink(name, fixture.scratch.path("soft.so")) == 0)
    #expect(link(path, fixture.scratch.path("hard.so")) == 0)
    let names = [path, fixture.scratch.path + "/./" + name, "soft.so", "hard.so", path]
    let check = try InspectSections.run(["check"] + names, in: fixture.scratch.path)
    #expect(check.status == 0 && check.output.isEmpty, "\(check)")
    let why = try InspectSections.run(["why", "Greeter"] + names, in: fixture.scratch.path)
    #expect(why.output == (try InspectSections.run(["why", "Greeter", path])).output)
    // Another file with the same extensions is another image.
    let copy = fixture.scratch.path("copy.so")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(try InspectSections.run(["check", path, copy]).output.contains("extension-twice"))
  }

  @Test("says that a section is nowhere, and that a proof proves nothing")
  func nothingThere() throws {
    let path = try fixture.sharedObject()
    let dump = try InspectSections.run(["dump", "--section", ".nothing", path])
    #expect(dump.status == 0 && dump.output == "No section .nothing is in these files.\n")
    let required = try InspectSections.run(["dump", "--require", "--section", ".nothing", path])
    #expect(required.status == 1)
    let inputs = ["--linked", path, try fixture.object("plain.c")]
    let proof = try InspectSections.run(["check"] + inputs)
    #expect(proof.status == 0 && proof.output.hasPrefix("No descriptors in the inputs: nothing is"))
    #expect(try InspectSections.run(["check", "--require"] + inputs).status == 1)
  }

  @Test("a product can come from standard input")
  func productFromInput() throws {
    let path = try fixture.sharedObject()
    let object = try fixture.object("greetings.c")
    let run = try InspectSections.run(["check", "--linked", "-", object], input: path)
    #expect(run.status == 0)
    #expect(run.output == "2 descriptors in the inputs: standard input holds all of them.\n")
  }

  @Test("a file that ends inside its header was truncated", arguments: [4, 15, 16, 40, 63])
  func truncatedHeader(count: Int) throws {
    let bytes = try fixture.scratch.bytes(fixture.sharedObject()).prefix(count)
    let cut = try fixture.scratch.write(Array(bytes), to: "cut.so")
    for operand in [cut, fixture.scratch.path] {
      let run = try InspectSections.run([operand])
      #expect(run.status == 2)
      #expect(run.errors.contains("cut.so: error: the file ends inside its ELF header: was it"))
    }
  }

  @Test("a file of debug data is no bad input, and nothing is proved by one")
  func debugData() throws {
    let path = try fixture.sharedObject()
    let object = try fixture.object("greetings.c")
    let debug = fixture.scratch.path("lib.debug")
    try Command.run("objcopy", ["--only-keep-debug", path, debug])
    for verb in ["list", "check"] {
      for place in [debug, fixture.scratch.path] {
        let run = try InspectSections.run([verb, place, "--exclude", "*.[os]*"])
        #expect(run.status == 0 && run.output.isEmpty, "\(run)")
        #expect(run.errors.contains("lib.debug: warning: only debug information: the content of"))
      }
    }
    // One of a file without records, whose anchor names an empty section.
    let header = fixture.scratch.path("empty.c")
    try "#include <graft.h>\n".write(toFile: header, atomically: true, encoding: .utf8)
    let empty = fixture.scratch.path("empty.so")
    try Command.run(
      "gcc", ["-shared", "-fPIC", "-g", "-I", Fixture.headers, header, "-o", empty])
    #expect(try Command.run("readelf", ["-nW", empty]).contains("GraftAnchor"))
    try Command.run("objcopy", ["--only-keep-debug", empty, empty + ".debug"])
    let none = try InspectSections.run(["list", empty + ".debug"])
    #expect(none.status == 0 && none.output.isEmpty && none.errors.isEmpty, "\(none)")
    let product = try InspectSections.run(["check", "--linked", debug, object])
    #expect(product.status == 2 && product.errors.contains("error: only debug information"))
    #expect(!product.output.contains("lost"), "\(product)")
    // A section that only lost its bytes is no such file.
    let lost = fixture.scratch.path("lost.o")
    var bytes = try fixture.scratch.bytes(object)
    let sections = try InspectSections.results(["dump", object])
    let table = bytes[40..<48].reversed().reduce(0) { $0 << 8 | Int($1) }
    for section in sections where section["name"] == "graft_descriptors" {
      let index = try #require(section["index"]?.integer)
      bytes[table + 64 * Int(index) + 4] = 8
    }
    _ = try fixture.scratch.write(bytes, to: "lost.o")
    let run = try InspectSections.run([lost])
    #expect(run.status == 2 && run.errors.contains("\"graft_descriptors\" has no bytes"), "\(run)")
  }

  @Test("what is neither ELF nor an archive is called what it is")
  func formats() throws {
    let cases: [(bytes: [UInt8], name: String)] = [
      ([], "an empty file, and neither an ELF file nor an archive"),
      (Array("MZ\u{90}\0\u{3}".utf8), "a PE file, of Windows, and neither"),
      ([0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1], "a Mach-O file, of Apple's systems, and neither"),
      ([0x42, 0x43, 0xc0, 0xde, 0x35], "LLVM bitcode, which -flto writes: its records are known"),
      (Array("/* é */ INPUT(libc.so.6)\n".utf8), "text, and neither an ELF file nor an archive"),
      ([0, 1, 2, 3], "error: neither an ELF file nor an archive"),
    ]
    for (bytes, name) in cases {
      let path = try fixture.scratch.write(bytes, to: "file")
      let run = try InspectSections.run([path])
      #expect(run.status == 2 && run.errors.contains(name), "\(run)")
      let product = try InspectSections.run(["check", "--linked", path, path])
      #expect(product.status == 2 && product.errors.contains("not an ELF file"), "\(product)")
    }
  }

  @Test(
    "a folder and a file without permission are said, and the rest is read",
    .enabled(
      if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
      "root is refused nothing, and there is no setpriv to be somebody else"))
  func permissions() throws {
    let path = try fixture.sharedObject()
    let tree = fixture.scratch.path("tree")
    let files = FileManager.default
    try files.createDirectory(atPath: tree + "/closed", withIntermediateDirectories: true)
    for name in ["open.so", "shut.so", "closed/inside.so"] {
      try files.copyItem(atPath: path, toPath: "\(tree)/\(name)")
    }
    #expect(chmod(fixture.scratch.path, 0o755) == 0)
    #expect(chmod(tree + "/closed", 0) == 0 && chmod(tree + "/shut.so", 0) == 0)
    defer { chmod(tree + "/closed", 0o700) }
    // A copy: the folder of the build can be closed to others too.
    let tool = fixture.scratch.path("tool")
    try files.copyItem(atPath: InspectSections.path, toPath: tool)
    let somebody = ["--reuid=65534", "--regid=65534", "--clear-groups", tool]
    let run =
      try geteuid() == 0
      ? Command.outcome("setpriv", somebody + [tree]) : Command.outcome(tool, [tree])
    #expect(run.status == 2 && run.output.contains("open.so"), "\(run)")
    #expect(
      run.errors == """
        inspect-sections: \(tree)/closed: error: can't list the folder: Permission denied
        inspect-sections: \(tree)/shut.so: error: can't open: Permission denied

        """)
  }

  @Test("a broken archive gives what stands before the damage")
  func archives() throws {
    let members = try [fixture.object("greetings.c"), fixture.object("plain.c")]
    let bytes = try fixture.scratch.bytes(fixture.archive(members, as: "lib.a"))
    let cases = [
      (bytes.dropLast(100), "goes beyond the archive's end: was it truncated?"),
      (bytes + Array("garbage".utf8), "a member's header is malformed: was the archive truncated?"),
    ]
    for (bytes, problem) in cases {
      let run = try InspectSections.run([fixture.scratch.write(Array(bytes), to: "broken.a")])
      #expect(run.status == 2 && run.errors.contains(problem), "\(run)")
      #expect(run.output.contains("broken.a(greetings.o)"))
    }
    let thin = try fixture.archive(members, as: "thin.a", "rcsT")
    try FileManager.default.removeItem(atPath: members[1])
    let run = try InspectSections.run([thin])
    #expect(run.status == 2 && run.output.contains("greetings.o)"))
    #expect(run.errors.contains("plain.o): error: can't open: No such file"))
    for magic in ["!<arch>\n", "!<thin>\n"] {
      let empty = try fixture.scratch.write(Array(magic.utf8), to: "empty.a")
      #expect(try InspectSections.run([empty]).status == 0)
    }
  }

  @Test("an archive whose members have no names is read in one go")
  func namelessMembers() throws {
    let object = try fixture.scratch.bytes(fixture.object("greetings.c", ["-g0"]))
    let size = String(object.count)
    let header =
      "/0" + String(repeating: " ", count: 46) + size
      + String(repeating: " ", count: 10 - size.count) + "`\n"
    let member = Array(header.utf8) + object + Array(repeating: 0x0a, count: object.count % 2)
    let bytes = Array("!<arch>\n".utf8) + (0..<12_000).flatMap { _ in member }
    let path = try fixture.scratch.write(bytes, to: "nameless.a")
    // Minutes, where each name is searched for in all headers.
    let run = try Command.outcome(
      "timeout", ["600", InspectSections.path, path, "--format=ndjson"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.status)")
    #expect(run.output.utf8.count { $0 == 0x0a } == 2 + 2 * 12_000)
  }

  @Test("what is misspelt gets the nearest word")
  func misspelt() throws {
    let path = try fixture.sharedObject()
    let cases: [(words: [String], status: Int32, hint: String)] = [
      (["--formt", "json", path], 64, "unknown option --formt: did you mean --format?"),
      (["check", "--fial-on", "error", path], 64, "did you mean --fail-on?"),
      (["--format", "jsno", path], 64, "not jsno: did you mean json?"),
      (["check", "--explain", "anchor-mising"], 64, "did you mean anchor-missing?"),
      (["why", "Greetr", path], 1, "did you mean Greeter?"),
      (["why", "Greeter.geet", path], 1, "did you mean Greeter.greet(_:)?"),
      (["list", "--protocol", "Greetr", path], 1, "did you mean Greeter?"),
      (["list", "--extension", "Fixtures.PlianGreeting", path], 1, "mean Fixtures.PlainGreeting?"),
    ]
    for (words, status, hint) in cases {
      let run = try InspectSections.run(words)
      let text = words[0] == "why" ? run.output : run.errors
      #expect(run.status == status && text.contains(hint), "\(words): \(run)")
    }
    let far = try InspectSections.run(["--nonsense", path])
    #expect(far.errors.hasPrefix("inspect-sections: error: unknown option --nonsense\n"), "\(far)")
  }

  @Test("an option that selects nothing says so, and the answer is no")
  func emptySelections() throws {
    let path = try fixture.sharedObject()
    let machine = try Command.run("uname", ["-m"]).trimmingCharacters(in: .newlines)
    let cases: [(option: [String], text: String)] = [
      (
        ["--arch", "x86"], "--arch: warning: no file in the input is for x86: there are \(machine)"
      ),
      (
        ["--extension", "X*"],
        "--extension: warning: no extension in the input is called X*: there are "
          + "Fixtures.NamedGreeting, Fixtures.PlainGreeting"
      ),
      (["--protocol", "X*"], "--protocol: warning: no extension in the input is of X*: there are"),
      (
        ["--protocol", "Gr*", "--extension", "*Plain*", "--extension", "*.Other"], ""
      ),
    ]
    for verb in [["list"], ["check"], ["why", "Greeter"], ["diff", path]] {
      for (option, text) in cases {
        let run = try InspectSections.run(verb + option + [path])
        if text.isEmpty {
          #expect(run.errors.isEmpty, "\(verb) \(option) \(run)")
        } else {
          #expect(run.status == 1 && run.errors.contains(text), "\(verb) \(option) \(run)")
        }
      }
    }
    let report = try InspectSections.report(["list", "--arch", "none", path])
    #expect(report["exit"] == .integer(1))
    #expect(
      report["diagnostics"]?.elements?.map { $0["code"] } == ["nothing-selected"], "\(report)")
    let dump = try InspectSections.run(["dump", "--arch", "none", path])
    #expect(dump.status == 1 && dump.errors.contains("no file in the input is for none"))
    let other = try fixture.sharedObject(["same-type.c"], as: "other.so")
    let apart = try InspectSections.run(
      ["list", "--protocol", "Held", "--extension", "*.PlainGreeting", path, other])
    #expect(apart.status == 1 && apart.output.isEmpty, "\(apart)")
    #expect(apart.errors.contains("is of Held and called *.PlainGreeting"), "\(apart)")
  }

  @Test("a word that is nearly a verb is no path")
  func nearlyVerb() throws {
    for (word, verb) in [
      ("resolv", "resolve"), ("lst", "list"), ("chekc", "check"), ("wyh", "why"),
    ] {
      let run = try InspectSections.run([word, "/bin/true"])
      #expect(run.status == 64 && run.errors.contains("did you mean \(verb)?"), "\(run)")
    }
    let help = try InspectSections.run(["help"])
    #expect(help.status == 64 && help.errors.contains("did you mean --help"), "\(help)")
    // A file of such a name is one.
    _ = try fixture.sharedObject(as: "lst")
    let run = try InspectSections.run(["lst"], in: fixture.scratch.path)
    #expect(run.status == 0 && run.output.contains("Greeter"), "\(run)")
  }
}
