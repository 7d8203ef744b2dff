// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension PackageTests {
  /// `swift package reload` for a program whose own functions change, at a terminal.
  @Suite("Replacements", .serialized)
  struct ReplacementTests {
    /// An edit of the fixture, and what comes of it: `rows.json`.
    struct Row: Decodable {
      let row: String
      /// In `Sources`; without it, the file with all kinds.
      let file: String?
      let find: String
      let with: String
      /// What the program prints then.
      let shows: String?
      /// Why it takes a build.
      let says: String?

      static func all() throws -> [Row] {
        let file = Repository.fixtures.appending(path: "Program/rows.json")
        return try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))
      }
    }

    private let scratch: ScratchFolder
    private let package: FixturePackage

    init() throws {
      scratch = try ScratchFolder()
      package = try FixturePackage("Program", in: scratch.url)
    }

    @Test("Each kind of change is replaced, or said to take a build, while the program runs")
    func kinds() throws {
      let typed = try start()
      defer { typed.stop() }
      for row in try Row.all() {
        let file = package.folder.appending(path: "Sources/\(row.file ?? "Kinds/Kinds.swift")")
        let text = try String(contentsOf: file, encoding: .utf8)
        try #require(text.contains(row.find), "\(row.row)")
        try save(text.replacing(row.find, with: row.with, maxReplacements: 1), in: file)
        let result = row.says == nil ? "from saving to running" : "b builds and starts again"
        let missing = typed.missing(of: row.shows ?? row.says ?? "", result)
        try #require(missing.isEmpty, "\(row.row): \(missing) in\n\(typed.latest)")
        try save(text, in: file)
        let back = row.says == nil ? "from saving to running" : "the sources are again those"
        try #require(typed.missing(of: back).isEmpty, "\(row.row) in\n\(typed.latest)")
      }
      typed.press("q")
      #expect(typed.end() == 0, "\(typed.transcript)")
    }

    @Test("The page has each kind that is tried")
    func page() throws {
      let page = try String(
        contentsOf: Repository.root.appending(path: "docs/reload.md"), encoding: .utf8)
      for row in try Row.all() { #expect(page.contains("| \(row.row) |"), "\(row.row)") }
    }

    @Test("State, extensions, errors, rolling back and building again")
    func session() throws {
      let typed = try start()
      defer { typed.stop() }
      func expect(_ texts: String...) throws {
        let missing = typed.missing(of: texts)
        try #require(missing.isEmpty, "\(missing) in\n\(typed.latest)")
      }
      let shop = package.folder.appending(path: "Sources/Shop/Shop.swift")
      func edit(_ text: String, _ other: String) throws {
        let source = try String(contentsOf: shop, encoding: .utf8)
        try #require(source.contains(text))
        try save(source.replacing(text, with: other), in: shop)
      }
      // An extension that answers for a type.
      try edit("{ 10 }", "{ 11 }")
      try expect("Usual.price(_:)", "sale: for 22", "advised: 12")
      try edit("* 2 }", "* 3 }")
      try expect("Till.total()", "sale: for 33")
      // A receiver of a courier.
      try edit("{ offer + 100 }", "{ offer + 200 }")
      try expect("Clerk.heard(_:)", "courier: 201")
      try edit("{ offer + 200 }", "{ offer + 100 }")
      try expect("courier: 101")
      // The compiler's error has the place in the file.
      try edit("* 3 }", "* thrice }")
      try expect("Shop.swift:34:49: ", "nothing is replaced")
      try edit("* thrice }", "* 3 }")
      try expect("the sources are again those", "that run")
      typed.press("r")
      try expect("rolled back", "courier: 201")
      typed.press("r")
      try expect("rolled back", "courier: 101")
      typed.press("r")
      try expect("rolled back", "sale: for 22")
      typed.press("r")
      try expect("rolled back", "sale: for 20")
      typed.press("r")
      try expect("the program runs", "as it was built")
      // A module that the program has not, and what no replacement can do.
      let unused = package.folder.appending(path: "Sources/Unused/Unused.swift")
      try save("func unused() -> Int { 2 }\n", in: unused)
      try expect("Unused.swift: its module Unused", "is not in serving")
      try edit("private var count = 0", "private var count = 0\n  var sum = 0")
      try expect("Till.sum is a new stored property", "changes the layout of memory: b builds")
      typed.press("b")
      try expect("is built, and starts again", "sale: for 33")
      // What was built by others is not what runs.
      let program = try #require(try builtProgram(typed.transcript))
      try FileManager.default.removeItem(at: program)
      try edit("* 3 }", "* 4 }")
      try expect("serving is another build than the one that runs", "b builds and starts again")
      typed.press("b")
      try expect("is built, and starts again", "sale: for 44")
      // A debugger finds the lines in the new code, and what ends there names them.
      try edit("* 4 }", "* Int(\"5\")! }")
      try expect("from saving to running", "sale: for 55")
      let lines = try Command.run(
        "gdb", ["-batch", "-ex", "info line Shop.swift:35", replacements(typed.transcript)])
      #expect(lines.hasPrefix("Line 35 of \""), "\(lines)")
      try edit("Int(\"5\")!", "Int(\"x\")!")
      try expect("Shop.swift:35: Fatal error: ", "serving was ended by signal")
      #expect(typed.end() == 1, "\(typed.transcript)")
    }

    /// A library of replacements that the process has.
    private func replacements(_ transcript: String) throws -> String {
      let line = transcript.split(separator: "\n").last { $0.contains("accepts builds") } ?? ""
      let process = line.split(separator: "(").last?.prefix { $0.isNumber } ?? ""
      // Foundation reads the beginning of such a file only.
      let maps = try Command.run("cat", ["/proc/\(process)/maps"])
      let paths = maps.split(separator: "\n").compactMap { line in
        line.firstIndex(of: "/").map { String(line[$0...]) }
      }
      return try #require(paths.last { $0.hasSuffix("/replacements.so") })
    }

    @Test("A connection, a counter and a timer go on over twenty edits")
    func state() throws {
      let run = try Command.outcome(
        "env",
        [
          "GRAFT_EXAMPLES_BUILD=\(Repository.packageBuilds.path)",
          Repository.root.appending(path: "docs/examples/live/run").path,
        ])
      #expect(run.succeeded, "\(run)")
      let page = try String(
        contentsOf: Repository.root.appending(path: "docs/examples/README.md"), encoding: .utf8)
      let block = try #require(
        page.components(separatedBy: "```").first { $0.hasPrefix("console session=live") })
      for line in block.split(separator: "\n").dropFirst(2) {
        let pieces = line.split(separator: "…").map(String.init)
        #expect(pieces.allSatisfy(run.output.contains), "\(line) in \(run)")
      }
    }

    @Test("What can't be is said before anything starts")
    func misuse() throws {
      let typed = try RunningCommand(atTerminal: package.reloadWords(["--", "nobody"]))
      let isSaid = typed.missing(
        of: "Program has no executable product nobody; there are: serving")
      #expect(isSaid.isEmpty, "\(typed.transcript)")
      #expect(typed.end() == 1)
    }

    // MARK: The command

    private func start() throws -> RunningCommand {
      let typed = try RunningCommand(atTerminal: package.reloadWords(["--", "serving"]))
      try #require(typed.missing(of: "accepts builds").isEmpty, "\(typed.transcript)")
      return typed
    }

    private func builtProgram(_ transcript: String) throws -> URL? {
      let line = transcript.split(separator: "\n").last { $0.contains("accepts builds") }
      let path = line?.split(separator: " ").first { $0.hasPrefix("/") }
      return path.map { URL(filePath: String($0)) }
    }

    private func save(_ text: String, in file: URL) throws {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }
}
