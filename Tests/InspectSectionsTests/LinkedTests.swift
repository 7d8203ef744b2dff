// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("check --linked")
struct LinkedTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  private func findings(_ product: String, _ inputs: [String]) throws -> [String] {
    let report = try InspectSections.report(["check", "--linked", product] + inputs)
    let texts = (report["results"]?.elements ?? []).map { finding in
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

  @Test("a product that can't be read is bad input, not a proof")
  func unreadable() throws {
    let run = try InspectSections.run(["check", "--linked", "/nowhere", "/bin/ls"])
    #expect(run.exit == 2 && run.errors.contains("/nowhere: error: can't open"))
  }
}
