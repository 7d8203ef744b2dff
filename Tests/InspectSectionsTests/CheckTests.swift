// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Foundation
import TestSupport
import Testing

@Suite("check")
struct CheckTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  /// The rules that the files break; the exit code has to agree.
  private func rules(_ paths: [String]) throws -> [String] {
    let report = try InspectSections.report(["check"] + paths)
    let rules = (report["results"]?.elements ?? []).compactMap { $0["rule"]?.text }
    #expect(report["exit"] == .integer(rules.isEmpty ? 0 : 1), "\(report)")
    return rules
  }

  private func assembled(_ symbols: String...) throws -> String {
    try fixture.object("records.s", symbols.flatMap { ["-Wa,--defsym,\($0)"] })
  }

  @Test("finds nothing in what is right", arguments: ["bfd", "gold", "lld"])
  func clean(linker: String) throws {
    let path = try fixture.sharedObject(as: "clean.so", ["-fuse-ld=\(linker)"])
    #expect(try rules([path, fixture.scratch.path]) == [])
    let patched = try fixture.copy(
      path, as: "patched.so", "patchelf", ["--set-rpath", String(repeating: "/folder", count: 99)])
    #expect(try rules([patched]) == [])
  }

  @Test("record-malformed", arguments: ["size=20", "size=60", "size=4096", "no_accessor=1"])
  func malformed(symbol: String) throws {
    #expect(try rules([assembled(symbol)]) == ["record-malformed"])
  }

  @Test("unknown-version")
  func unknownVersion() throws {
    #expect(try rules([assembled("version=2")]) == ["unknown-version"])
  }

  @Test("unknown-kind")
  func unknownKind() throws {
    #expect(try rules([assembled("kind=9")]) == ["unknown-kind"])
  }

  @Test("anchor-missing")
  func anchorMissing() throws {
    let path = try fixture.link([assembled()], as: "bare.so", ["-shared"])
    #expect(try rules([path]) == ["anchor-missing"])
    let whole = try fixture.sharedObject()
    let removed = try fixture.copy(whole, as: "removed.so", "objcopy", ["-R", ".note.graft"])
    #expect(try rules([removed]) == ["anchor-missing"])
  }

  @Test("anchor-misplaced")
  func anchorMisplaced() throws {
    let path = try fixture.sharedObject()
    let sections = try InspectSections.results(["dump", path])
    let note = try #require(sections.first { $0["name"]?.text == ".note.graft" })
    let offset = try #require(note["offset"]?.text.flatMap { Int($0.dropFirst(2), radix: 16) })
    var bytes = try fixture.scratch.bytes(path)
    bytes[offset + 12 + 12 + 8] ^= 8
    #expect(try rules([fixture.scratch.write(bytes, to: "moved.so")]) == ["anchor-misplaced"])
    bytes[offset + 12 + 12 + 8 + 3] ^= 0x70
    let outside = try fixture.withoutSectionTable(fixture.scratch.write(bytes, to: "out.so"))
    #expect(try rules([outside]) == ["anchor-misplaced"])
  }

  @Test("section-not-retained")
  func notRetained() throws {
    #expect(try rules([fixture.object("unretained.c")]) == ["section-not-retained"])
  }

  @Test("extension-twice")
  func twice() throws {
    let first = try fixture.sharedObject(as: "first.so")
    let second = try fixture.sharedObject(as: "second.so")
    #expect(try rules([first, second]) == ["extension-twice", "extension-twice"])
    // An extension of a product is not repeated by the objects it was linked
    // from.
    #expect(try rules([first, fixture.object("greetings.c")]) == [])
  }

  @Test("A finding about a record has its place in the file")
  func places() throws {
    let first = try fixture.sharedObject(as: "first.so")
    let second = try fixture.sharedObject(as: "second.so")
    let bytes = try fixture.scratch.bytes(second)
    let section = try #require(
      try InspectSections.results(["dump", second]).first { $0["name"] == "graft_descriptors" })
    let start = try #require(section["offset"]?.text.flatMap { Int($0.dropFirst(2), radix: 16) })
    let records = try InspectSections.results(["list", second])
    let expected = records.compactMap { record in
      record["offset"]?.text.flatMap { Int($0.dropFirst(2), radix: 16) }.map {
        "0x" + String(start + $0, radix: 16)
      }
    }
    let found = try InspectSections.results(["check", first, second])
    #expect(found.map { $0["offset"]?.text } == expected, "\(bytes.count) bytes")
    let lost = try InspectSections.results(
      ["check", "--linked", first, fixture.object("holidays.c")])
    let object = try #require(
      try InspectSections.results(["dump", fixture.object("holidays.c")])
        .last { $0["name"] == "graft_descriptors" })
    #expect(lost.map { $0["offset"]?.text } == [object["offset"]?.text])
  }

  @Test(
    "extension-twice, of which the executable's counts, however it is linked",
    arguments: [
      ["-no-pie"], ["-pie"], ["-pie", "-fuse-ld=gold"], ["-static-pie", "-fuse-ld=lld"],
      ["-static"],
    ])
  func twiceInProgram(flags: [String]) throws {
    let library = try fixture.sharedObject(["holidays.c"], as: "a.so")
    let parts = try [fixture.object("holidays.c"), fixture.object("program.c")]
    let program = try fixture.link(parts, as: "zoo", flags + ["-nostartfiles", "-Wl,-e,main"])
    for program in [program, try fixture.withoutSectionTable(program)] {
      let found = try InspectSections.results(["check", library, program])
      #expect(found.map { $0["rule"]?.text } == ["extension-twice"])
      #expect(found.first?["path"]?.text == library)
      let steps = try InspectSections.results(["why", "Greeter", library, program])
      #expect(steps.map { $0["descriptor"]?["path"]?.text } == [program])
    }
  }

  @Test("extension-twice, of which that of the first SONAME counts")
  func twiceInLibraries() throws {
    let first = try fixture.sharedObject(["holidays.c"], as: "z.so", ["-Wl,-soname,b.so"])
    let second = try fixture.sharedObject(["holidays.c"], as: "a.so", ["-Wl,-soname,c.so"])
    for files in [[first, second], [second, try fixture.withoutSectionTable(first)]] {
      let found = try InspectSections.results(["check"] + files)
      #expect(found.map { $0["path"]?.text } == [second])
    }
  }

  @Test("extension-twice, of which that of the first plug-in's name counts")
  func twiceInPlugins() throws {
    let files = try [("a.so", "Zeta"), ("z.so", "Alpha")].map { name, plugin in
      let manifest = #"GRAFT_PLUGIN("\#(plugin)", "1", GRAFT_SOURCE("Plugin.swift:1"));"#
      let header = try fixture.scratch.write(
        Array("#include <graft.h>\n\(manifest)\n".utf8), to: "\(plugin).h")
      let object = try fixture.object("holidays.c", as: "\(plugin).o", ["-include", header])
      return try fixture.link([object], as: name, ["-shared"])
    }
    let found = try InspectSections.results(["check"] + files)
    #expect(found.map { $0["path"]?.text } == [files[0]])
  }

  @Test("a finding names the start of a name that is as long as a file")
  func longName() throws {
    let name = String(repeating: "\u{1b}N", count: 100_000)
    let definition = name.replacing("\u{1b}", with: "\\033")
    let header = try fixture.scratch.write(
      Array("#define WANTED_NAME \"\(definition)\"\n".utf8), to: "name.h")
    let object = try fixture.object("holidays.c", ["-include", header])
    let first = try fixture.link([object], as: "first.so", ["-shared"])
    let second = try fixture.link([object], as: "second.so", ["-shared"])
    let run = try InspectSections.run(["check", first, second])
    #expect(run.status == 1 && run.output.contains("\\u{1b}N\\u{1b}N"), "\(run.errors)")
    #expect(run.output.utf8.count < 4096)
    let lost = try InspectSections.run([
      "check", "--linked", fixture.sharedObject(["plain.c"], as: "plain.so"), object,
    ])
    #expect(lost.status == 1 && lost.output.utf8.count < 4096)
    // The requested name is printed as a whole.
    let list = try InspectSections.run(["list", first])
    #expect(list.output.contains(name.replacing("\u{1b}", with: "\\u{1b}")))
  }

  @Test("extension-conflict, which says that it is by name")
  func conflict() throws {
    let name = #"-DWANTED_NAME="Fixtures.OtherGreeting""#
    let first = try fixture.link([fixture.object("holidays.c")], as: "first.so", ["-shared"])
    let second = try fixture.link(
      [fixture.object("holidays.c", [name])], as: "second.so", ["-shared"])
    #expect(try rules([first, second]) == ["extension-conflict"])
    let text = try InspectSections.run(["check", first, second]).output
    #expect(text.contains("by name, neither") && text.contains("Greeter.greet(_:)"))
    let higher = try fixture.link(
      [fixture.object("holidays.c", [name, "-DWANTED_PRIORITY=11"])], as: "third.so", ["-shared"])
    #expect(try rules([first, higher]) == [])
  }

  @Test("section-writable-executable")
  func writableExecutable() throws {
    let path = try fixture.object("writable_executable.s")
    #expect(try rules([path]) == ["section-writable-executable"])
  }

  @Test("section-table-outside")
  func truncated() throws {
    let path = try fixture.sharedObject()
    let bytes = try fixture.scratch.bytes(path)
    let half = try fixture.scratch.write(Array(bytes[..<(bytes.count / 2)]), to: "half.so")
    #expect(try rules([half]) == ["section-table-outside"])
    let list = try InspectSections.run([half])
    #expect(
      list.status == 2 && list.errors.contains("half.so: error: the section table lies outside"))
  }

  @Test("class-unregistered, where the base's library is among the files")
  func classUnregistered() throws {
    let swift = try SwiftFixture.shared.get()
    let path = try swift.library(
      "Forgotten",
      of: """
        import Graft

        enum Outer { final class Inner<Subject: Greeter>: GreeterExtension<Subject> {} }
        private final class Hidden: GreeterExtension<Stranger> {}
        enum _GraftCourierGreeter { final class Link0<Subject: Greeter>: GreeterExtension<Subject> {} }
        struct Stranger: Greeter {}
        class Other {}
        final class Derived: Other {}
        """, in: fixture)
    #expect(try rules([path]) == [])
    let files = [swift.program, swift.api, swift.first, swift.secondWithPriority]
    #expect(try rules(files) == [])
    let found = try InspectSections.report(["check", path] + files)["results"]?.elements ?? []
    #expect(found.allSatisfy { $0["rule"] == "class-unregistered" }, "\(found)")
    let texts = found.compactMap { $0["text"]?.text }
    #expect(
      texts
        == ["Forgotten.Hidden", "Forgotten.Outer.Inner"].map {
          "class \($0) derives from the base of Graft.Greeter and has no record:"
            + " is '@Extension' missing before it?"
        })
  }

  @Test("explains each rule", arguments: Rule.allCases)
  func explain(rule: Rule) throws {
    let run = try InspectSections.run(["check", "--explain", rule.rawValue])
    #expect(run.status == 0 && run.output.contains(rule.explanation))
  }

  @Test("protocols of one name in two modules have no conflict")
  func twoProtocols() throws {
    let folder = fixture.scratch.path
    func library(_ module: String, _ source: String, _ words: [String]) throws -> String {
      try Command.run(
        "swiftc",
        ["-module-name", module, "-parse-as-library", "-emit-library", "-emit-module"]
          + ["-I", folder, "-L", folder, source, "-o", "lib\(module).so"] + words, in: folder)
      return fixture.scratch.path("lib\(module).so")
    }
    func record(_ module: String) throws -> String {
      try fixture.object(
        "Resolve/graft.c", as: module + "-protocol.o", ["-DMODULE=\"\(module)\""])
    }
    let graft = try library(
      "Graft", Fixture.sources + "Resolve/Graft.swift", [record("Graft")])
    let web = try String(contentsOfFile: Fixture.sources + "Resolve/Graft.swift", encoding: .utf8)
      .replacing("public protocol ExtensionBase { associatedtype _Support }", with: "import Graft")
      .replacing("Subject: Greeter", with: "Subject: Web.Greeter")
      .replacing("Support = _Graft", with: "Support = Web._Graft")
      .replacing("Host: Greeter", with: "Host: Web.Greeter")
      .replacing("extension Greeter", with: "extension Web.Greeter")
    let other = try library(
      "Web", try fixture.scratch.write(Array(web.utf8), to: "Web.swift"),
      ["-lGraft", record("Web")])
    func plugin(_ module: String, _ api: String) throws -> String {
      let source = """
        import Graft
        import Web
        final class Mine<Subject: \(api).Greeter>: \(api).GreeterExtension<Subject> {}
        """
      let records = """
        #include <graft.h>
        void *answer(const graft_request *request) { return (void *)request; }
        GRAFT_EXTENSION(answer, "Greeter", "\(module).Mine", GRAFT_IMPLEMENTS("greet(_:)"));
        """
      let file = try fixture.scratch.write(Array(records.utf8), to: module + ".c")
      let object = fixture.scratch.path(module + ".o")
      try Command.run("clang", ["-fPIC", "-I", Fixture.headers, "-c", file, "-o", object])
      let path = try fixture.scratch.write(Array(source.utf8), to: module + ".swift")
      return try library(module, path, [object, "-lGraft", "-lWeb"])
    }
    let plugins = try [plugin("OfGraft", "Graft"), plugin("OfWeb", "Web")]
    // They would be one protocol by name alone.
    try FileManager.default.createDirectory(
      atPath: fixture.scratch.path("apart"), withIntermediateDirectories: true)
    let apart = try plugins.map {
      try fixture.copy(
        $0, as: "apart/" + ($0 as NSString).lastPathComponent, "patchelf", ["--remove-rpath"])
    }
    let alone = try InspectSections.run(["check"] + apart)
    #expect(alone.status == 1 && alone.output.contains("extension-conflict"), "\(alone)")
    for files in [plugins, [graft, other] + plugins] {
      let whole = try InspectSections.run(["check"] + files)
      #expect(whole.status == 0 && whole.output.isEmpty, "\(whole)")
    }
    let steps = try InspectSections.results(["why", "Greeter.greet", graft, other] + plugins)
    #expect(steps.map { $0["rule"] } == ["last", "last"], "\(steps)")
    let one = try InspectSections.results(["why", "Web.Greeter.greet", graft, other] + plugins)
    #expect(one.map { $0["descriptor"]?["extension"]?.text } == ["OfWeb.Mine"], "\(one)")
  }
}
