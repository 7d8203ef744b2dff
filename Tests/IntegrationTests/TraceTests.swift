// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What a process tells by `GRAFT_TRACE`.
@Suite struct TraceTests {
  @Test("A name with a newline forges no line of a trace or a table")
  func forgedTrace() async throws {
    let program = try await ImageHost.program()
    let name = "a\ngraft:forged"
    let folder = try Folders.make("Images/forged")
    try FileManager.default.copyItem(
      atPath: program.folder + "libAlpha.so", toPath: folder + name)
    let environment = ["GRAFT_TRACE": "load,resolve", "LD_LIBRARY_PATH": program.folder]
    let outcome = try program.run(
      "images", ["load \(folder)\(name)", "load \(folder)no\n\(name)", "call"],
      environment: environment)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("graft: load: \(folder)a\\u{a}graft:forged: 2") })
    #expect(
      lines.contains { $0.hasPrefix("graft: load: refused: \(folder)no\\u{a}a\\u{a}graft:") })
    #expect(lines.contains { $0.contains(" Alpha.Talk ") && $0.hasSuffix("  a\\u{a}graft:forged") })
    #expect(!lines.contains { $0.hasPrefix("graft:forged") })
  }

  @Test("A line of a trace is written whole")
  func longTrace() async throws {
    let name = String(repeating: "a", count: 20_000)
    // The lines of what is linked come before it.
    let lines = try await ImageHost.run(
      ["images", "narrow load /\(name)"], environment: ["GRAFT_TRACE": "load"])
    #expect(lines.last == "read: 20044, ends: aaaaa: File name too long", "\(lines.last ?? "")")
  }

  @Test("GRAFT_TRACE tells what was found, skipped and chosen")
  func trace() async throws {
    let program = try await ImageHost.program()
    let record = try ImageHost.compile("newer.c", for: program)
    try program.link("traced.so", [record])
    let commands = [
      "open traced.so", "call", "load libAlpha.so", "withdraw libAlpha.so", "load missing.so",
      "load traced.so",
    ]
    let outcome = try program.run("images", commands, environment: ["GRAFT_TRACE": "load,resolve"])
    let expected = [
      "graft: load: \(program.folder)traced.so: 0 descriptors, active",
      "  skipped: offset 0x0: record version 2 is unknown",
      "graft: load: \(program.folder)images: 2 descriptors, active",
      "graft: load: \(program.folder)libAlpha.so: 2 descriptors, staged",
      "graft: load: \(program.folder)libAlpha.so: active, a build of libAlpha.so",
      "graft: load: \(program.folder)libAlpha.so: withdrawn, a build of libAlpha.so",
      "graft: load: refused: ", "graft: resolve: Dog: Speaker", "answers  Alpha.Talk",
    ]
    for line in expected { #expect(outcome.errors.contains(line), "\(line)\n\(outcome)") }
    let quiet = try program.run("images", commands, environment: ["GRAFT_TRACE": "resolve"])
    #expect(!quiet.errors.contains("graft: load") && quiet.errors.contains("graft: resolve"))
  }

  @Test("A trace as JSON has an object on each line, with what a line of text does not tell too")
  func traceAsJSON() async throws {
    let program = try await ImageHost.program()
    let record = try ImageHost.compile("newer.c", for: program)
    try program.link("\"traced\".so", [record])
    let commands = [
      "open \"traced\".so", "call", "load libAlpha.so", "withdraw libAlpha.so", "load missing.so",
    ]
    let outcome = try program.run(
      "images", commands, environment: ["GRAFT_TRACE": "json:load, resolve"])
    let events = try outcome.errors.split(separator: "\n").map { line in
      try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    let names = events.map { $0["event"] as? String ?? "" }
    let expected = [
      "entered", "resolved", "arrived", "answered", "withdrawn", "answered", "refused",
    ]
    #expect(names.filter(expected.contains).count == names.count, "\(names)")
    var rest = names[...]
    for name in expected {
      let index = try #require(rest.firstIndex(of: name), "\(name) in \(names)")
      rest = rest[(index + 1)...]
    }
    let entered = events.filter { $0["event"] as? String == "entered" }
    let skipped = entered.map { ($0["skipped"] as? [String] ?? []).count }
    #expect(skipped.contains(1), "\(entered)")
    #expect(
      entered.contains {
        ($0["image"] as? [String: Any])?["path"] as? String == program.folder + "\"traced\".so"
      }, "\(entered)")
    let answered = events.compactMap { $0["answer"] as? [String: Any] }
    let after = answered.compactMap { ($0["after"] as? [String: Any])?["extension"] as? String }
    #expect(after.contains("Alpha.Talk"), "\(answered)")
    #expect(answered.allSatisfy { $0["protocol"] as? String == "Speaker" })
  }
}
