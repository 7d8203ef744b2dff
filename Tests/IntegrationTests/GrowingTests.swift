// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What files say of protocols that grow.
@Suite struct GrowingTests {
  private func inspect(_ arguments: [String]) throws -> Command.Outcome {
    let (command, arguments) = OtherMachine.reading(
      Folders.products + "inspect-sections", arguments)
    return try Command.outcome(command, arguments)
  }

  // MARK: Fit

  /// The first line of `fit`, in the words of the program.
  private func judged(_ host: String, _ plugin: String) throws -> String {
    let text = try inspect(["fit", host, plugin]).output
    let line = String(text.prefix { $0 != "\n" })
    return line == "\(plugin): accepted" ? "accepted" : line.replacing("refused: ", with: "")
  }

  @Test("Files and programs agree on plug-ins for each version", arguments: Mode.allCases)
  func verdicts(mode: Mode) async throws {
    typealias Files = GrowingFiles
    let files = try await Files.all(mode)
    var loaded: [[Files.Version]: String] = [:]
    for host in Files.versions {
      for version in Files.versions {
        let (program, plugin) = (files.host(host), files.plugin(version))
        let found = try Command.run(program, [plugin]).split(separator: "\n").first ?? ""
        loaded[[version, host]] = String(found)
        #expect(
          try judged(program, plugin) == found, "\(version.name) in \(host.name)")
      }
    }
    func verdict(_ plugin: Files.Version, _ host: Files.Version) -> String? {
      loaded[[plugin, host]]
    }
    #expect(verdict(Files.first, Files.grown) == "accepted")
    #expect(verdict(Files.fixed, Files.fixed) == "accepted")
    for (plugin, host, words) in [
      (Files.fixed, Files.fixedGrown, "farewell(_:) is new, and it was compiled against"),
      (Files.grown, Files.first, "farewell(_:) is missing: it was compiled against"),
      (Files.first, Files.removed, "wave() is missing: it was compiled against"),
      (Files.first, Files.moved, "wave() has moved"),
      (Files.first, Files.inserted, "farewell(_:) is new, and not at the end"),
      (Files.first, Files.fixed, "its module was built with -enable-library-evolution, and"),
    ] {
      let found = verdict(plugin, host) ?? ""
      #expect(found.hasPrefix("shapeDiffers: ") && found.contains(words), "\(found)")
    }
  }

  @Test(
    "Library evolution is compared class by class, also for two of one name",
    arguments: Mode.allCases)
  func twins(mode: Mode) async throws {
    typealias Files = GrowingFiles
    let files = try await Files.all(mode)
    let plugin = try Module.folder(of: "Growing-first", mode) + "GrowingPlugin.o"
    let twin = try Module("GrowingTwin", of: "Growing", variant: "-fixed").compile(mode)
    for (host, name) in [(Files.first, "GrowingTwin.Plug"), (Files.fixed, "GrowingPlugin.Plug")] {
      for (number, objects) in [[plugin, twin], [twin, plugin]].enumerated() {
        let output = files.folders[host]! + "twins-\(number).so"
        let libraries = ["Graft-dynamic", "GrowingAPI"]
        try Link(output: output, objects: objects, libraries: libraries).run(mode)
        let found = try Command.run(files.host(host), [output])
        #expect(
          found.hasPrefix("shapeDiffers: \(output): \(name) was compiled against"), "\(found)")
        #expect(try judged(files.host(host), output) == found.prefix { $0 != "\n" })
      }
    }
  }

  @Test("A plug-in extends a protocol of its own that grows", arguments: Mode.allCases)
  func own(mode: Mode) async throws {
    typealias Files = GrowingFiles
    let files = try await Files.all(mode)
    for evolves in [true, false] {
      var module = Module("GrowingOwn", of: "Growing", variant: evolves ? "-evolving" : "-plain")
      if evolves { module.flags = ["-enable-library-evolution", "-no-warnings-as-errors"] }
      let output = files.folders[Files.first]! + "own-\(evolves).so"
      try Link(output: output, objects: [try module.compile(mode)], libraries: ["Graft-dynamic"])
        .run(mode)
      #expect(try Command.run(files.host(Files.first), [output]) == "accepted\n")
      #expect(try judged(files.host(Files.first), output) == "accepted")
    }
  }

  @Test("Without a section table, library evolution is a condition")
  func conditions() async throws {
    let files = try await GrowingFiles.all(.debug)
    let scratch = try ScratchFolder()
    let plugin = try scratch.write(
      withoutSectionTable(files.plugin(GrowingFiles.first)), to: "bare.so")
    let run = try inspect(["fit", files.host(GrowingFiles.grown), plugin])
    #expect(run.status == 0 && run.output.hasPrefix("\(plugin): accepted\n"), "\(run)")
    #expect(
      run.output.contains(
        "  if GrowingPlugin.Plug was compiled against a library of GrowingAPI.Greeter with library "
          + "evolution: the file does not say\n"), "\(run)")
    let moved = try inspect(["fit", files.host(GrowingFiles.moved), plugin])
    #expect(moved.output.contains("wave() has moved"), "\(moved)")
  }

  // MARK: Answers

  @Test("An extension answers no requirement that came after it", arguments: Mode.allCases)
  func answers(mode: Mode) async throws {
    typealias Files = GrowingFiles
    let files = try await Files.all(mode)
    func answers(_ library: Files.Version, _ plugin: Files.Version) throws -> [String] {
      let run = try inspect([
        "resolve", "--format", "ndjson", files.host(library), files.library(library),
        files.plugin(plugin),
      ])
      #expect(run.succeeded, "\(run)")
      struct Answer: Decodable {
        struct Link: Decodable { let `extension`: String }
        struct Exclusion: Decodable { let `extension`, reason: String }
        let requirement, outcome: String
        let chain: [Link]
        let excluded: [Exclusion]
      }
      return run.output.split(separator: "\n").compactMap { line in
        (try? JSONDecoder().decode(Answer.self, from: Data(line.utf8))).map { one in
          ([one.requirement, one.outcome] + one.chain.map(\.extension) + one.excluded.map(\.reason))
            .joined(separator: " ")
        }
      }
    }
    let overloaded = try answers(Files.overloaded, Files.first)
    #expect(
      overloaded == [
        "greet(_: Coin) answered GrowingPlugin.Plug", "wave() nobody",
        "greet(_: Mood) nobody",
      ])
    let moved = try answers(Files.moved, Files.first)
    #expect(
      moved.contains(
        "greet(_:) nobody it was compiled against another form of GrowingAPI.Greeter: wave() has moved"
      ), "\(moved)")
    let fixed = try answers(Files.fixedGrown, Files.fixed)
    #expect(fixed.contains { $0.contains("without -enable-library-evolution") }, "\(fixed)")
  }

  // MARK: Differences

  @Test("A protocol that only grew breaks no plug-in", arguments: Mode.allCases)
  func differences(mode: Mode) async throws {
    typealias Files = GrowingFiles
    let files = try await Files.all(mode)
    let scratch = try ScratchFolder()
    func snapshot(_ version: Files.Version, _ format: String) throws -> String {
      let path = scratch.path("\(version.name).\(format)")
      let list = try inspect(
        ["list", "--format", format, "--output", path, files.library(version)])
      #expect(list.succeeded, "\(list)")
      return path
    }
    let refused = "  extensions that were compiled before are refused: build them again\n"
    let isNew = "requirement farewell(_:) is new\n"
    for (old, new, words) in [
      (Files.first, Files.grown, "  grows: \(isNew)"),
      (
        Files.fixed, Files.fixedGrown,
        "  \(isNew)  the old library was built without -enable-library-evolution\n" + refused
      ),
      (Files.first, Files.moved, "  wave() has moved\n" + refused),
      (Files.first, Files.inserted, "  farewell(_:) is new, and not at the end\n" + refused),
      (
        Files.grown, Files.first,
        "  farewell(_:) is missing: it was compiled against a later version\n" + refused
      ),
    ] {
      let plugin = files.plugin(old)
      var expected = "changed protocol GrowingAPI.Greeter\n" + words
      if words.hasSuffix(refused) {
        expected +=
          "broken GrowingPlugin.Plug of GrowingAPI.Greeter, in \(plugin) "
          + "(GrowingPlugin/GrowingPlugin.swift:5)\n"
      }
      for sides in [
        [files.library(old), files.library(new)],
        [try snapshot(old, "json"), files.library(new)],
        [files.library(old), try snapshot(new, "ndjson")],
      ] {
        let run = try inspect(["diff"] + sides + [plugin])
        #expect(run.output == expected && run.status == 1, "\(run)")
        let ofProtocol = try inspect(["diff", "--protocol", "Greeter"] + sides + [plugin])
        #expect(ofProtocol.output == expected, "\(ofProtocol)")
        let selected = try inspect(["diff", "--extension", "*.Plug"] + sides + [plugin])
        let broken = expected.split(separator: "\n").filter { $0.hasPrefix("broken") }
        #expect(selected.output.split(separator: "\n") == broken, "\(selected)")
      }
    }
    let known = try scratch.bytes(snapshot(Files.first, "json"))
    let unknown = String(decoding: known, as: UTF8.self)
      .replacing(#""evolution":true"#, with: #""evolution":null"#)
    let old = try scratch.write(Array(unknown.utf8), to: "unknown.json")
    let run = try inspect(["diff", old, files.library(Files.grown)])
    #expect(
      run.output.contains(
        "  no symbol tells whether the old library was built with -enable-library-evolution\n"
          + refused), "\(run)")
  }

  @Test("The types in requirements are compared", arguments: Mode.allCases)
  func types(mode: Mode) async throws {
    typealias Files = GrowingFiles
    let files = try await Files.all(mode)
    let scratch = try ScratchFolder()
    let changes = [
      "struct Coin has a stored property of another type: value",
      "struct Coin has a new stored property: more", "struct Coin lost a stored property: pair",
      "struct Coin has its stored properties in another order",
      "enum Mood has a new case: glad", "enum Mood lost a case: sad",
    ]
    func text(_ end: String, _ others: [String]) -> String {
      let lines = changes.map { change in
        let breaks = change.contains("lost") || change.contains("another type")
        return "  \(change)\(breaks ? "" : end)"
      }
      return (["changed protocol GrowingAPI.Greeter"] + lines + others).map { $0 + "\n" }.joined()
    }
    func broken(_ version: Files.Version) -> [String] {
      [
        "  extensions that were compiled before are refused or misread values: build them again",
        "broken GrowingPlugin.Plug of GrowingAPI.Greeter, in \(files.plugin(version)) "
          + "(GrowingPlugin/GrowingPlugin.swift:5)",
      ]
    }
    for (old, new, expected) in [
      (
        Files.grown, Files.changed,
        text("; unless it is @frozen, that breaks nobody", broken(Files.grown))
      ),
      (Files.fixedGrown, Files.fixedChanged, text("", broken(Files.fixedGrown))),
      (Files.grown, Files.grown, ""), (Files.fixedGrown, Files.fixedGrown, ""),
    ] {
      let snapshot = scratch.path(old.name + ".json")
      _ = try inspect(["list", "--format", "json", "-o", snapshot, files.library(old)])
      for before in [files.library(old), snapshot] {
        let run = try inspect(["diff", before, files.library(new), files.plugin(old)])
        #expect(run.output == expected && run.status == (expected.isEmpty ? 0 : 1), "\(run)")
      }
    }
    let list = try inspect(["list", "--format", "json", files.library(Files.changed)])
    let listed = try JSONDecoder().decode(Listed.self, from: Data(list.output.utf8))
    #expect(
      listed.results.flatMap { $0.types ?? [] }.map(\.text) == [
        "struct GrowingAPI.Coin codes: Swift.Dictionary<Swift.String, GrowingAPI.Mood>"
          + " value: Swift.Int32 more: Swift.Optional<GrowingAPI.Mood>",
        "enum GrowingAPI.Mood glad: Swift.Int calm: none",
      ])
  }

  private struct Listed: Decodable {
    struct Result: Decodable { let types: [Declared]? }
    struct Declared: Decodable {
      let name: String
      let kind: String
      let members: [Member]

      var text: String {
        "\(kind) \(name)" + members.map { " \($0.name): \($0.type ?? "none")" }.joined()
      }
    }
    struct Member: Decodable {
      let name: String
      let type: String?
    }
    let results: [Result]
  }

  // MARK: Check

  @Test("A protocol that grows without library evolution is a finding", arguments: Mode.allCases)
  func findings(mode: Mode) async throws {
    let files = try await GrowingFiles.all(mode)
    let evolving = try inspect(["check", files.library(GrowingFiles.first)])
    #expect(evolving.succeeded && evolving.output.isEmpty, "\(evolving)")
    let library = files.library(GrowingFiles.fixed)
    let fixed = try inspect(["check", library])
    #expect(
      fixed.output == """
        \(library): warning: growing-without-evolution: GrowingAPI.Greeter grows, and its library \
        was built without -enable-library-evolution (GrowingAPI/GrowingAPI.swift:10)

        """, "\(fixed)")
    #expect(fixed.status == 1)
  }

  private func withoutSectionTable(_ path: String) throws -> [UInt8] {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    for index in Array(40..<48) + Array(58..<64) { bytes[index] = 0 }
    return bytes
  }
}
