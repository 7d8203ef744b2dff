// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Graphs", .inWholeRuns(because: "it needs Graphviz"))
struct GraphTests {
  let swift: SwiftFixture
  let fixture: Fixture

  init() throws {
    swift = try SwiftFixture.shared.get()
    fixture = try Fixture()
  }

  /// Draws a graph, which Graphviz has to accept without a word.
  private func draw(_ words: [String], _ paths: [String]) throws -> String {
    let run = try InspectSections.run(words + ["--format", "dot"] + paths)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    let path = try fixture.scratch.write(Array(run.output.utf8), to: "graph.dot")
    let drawn = try Command.outcome("dot", ["-Tsvg", path])
    #expect(drawn.status == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
    #expect(drawn.output.contains("</svg>"))
    return run.output
  }

  @Test("are what the golden files have", arguments: ["list", "why", "resolve"])
  func golden(verb: String) throws {
    let question = verb == "list" ? [] : ["Greeter"]
    let graph = try draw([verb] + question, swift.all)
    try Golden(Fixture.sources + "Resolve/\(verb).dot").check(graph)
  }

  @Test("take nothing of a record for more than text", arguments: ["list", "why", "resolve"])
  func hostile(verb: String) throws {
    let name = "a \"b\\ \n.so"
    let path = fixture.scratch.path(name)
    try FileManager.default.copyItem(atPath: swift.hostile, toPath: path)
    let question = verb == "list" ? [] : ["Greeter"]
    let graph = try draw([verb] + question, [swift.program, swift.api, path])
    #expect(graph.contains("VendorA.ForNamed"))
  }

  @Test("are of extensions, neither of sections nor of checks")
  func misuse() throws {
    for words in [["list", "--sizes"], ["check"], ["dump"], ["diff", swift.first]] {
      let run = try InspectSections.run(words + ["--format", "dot", swift.first])
      #expect(run.status == 64, "\(run)")
    }
  }
}

@Suite("Pages", .inWholeRuns(because: "it needs a browser"))
struct PageTests {
  let swift: SwiftFixture
  let fixture: Fixture

  init() throws {
    swift = try SwiftFixture.shared.get()
    fixture = try Fixture()
  }

  private func page(_ words: [String], exit: Int32 = 0) throws -> String {
    let run = try InspectSections.run(words + ["--format", "html"])
    #expect(run.status == exit, "\(run.errors)")
    return try fixture.scratch.write(Array(run.output.utf8), to: "page.html")
  }

  /// Opens a page in Chromium.
  private func browse(_ page: String, width: Int, filter: String) throws -> JSONValue {
    let shot = fixture.scratch.path("shot-\(width).png")
    let found = try JSONValue.parse(
      try Command.run("python3", [Fixture.sources + "browse.py", page, "\(width)", shot, filter]))
    #expect(found["console"] == .array([]), "\(found)")
    #expect(found["requests"] == .array([.string("file://" + page)]), "\(found)")
    #expect(found["images"] == .integer(0))
    // Nobody has to scroll sideways.
    #expect((found["width"]?.integer ?? .max) <= Int64(width), "\(found)")
    #expect(found["light"] != found["dark"])
    let size = try FileManager.default.attributesOfItem(atPath: shot)[.size] as? Int ?? 0
    #expect(size > 10_000)
    return found
  }

  private func headings(_ found: JSONValue, _ key: String) -> [String] {
    found[key]?.elements?.compactMap(\.text) ?? []
  }

  @Test("show who answers, in a browser, wide and narrow, and filter", arguments: [400, 1400])
  func answers(width: Int) throws {
    let path = try page(["resolve"] + swift.all)
    let found = try browse(path, width: width, filter: "stranger")
    // Types with the same answer are in one row.
    let sections = ["Without an answer, or in conflict", "Graft.Greeter"]
    #expect(headings(found, "before") == sections, "\(found)")
    #expect(headings(found, "after") == sections, "\(found)")
    #expect(found["tiles"] == .integer(13), "\(found)")
    #expect(found["box"] == .bool(true))
    if let folder = ProcessInfo.processInfo.environment["GRAFT_SCREENSHOTS"] {
      try Command.run("cp", [fixture.scratch.path("shot-\(width).png"), folder])
    }
  }

  @Test("are readable without scripts")
  func scriptless() throws {
    let path = try page(["resolve"] + swift.all)
    let found = try browse(path, width: 1400, filter: "")
    #expect(headings(found, "before").count == 2, "\(found)")
    #expect(found["box"] == .bool(false), "\(found)")
  }

  @Test("run nothing that a file brings")
  func hostile() throws {
    let path = try page(["resolve", swift.program, swift.api, swift.hostile])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("&lt;script&gt;document.title"))
    #expect(text.components(separatedBy: "<script").count == 2)
    let found = try browse(path, width: 1400, filter: "guest")
    #expect(!headings(found, "after").isEmpty)
  }

  @Test("show what changes between two releases")
  func changes() throws {
    for (name, files) in [
      ("old", [swift.program, swift.api, swift.first]), ("new", swift.all),
      ("mended", [swift.program, swift.api, swift.first, swift.secondWithPriority]),
    ] {
      let folder = fixture.scratch.path(name)
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      for file in files { try Command.run("cp", [file, folder]) }
    }
    let sides = ["old", "new", "mended"].map(fixture.scratch.path)
    let path = try page(["diff", sides[0], sides[1]], exit: 1)
    let found = try browse(path, width: 400, filter: "nothing of this")
    #expect(
      headings(found, "before") == ["Program.Guest: Graft.Greeter.farewell(_:)"], "\(found)")
    #expect(headings(found, "after").isEmpty)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("conflict") && text.contains("VendorB.ForAged"))
    _ = try page(["diff", sides[1], sides[1]])
    _ = try page(["diff", sides[1], sides[2]], exit: 1)
  }
}
