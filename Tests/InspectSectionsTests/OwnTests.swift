// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Requirements that types implement themselves: a program calls each
/// requirement of each type and prints which implementation answered.
@Suite("resolve of what types implement themselves")
struct OwnTests {
  private struct Question: Hashable {
    let subject: String
    let requirement: String
  }

  private let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  private func compile(_ module: String, _ files: [String], _ flags: [String]) throws {
    let folder = fixture.scratch.path
    try Command.run(
      "swiftc",
      ["-module-name", module, "-parse-as-library", "-I", folder, "-L", folder]
        + ["-Xlinker", "-rpath", "-Xlinker", "$ORIGIN"] + flags
        + files.map { Fixture.sources + "Own/" + $0 }, in: folder)
  }

  /// How many of each the program says to be own; types of one name are in one row.
  private func said(_ program: String) throws -> [Question: [Bool]] {
    var said: [Question: [Bool]] = [:]
    for line in try Command.run(program, []).split(separator: "\n") {
      let cells = line.split(separator: "\t").map(String.init)
      let subject = cells[0].replacing(#/\(unknown context at \$[0-9a-f]+\)\.|<[^>]*>/#, with: "")
      said[Question(subject: subject, requirement: cells[1]), default: []]
        .append(cells[2] == "own")
    }
    return said
  }

  private func own(_ files: [String]) throws -> [Question: Int] {
    let report = try InspectSections.report(["resolve"] + files)
    #expect(report["exit"] == .integer(0), "\(String(describing: report["diagnostics"]))")
    #expect(report["diagnostics"] == .array([]))
    var found: [Question: Int] = [:]
    for answer in report["results"]?.elements ?? [] {
      let question = Question(
        subject: answer["subject"]?.text ?? "", requirement: answer["requirement"]?.text ?? "")
      found[question, default: 0] += answer["outcome"] == "own" ? 1 : 0
    }
    return found
  }

  @Test(
    "never says own falsely, and in debug knows all",
    arguments: ["-Onone", "-O", "-O -lto=llvm-full"], ["lld", "gold", "bfd"])
  func agreement(mode: String, linker: String) throws {
    // Its plug-in is LLVM's, which only lld has.
    if mode.contains("lto"), linker != "lld" { return }
    let flags = mode.split(separator: " ").map(String.init) + ["-wmo", "-use-ld=\(linker)"]
    let library = ["-emit-library", "-emit-module", "-o"]
    let record = try fixture.object("Own/own.c", as: "own.o")
    try compile("Graft", ["Graft.swift"], library + ["libGraft.so", record] + flags)
    try compile(
      "Program", ["Program.swift", "Twin.swift"],
      ["-emit-executable", "-emit-module", "-lGraft", "-o", "program"] + flags)
    try compile("Other", ["Other.swift"], library + ["libOther.so", "-lGraft"] + flags)
    let files = ["program", "libGraft.so", "libOther.so"].map(fixture.scratch.path)
    let said = try said(files[0])
    let whole = try own(files)
    try FileManager.default.createDirectory(
      atPath: fixture.scratch.path("stripped"), withIntermediateDirectories: true)
    let stripped = try own(
      files.map {
        try fixture.copy($0, as: "stripped/" + ($0 as NSString).lastPathComponent, "strip", [])
      })
    #expect(said.count > 130 && said.values.joined().count { $0 } > 30)
    for (question, answers) in said {
      let count = answers.count { $0 }
      #expect(whole[question, default: 0] <= count, "\(question)")
      #expect(stripped[question, default: 0] <= count, "\(question)")
      // The standard library implements an integer's.
      guard mode == "-Onone", question.subject != "Swift.Int" else { continue }
      #expect(whole[question, default: 0] == count, "\(question)")
    }
  }
}
