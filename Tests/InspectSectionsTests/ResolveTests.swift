// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("resolve")
struct ResolveTests {
  let swift: SwiftFixture
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
    swift = try SwiftFixture.shared.get()
  }

  private func answers(_ words: [String], _ paths: [String]) throws -> [String: JSONValue] {
    let results = try InspectSections.results(["resolve"] + words + paths)
    return Dictionary(
      results.map { ("\($0["subject"]?.text ?? "") \($0["requirement"]?.text ?? "")", $0) },
      uniquingKeysWith: { first, _ in first })
  }

  private func names(_ answer: JSONValue?, _ key: String) -> [String] {
    answer?[key]?.elements?.compactMap { $0["extension"]?.text } ?? []
  }

  @Test("names who answers each requirement of each type, and who follows")
  func answered() throws {
    let answers = try answers([], [swift.program, swift.api])
    #expect(answers.count == 6 * 3)
    func expect(_ key: String, _ outcome: String, _ chain: [String], _ rules: [String]) {
      let answer = answers[key]
      #expect(answer?["outcome"]?.text == outcome, "\(key): \(String(describing: answer))")
      #expect(names(answer, "chain") == chain.map { "Program." + $0 }, "\(key)")
      #expect(answer?["chain"]?.elements?.compactMap { $0["rule"]?.text } == rules, "\(key)")
    }
    expect("Program.Stranger greet(_:)", "answered", ["Plain"], ["only"])
    expect("Program.Mayor greet(_:)", "answered", ["OfHost", "Plain"], ["refined", "only"])
    expect("Program.Mayor static motto()", "answered", ["OfHost"], ["only"])
    expect(
      "Program.Box greet(_:)", "answered", ["OfIntItem", "OfHashableItem", "Plain"],
      ["specific", "specific", "only"])
    expect("Program.Stranger farewell(_:)", "nobody", [], [])
    expect("Program.Dog greet(_:)", "answered", ["OfAnimal", "Plain"], ["specific", "only"])
    expect("Program.Crate greet(_:)", "answered", ["Plain"], ["only"])
  }

  @Test("options select answers, and all extensions have a part in them")
  func selected() throws {
    let files = [swift.program, swift.api]
    let all = try answers([], files)
    let chosen = try answers(["--extension", "Program.OfHost"], files)
    #expect(
      chosen.keys.sorted()
        == all.filter { _, answer in
          ["chain", "excluded"].contains { names(answer, $0).contains("Program.OfHost") }
        }.keys.sorted())
    let mayor = "Program.Mayor greet(_:)"
    #expect(names(chosen[mayor], "chain") == ["Program.OfHost", "Program.Plain"])
    #expect(chosen["Program.Stranger greet(_:)"] == all["Program.Stranger greet(_:)"])
    #expect(try answers(["--protocol", "Greeter"], files) == all)
    #expect(try answers(["--protocol", "Graft.Greeter"], files) == all)
    let none = try InspectSections.run(["resolve", "--protocol", "Other"] + files)
    #expect(none.status == 1 && !none.output.contains("No type"), "\(none)")
    // One of two that are in conflict.
    let check = try InspectSections.run(["check", "--extension", "VendorB.*"] + swift.all)
    #expect(check.output.contains("neither VendorA.ForNamed"), "\(check)")
  }

  @Test("files for two architectures are no program")
  func architectures() throws {
    func other(_ path: String) throws -> String {
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      // The field e_machine: aarch64.
      bytes.replaceSubrange(18..<20, with: [183, 0])
      let name = "arm-" + (path as NSString).lastPathComponent
      return try fixture.scratch.write(bytes, to: name)
    }
    let own = [swift.program, swift.api, swift.first]
    let others = try [swift.program, swift.api, swift.second].map(other)
    for verb in [["resolve"], ["why", "Greeter"]] {
      let run = try InspectSections.run(verb + own + others)
      #expect(run.status == 2 && run.output.isEmpty, "\(run)")
      #expect(
        run.errors.contains(
          "error: the files are for aarch64 and x86_64, and no program loads both: select one with "
            + "--arch"), "\(run)")
    }
    #expect(try answers(["--arch", "x86_64"], own + others) == answers([], own))
    // Each is fine with its own program.
    let check = try InspectSections.run(["check"] + own + others)
    #expect(!check.output.contains("extension-conflict"), "\(check)")
    let diff = try InspectSections.run(["diff", swift.fixture.scratch.path, fixture.scratch.path])
    #expect(diff.errors.contains("select one with --arch"), "\(diff)")
  }

  @Test("a library under two names is read once")
  func linked() throws {
    let files = FileManager.default
    let (program, api) = (fixture.scratch.path("program.so"), fixture.scratch.path("libOther.so.1"))
    try files.copyItem(atPath: swift.program, toPath: program)
    try files.copyItem(atPath: swift.api, toPath: api)
    try files.createSymbolicLink(
      atPath: fixture.scratch.path("libGraft.so"), withDestinationPath: "libOther.so.1")
    let run = try InspectSections.run(["resolve", program, api])
    #expect(run.errors.isEmpty && run.status == 0, "\(run)")
    #expect(try answers([], [program, api]).count == 6 * 3)
  }

  @Test("says above the answers that files don't tell what types implement themselves")
  func condition() throws {
    let text = "Where a type does not implement a requirement itself:"
    let files = [swift.program, swift.api]
    let table = try InspectSections.run(["resolve"] + files)
    #expect(table.output.hasPrefix(text + "\nsubject "), "\(table)")
    for words in [["resolve"], ["diff"]] {
      let page = try InspectSections.run(words + ["--format", "html"] + files)
      #expect(page.output.contains("<p>\(text)</p>"), "\(page)")
    }
    let graph = try InspectSections.run(["resolve", "--format", "dot"] + files)
    #expect(graph.output.contains("  label=\"\(text)\"; labelloc=t;"), "\(graph)")
  }

  @Test("a type from C is one type, although each library describes it for itself")
  func imported() throws {
    let libraries = try [("Greeting", "Greeter"), ("Naming", "Named")].map { module, name in
      try swift.library(
        module, of: "import Glibc\nimport Graft\nextension timespec: @retroactive \(name) {}",
        in: fixture)
    }
    let answers = try answers([], [swift.program, swift.api, swift.first] + libraries)
    let answer = answers["__C.timespec farewell(_:)"]
    #expect(names(answer, "chain") == ["VendorA.ForNamed"], "\(String(describing: answer))")
  }

  @Test("two plug-ins that are each fine can leave a type without an answer")
  func conflict() throws {
    let key = "Program.Guest farewell(_:)"
    for vendor in [swift.first, swift.second] {
      let run = try InspectSections.run(
        ["resolve", "Greeter.farewell", swift.program, swift.api, vendor])
      #expect(run.status == 0 && run.output.contains("answers"), "\(run)")
      #expect(try answers([], [swift.program, swift.api, vendor])[key]?["outcome"] == "answered")
    }
    let answer = try answers([], swift.all)[key]
    #expect(answer?["outcome"] == "conflict")
    #expect(names(answer, "conflict") == ["VendorA.ForNamed", "VendorB.ForAged"])
    #expect(names(answer, "chain").isEmpty)
    let mended = [swift.program, swift.api, swift.first, swift.secondWithPriority]
    let after = try answers([], mended)[key]
    #expect(after?["outcome"] == "answered")
    #expect(names(after, "chain") == ["VendorB.ForAged", "VendorA.ForNamed"])
  }

  @Test("--require-answers is no where there is none, or a conflict")
  func requireAnswers() throws {
    let question = ["resolve", "--require-answers", "Greeter.greet"]
    #expect(try InspectSections.run(question + swift.all).status == 0)
    for requirement in ["Greeter.farewell(_:)", "Greeter.motto", "Graft.Greeter"] {
      let run = try InspectSections.run(["resolve", "--require-answers", requirement] + swift.all)
      #expect(run.status == 1, "\(run)")
      #expect(try InspectSections.run(["resolve", requirement] + swift.all).status == 0)
    }
  }

  @Test("says for one question who is left out, and why")
  func exclusions() throws {
    let run = try InspectSections.run(["resolve", "Greeter.greet(_:)"] + swift.all)
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("the subject does not meet Graft.Host"), "\(run.output)")
    #expect(run.output.contains("the subject does not meet Program.Animal"), "\(run.output)")
    let answer = try answers([], swift.all)["Program.Stranger greet(_:)"]
    let reasons = answer?["excluded"]?.elements?.compactMap { $0["reason"]?.text } ?? []
    #expect(reasons.count == 4, "\(reasons)")
  }

  @Test("what a file that was not given would say is said to be missing")
  func missingFile() throws {
    // The protocols are unknown without the API.
    let elsewhere = try fixture.copy(
      swift.program, as: "libProgram.so", "patchelf", ["--remove-rpath"])
    let alone = try InspectSections.run(["resolve", elsewhere])
    #expect(alone.status == 1 && alone.output.contains("No type in these files"), "\(alone)")
    let plugin = try InspectSections.run(["resolve", "Greeter", swift.first, swift.api])
    #expect(plugin.status == 1, "\(plugin)")
    let neither = try InspectSections.run(["resolve", "Greter"] + swift.all)
    #expect(neither.status == 2 && neither.errors.contains("neither a file nor"), "\(neither)")
  }

  @Test("a library that a file needs is read though nobody named it")
  func needed() throws {
    // Libraries are found beside the file, on its run path and as by the dynamic linker.
    let moved = try fixture.copy(
      swift.program, as: "libProgram.so", "patchelf",
      ["--set-rpath", "/nowhere:" + (swift.api as NSString).deletingLastPathComponent])
    let bare = try fixture.copy(moved, as: "libBare.so", "patchelf", ["--remove-rpath"])
    for program in [swift.program, moved, bare] {
      let run = try InspectSections.run(
        ["resolve", "--format", "json", program],
        environment: program == bare
          ? ["LD_LIBRARY_PATH": (swift.api as NSString).deletingLastPathComponent] : [:])
      let report = try JSONValue.parse(run.output)
      #expect(report["results"]?.elements?.count == 6 * 3, "\(run)")
      let notes = report["diagnostics"]?.elements ?? []
      #expect(notes.map { $0["code"] } == ["needed-library"], "\(run)")
      #expect(run.status == 0, "\(run)")
    }
  }

  /// A build of a plug-in: each class extends the types of one protocol.
  private func build(
    _ name: String, _ classes: KeyValuePairs<String, String>, manifest: String = "",
    _ flags: [String] = []
  ) throws -> String {
    let records = classes.map { type, condition in
      """
      GRAFT_EXTENSION(answer, "Greeter", "Pair.\(type)", GRAFT_CONSTRAINTS("\(condition)"),
                      GRAFT_IMPLEMENTS("farewell(_:)"));
      """
    }
    let code = """
      #include <graft.h>
      \(manifest)
      void *answer(const graft_request *request) { return (void)request, (void *)0; }
      \(records.joined(separator: "\n"))

      """
    let source = try fixture.scratch.write(Array(code.utf8), to: "pair.c")
    let object = fixture.scratch.path("pair.o")
    try Command.run(
      "clang", ["-ffreestanding", "-fPIC", "-I", Fixture.headers, "-c", source, "-o", object])
    let text = classes.map { type, condition in
      "final class \(type)<Subject: Greeter & \(condition)>: GreeterExtension<Subject> {}\n"
    }
    let library = try swift.library(
      "Pair", of: "import Graft\n" + text.joined(), [object] + flags, in: fixture)
    let path = fixture.scratch.path(name)
    try FileManager.default.moveItem(atPath: library, toPath: path)
    return path
  }

  /// Checks that of the first build, which has two classes, nothing counts.
  private func expect(
    _ files: [String], leaveOut old: String, for new: String, of name: String
  ) throws {
    let report = try InspectSections.report(["resolve", "Greeter.farewell"] + files)
    let answer = report["results"]?.elements?.first { $0["subject"] == "Program.Guest" }
    #expect(answer?["outcome"] == "answered", "\(report)")
    #expect(answer?["chain"]?.elements?.map { $0["path"]?.text } == [new], "\(report)")
    let left = answer?["excluded"]?.elements?.filter { $0["path"]?.text == old } ?? []
    #expect(left.map { $0["extension"] } == ["Pair.ForNamed", "Pair.ForAged"], "\(report)")
    #expect(left.allSatisfy { $0["reason"] == "superseded in the process" }, "\(report)")
    let why = try InspectSections.report(["why", "Greeter.farewell"] + files)
    let paths = why["results"]?.elements?.map { $0["descriptor"]?["path"]?.text } ?? []
    #expect(paths.contains(new) && !paths.contains(old), "\(why)")
    for report in [report, why] {
      let notes = report["diagnostics"]?.elements ?? []
      #expect(notes.map { $0["code"] } == ["left-out"], "\(report)")
      #expect(notes.map { $0["path"]?.text } == [old], "\(report)")
      let text = "left out: \(new) is the build of \(name) that counts"
      #expect(notes.map { $0["text"]?.text } == [text], "\(report)")
    }
  }

  @Test("of the builds of a plug-in only the newest counts")
  func builds() throws {
    func manifest(_ version: String) -> String { "GRAFT_PLUGIN(\"Pair\", \"\(version)\");" }
    let both: KeyValuePairs = ["ForNamed": "Named", "ForAged": "Aged"]
    let old = try build("old.so", both, manifest: manifest("1.9"))
    let new = try build("new.so", ["ForNamed": "Named"], manifest: manifest("1.10"))
    let files = [swift.program, swift.api]
    for plugins in [[old, new], [new, old]] {
      try expect(files + plugins, leaveOut: old, for: new, of: "Pair 1.10")
    }
    let equal = try build("equal.so", both, manifest: manifest("1.10"))
    try expect(files + [new, equal], leaveOut: equal, for: new, of: "Pair 1.10")
    let chosen = try InspectSections.run(
      ["resolve", "--protocol", "Greeter", "--format", "html"] + files + [old, new])
    #expect(chosen.output.contains("is the build of Pair 1.10 that counts"), "\(chosen)")
    #expect(chosen.errors.hasPrefix("inspect-sections: \(old): note: left out: "), "\(chosen)")
    // What is linked to a program always counts.
    let host = try fixture.link(
      [fixture.object("host.c"), old], as: "host",
      ["-Wl,--no-as-needed", "-Wl,--allow-shlib-undefined"])
    let linked = try InspectSections.report(["resolve", host] + files + [old, new])
    #expect(linked["diagnostics"]?.elements == [], "\(linked)")
  }

  @Test("of libraries with one SONAME that a program loads only the last counts")
  func sonames() throws {
    let soname = ["-Xlinker", "-soname=libPair.so"]
    let old = try build("old.so", ["ForNamed": "Named", "ForAged": "Aged"], soname)
    let new = try build("new.so", ["ForNamed": "Named"], soname)
    let host = try fixture.link([fixture.object("host.c")], as: "host", [])
    let files = [host, swift.program, swift.api]
    try expect(files + [old, new], leaveOut: old, for: new, of: "libPair.so")
  }

  @Test("a stripped file says the same")
  func stripped() throws {
    let before = try answers([], swift.all)
    let stripped = try swift.all.map {
      try fixture.copy($0, as: "stripped-" + ($0 as NSString).lastPathComponent, "strip", [])
    }
    let after = try answers([], stripped)
    #expect(before.count == after.count)
    for (key, answer) in before {
      #expect(answer["outcome"] == after[key]?["outcome"], "\(key)")
      #expect(names(answer, "chain") == names(after[key], "chain"), "\(key)")
    }
  }

  @Test("files whose Swift types can't be known are bad input")
  func unreadable() throws {
    let object = try fixture.object("greetings.c")
    let unlinked = try InspectSections.run(["resolve", swift.program, swift.api, object])
    #expect(
      unlinked.status == 2 && unlinked.errors.contains("known only after linking"), "\(unlinked)")
    let small = try fixture.link(
      [try fixture.object("greetings.c", as: "s.o", target: "i386-linux-gnu")],
      as: "small.so", ["-shared", "--target=i386-linux-gnu", "-nostdlib", "-fuse-ld=lld"])
    let narrow = try InspectSections.run(["resolve", swift.program, swift.api, small])
    #expect(narrow.status == 2 && narrow.errors.contains("of class ELF32"), "\(narrow)")
  }

  @Test("a file without section table is bad input")
  func withoutSectionTable() throws {
    let bare = try fixture.withoutSectionTable(swift.first)
    let run = try InspectSections.run(["resolve", swift.program, swift.api, bare])
    #expect(run.status == 2 && run.errors.contains("the section table was stripped"), "\(run)")
  }

  @Test("its reports meet the schema")
  func schema() throws {
    let schema = SchemaValidation(
      schema: try JSONValue.parse(try InspectSections.run(["schema"]).output))
    for words in [[], ["Greeter.greet"]] {
      let report = try InspectSections.report(["resolve"] + words + swift.all)
      #expect(schema.violation(report) == nil)
      #expect(report["results"]?.elements?.isEmpty == false)
    }
    let lines = try JSONValue.parseLines(
      try InspectSections.run(["resolve", "--format", "ndjson"] + swift.all).output)
    #expect(lines.count == 2 + 6 * 3)
  }
}

/// Files of which many bytes are others: each is read with an API that is whole.
@Suite("resolve of damaged files")
struct DamagedSwiftTests {
  @Test("no damaged Swift section stops the command")
  func sections() throws {
    let swift = try SwiftFixture.shared.get()
    let fixture = try Fixture()
    let path = try fixture.copy(swift.program, as: "damaged.so", "strip", [])
    let whole = try fixture.scratch.bytes(path)
    let names = ["swift5_", ".rodata", ".data.rel.ro", ".rela.dyn"]
    let places = try Readelf.sections(path).filter { row in
      names.contains { row.name.hasPrefix($0) } && row.numbers[2] > 0
    }.flatMap { row in
      stride(from: Int(row.numbers[1]), to: Int(row.numbers[1] + row.numbers[2]) - 4, by: 4)
    }
    #expect(places.count > 200)
    var state: UInt64 = 1
    func number(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let extremes: [UInt32] = [0, 1, 4, 0xffff_ffff, 0xffff_fffc, 0x7fff_ffff, 0x8000_0000, 0x40]
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<1 + number(4) {
        let place = places[number(places.count)]
        let word = extremes[number(extremes.count)]
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: word >> (8 * index)) }
      }
      _ = try fixture.scratch.write(bytes, to: "damaged.so")
      let run = try Command.outcome(
        "timeout", ["600", InspectSections.path, "resolve", "--format", "json", path, swift.api])
      #expect(!run.wasKilled && (0...2).contains(run.status), "\(run.status): \(run.errors)")
      #expect(throws: Never.self) { try JSONValue.parse(run.output) }
    }
  }
}
