// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("check --linked")
struct LinkedTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  private func findings(_ product: String, _ inputs: [String]) throws -> [String] {
    let report = try InspectSections.report(["check", "--linked", product] + inputs)
    // A tool that removes the section leaves an anchor that points nowhere.
    let found = (report["results"]?.elements ?? []).filter { $0["rule"] != "anchor-misplaced" }
    let texts = found.map { finding in
      #expect(finding["rule"] == "descriptor-lost")
      return finding["text"]?.text ?? ""
    }
    #expect(report["exit"] == .integer(texts.isEmpty ? 0 : 1), "\(report)")
    return texts
  }

  @Test("proves that nothing was lost, after strip and patchelf too", arguments: ["bfd", "lld"])
  func complete(linker: String) throws {
    let objects = try [fixture.object("greetings.c"), fixture.object("program.c")]
    let product = try fixture.link(
      objects, as: "program", ["-fuse-ld=\(linker)", "-Wl,--gc-sections"])
    #expect(try findings(product, objects) == [])
    let stripped = try fixture.copy(product, as: "stripped", "strip", [])
    #expect(try findings(stripped, objects) == [])
    let patched = try fixture.copy(
      stripped, as: "patched", "patchelf", ["--set-rpath", String(repeating: "/folder", count: 99)])
    #expect(try findings(patched, objects) == [])
    #expect(try findings(try fixture.withoutSectionTable(patched), objects) == [])
  }

  @Test("names a section that the linker collected")
  func collected() throws {
    let objects = try [fixture.object("unretained.c"), fixture.object("program.c")]
    let product = try fixture.link(objects, as: "program", ["-fuse-ld=lld", "-Wl,--gc-sections"])
    let found = try findings(product, objects)
    #expect(found.count == 1)
    #expect(found.first?.contains("Fixtures.LostGreeting of Greeter is lost") == true)
    #expect(found.first?.contains("lacks the retain flag") == true)
  }

  @Test("names an archive's member that nothing refers to")
  func member() throws {
    let archive = try fixture.archive([fixture.object("greetings.c")], as: "libgreetings.a")
    let program = try fixture.object("program.c")
    let product = try fixture.link([program, archive], as: "program", [])
    let found = try findings(product, [archive])
    #expect(found.count == 2 && found.allSatisfy { $0.contains("--whole-archive") })
    let whole = try fixture.link(
      [program, "-Wl,--whole-archive", archive, "-Wl,--no-whole-archive"], as: "whole", [])
    #expect(try findings(whole, [archive]) == [])
  }

  @Test("names a manifest that the product lacks, also if there is nothing else")
  func manifest() throws {
    let (manifest, other) = try (fixture.object("manifest.c"), fixture.object("greetings.c"))
    let whole = try fixture.link([manifest, other], as: "whole.so", ["-shared"])
    #expect(try findings(whole, [manifest, other]) == [])
    let run = try InspectSections.run(["check", "--linked", whole, manifest, other])
    #expect(
      run.output.hasPrefix("2 descriptors and 1 manifest in the inputs: \(whole) holds all"))
    let product = try fixture.sharedObject()
    for inputs in [[manifest], [manifest, other]] {
      let found = try findings(product, inputs)
      #expect(found.count == 1 && found[0].hasPrefix("the manifest of Seasons 2.0 is lost: "))
    }
  }

  @Test("names an object that is no input of the link")
  func otherObject() throws {
    let product = try fixture.sharedObject(["holidays.c"])
    let found = try findings(product, [fixture.object("greetings.c")])
    #expect(found.count == 2 && found.allSatisfy { $0.contains("not an input of this link") })
  }

  @Test("names a section that is gone though its object is there")
  func removed() throws {
    let object = try fixture.object("greetings.c")
    let product = try fixture.sharedObject()
    let removed = try fixture.copy(
      product, as: "removed.so", "objcopy", ["-R", "graft_descriptors"])
    let found = try findings(removed, [object])
    #expect(found.count == 2 && found.allSatisfy { $0.contains("without its section") })
  }

  @Test("names a section that is gone though all the object's symbols were hidden")
  func removedHidden() throws {
    let object = try fixture.object("greetings.c", ["-fvisibility=hidden"])
    let product = try fixture.link([object], as: "hidden.so", ["-shared"])
    let removed = try fixture.copy(
      product, as: "removed.so", "objcopy", ["-R", "graft_descriptors"])
    let found = try findings(removed, [object])
    #expect(found.count == 2 && found.allSatisfy { $0.contains("without its section") }, "\(found)")
    let stripped = try fixture.copy(removed, as: "stripped.so", "strip", [])
    let unknown = try findings(stripped, [object])
    #expect(unknown.count == 2 && unknown.allSatisfy { $0.contains("no symbols to tell why") })
  }

  @Test("inputs of a folder that can't be read are named, and links are followed")
  func inputsOfFolder() throws {
    let product = try fixture.sharedObject()
    let folder = fixture.scratch.path("inputs")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let object = try fixture.object("greetings.c")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/linked.o", withDestinationPath: object)
    let run = try InspectSections.run(["check", "--linked", product, folder])
    #expect(run.status == 0 && run.output.hasPrefix("2 descriptors"), "\(run)")
    _ = try fixture.scratch.write([], to: "inputs/empty.o")
    _ = try fixture.scratch.write(Array("text".utf8), to: "inputs/text.o")
    _ = try fixture.scratch.write(Array("text".utf8), to: "inputs/text.swift")
    let bad = try InspectSections.run(["check", "--linked", product, folder])
    #expect(bad.status == 2, "\(bad)")
    #expect(bad.errors.contains("empty.o: error: an empty file"), "\(bad)")
    #expect(bad.errors.contains("text.o: error: text, and neither"), "\(bad)")
    #expect(!bad.errors.contains("text.swift"), "\(bad)")
  }

  @Test("an object is no product")
  func objectAsProduct() throws {
    let object = try fixture.object("greetings.c")
    let run = try InspectSections.run(["check", "--linked", object, object])
    #expect(run.status == 2 && run.errors.contains("not the product of a link"), "\(run)")
  }

  @Test("a shared library among the inputs keeps its own descriptors")
  func sharedLibrary() throws {
    let library = try fixture.sharedObject(["holidays.c"], as: "libholidays.so")
    let object = try fixture.object("greetings.c")
    let product = try fixture.link([object, library], as: "product.so", ["-shared"])
    let run = try InspectSections.run(["check", "--linked", product, object, library])
    #expect(run.status == 0, "\(run)")
    #expect(run.output == "2 descriptors in the inputs: \(product) holds all of them.\n")
    #expect(run.errors.contains("libholidays.so: note: a linked file, which is an image of its"))
  }

  @Test("an object for another architecture is not held, whatever it says")
  func otherArchitecture() throws {
    let product = try fixture.sharedObject()
    let object = try fixture.object("greetings.c", as: "arm.o", target: "aarch64-linux-gnu")
    let found = try findings(product, [object])
    #expect(found.count == 2 && found.allSatisfy { $0.contains("another architecture") })
  }

  @Test(
    "an input that the link itself compiles is named, and proves nothing",
    arguments: [("clang", ["-flto"]), ("clang", ["-flto=thin"]), ("gcc", ["-flto"])])
  func intermediateCode(compiler: String, flags: [String]) throws {
    let product = try fixture.sharedObject()
    let object = try fixture.object("greetings.c")
    let folder = fixture.scratch.path("inputs")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let code = folder + "/code.o"
    try Command.run(
      compiler,
      flags + [
        "-fPIC", "-O1", "-I", Fixture.headers, "-c", Fixture.sources + "holidays.c", "-o", code,
      ])
    let archive = try fixture.archive([code], as: "libcode.a")
    let thin = try fixture.archive([code], as: "thin.a", "rcT")
    for (input, name) in [
      (code, "code.o"), (folder, "code.o"), (archive, "libcode.a(code.o)"), (thin, "code.o)"),
    ] {
      let words = ["check", "--linked", product, object, input]
      let run = try InspectSections.run(words)
      #expect(run.status == 2 && run.errors.contains("\(name): error: "), "\(run)")
      let allowed = try InspectSections.run(words + ["--allow-unread"])
      #expect(allowed.status == 0 && allowed.errors.contains("\(name): warning: "), "\(allowed)")
      #expect(allowed.output.hasSuffix("holds all of them; nothing is known of 1 input.\n"))
      // Others say so too, and only a file that was asked for is bad input.
      for verb in ["list", "check"] {
        let run = try InspectSections.run([verb, input])
        #expect(run.status == (input == code ? 2 : 0), "\(run)")
        #expect(run.errors.contains("known only after the link"), "\(run)")
      }
    }
    let fat = try InspectSections.run(["check", "--allow-unread", object])
    #expect(fat.status == 64 && fat.errors.contains("--allow-unread goes with --linked"), "\(fat)")
  }

  @Test(
    "gcc's objects that hold code as well are read", arguments: [["-flto", "-ffat-lto-objects"]])
  func fatObjects(flags: [String]) throws {
    let object = fixture.scratch.path("fat.o")
    try Command.run(
      "gcc",
      flags + [
        "-fPIC", "-O1", "-I", Fixture.headers, "-c", Fixture.sources + "holidays.c", "-o", object,
      ])
    let product = try fixture.link([object], as: "fat.so", ["-shared"])
    #expect(try findings(product, [object]) == [])
  }

  @Test("a product that can't be read is bad input, not a proof")
  func unreadable() throws {
    let run = try InspectSections.run(["check", "--linked", "/nowhere", "/bin/ls"])
    #expect(run.status == 2 && run.errors.contains("/nowhere: error: can't open"))
  }
}
