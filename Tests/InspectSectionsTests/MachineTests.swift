// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Swift's compiler and linker make files for machines that they do not run on. Without
/// Swift's library, which the toolchain has for its own machine only, there are protocols,
/// types and conformances all the same.
@Suite("resolve of files for other machines")
struct MachineTests {
  private func image(
    _ fixture: Fixture, _ machine: String, _ module: String, _ source: String, _ libraries: [String]
  ) throws -> String {
    let folder = fixture.scratch.path
    let object = fixture.scratch.path(module + ".o")
    try Command.run(
      "swiftc",
      ["-target", machine + "-unknown-linux-gnu", "-parse-stdlib", "-parse-as-library"]
        + ["-module-name", module, "-I", folder, "-emit-module", "-emit-module-path"]
        + ["\(folder)/\(module).swiftmodule", "-c", Fixture.sources + "Elsewhere/\(module).swift"]
        + ["-o", object], in: folder)
    let target = machine + "-linux-gnu"
    let other = try fixture.object("Elsewhere/" + source, as: source + ".o", target: target)
    return try fixture.link(
      [object, other] + libraries, as: "lib\(module).so",
      ["--target=\(target)", "-fuse-ld=lld", "-nostdlib", "-shared"])
  }

  /// The outcome and the chain, by subject and requirement.
  private func answers(_ machine: String) throws -> [String: String] {
    let fixture = try Fixture()
    let api = try image(fixture, machine, "Graft", "names.c", [])
    let program = try image(fixture, machine, "Program", "records.c", [api])
    let report = try InspectSections.report(["resolve", program, api])
    #expect(report["exit"] == .integer(0), "\(report)")
    let results = report["results"]?.elements ?? []
    return Dictionary(
      results.map { answer in
        let chain = answer["chain"]?.elements?.compactMap { $0["extension"]?.text } ?? []
        return (
          "\(answer["subject"]?.text ?? "") \(answer["requirement"]?.text ?? "")",
          ([answer["outcome"]?.text ?? ""] + chain).joined(separator: " ")
        )
      }, uniquingKeysWith: { $0 + $1 })
  }

  @Test(
    "has the answers of this machine", arguments: ["x86_64", "aarch64", "riscv64", "powerpc64le"])
  func machine(_ machine: String) throws {
    let answers = try answers(machine)
    #expect(
      answers == [
        "Program.Box greet()": "answered Program.OfTag Program.Plain",
        "Program.Box farewell()": "nobody",
        "Program.Crate greet()": "answered Program.Plain", "Program.Crate farewell()": "nobody",
        "Program.Dog greet()": "answered Program.OfAnimal Program.Plain",
        "Program.Dog farewell()": "nobody",
        "Program.Guest greet()": "answered Program.Plain", "Program.Guest farewell()": "conflict",
        "Program.Mayor greet()": "answered Program.OfHost Program.Plain",
        "Program.Mayor farewell()": "nobody",
        "Program.Stranger greet()": "answered Program.Plain",
        "Program.Stranger farewell()": "nobody",
      ])
  }

  @Test(
    "names the class and byte order of a file that Graft does not run on",
    arguments: [
      ("i386-linux-gnu", "ELF32, little-endian (i386)"),
      ("s390x-linux-gnu", "ELF64, big-endian (s390x)"),
      ("mips-linux-gnu", "ELF32, big-endian (mips)"),
    ])
  func foreign(target: String, name: String) throws {
    let fixture = try Fixture()
    let object = try fixture.object("greetings.c", as: "records.o", target: target)
    let plain = try fixture.object("plain.c", as: "plain.o", target: target)
    for verb in [["list"], ["check"], ["why", "Greeter"], ["check", "--linked", "/bin/true"]] {
      let run = try InspectSections.run(verb + [object])
      #expect(run.status == 2 && run.errors.contains("a file of class \(name)"), "\(verb): \(run)")
    }
    let none = try InspectSections.run(["list", plain])
    #expect(none.status == 0 && none.errors.isEmpty, "\(none)")
    let bare = try InspectSections.run(["list", try fixture.withoutSectionTable(plain)])
    #expect(bare.status == 2 && bare.errors.contains(name), "\(bare)")
    // Sections are shown all the same.
    let dump = try InspectSections.run(["dump", "--section", "graft_descriptors", object])
    #expect(dump.status == 0 && dump.output.contains("Greeter"), "\(dump)")
  }
}
