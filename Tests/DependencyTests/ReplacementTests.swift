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
        let result = row.says == nil ? ": replaced: " : "b builds and starts again"
        let missing = typed.missing(of: row.shows ?? row.says ?? "", result)
        try #require(missing.isEmpty, "\(row.row): \(missing) in\n\(typed.latest)")
        try save(text, in: file)
        let back = row.says == nil ? ": replaced: " : ": nothing changed"
        try #require(typed.missing(of: back).isEmpty, "\(row.row) in\n\(typed.latest)")
      }
      typed.press("q")
      #expect(typed.end() == 0, "\(typed.transcript)")
    }

    @Test("The page's tables have the rows that are tried, each in the right one")
    func page() throws {
      let page = try String(
        contentsOf: Repository.root.appending(path: "docs/reload.md"), encoding: .utf8)
      let list = try Command.run(Self.edits, ["list"])
      let tried = list.split(separator: "\n").map(String.init)
      var (shown, table): ([String], String?) = ([], nil)
      for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
        switch line {
        case "| replaced | | | |": table = "replaced"
        case "| takes a build | | | |": table = "held"
        case "": table = nil
        default:
          guard let table, !line.hasPrefix("|---") else { continue }
          let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
          shown += cells.filter { !$0.isEmpty }.map { "\(table) \($0)" }
        }
      }
      #expect(shown.count > 60 && Set(shown).count == shown.count)
      #expect(Set(shown).symmetricDifference(tried).isEmpty)
      let rows = Set(try Row.all().map { "\($0.says == nil ? "replaced" : "held") \($0.row)" })
      #expect(rows.subtracting(tried).isEmpty)
    }

    private static let edits = Repository.root.appending(path: "Tests/commands/reload").path

    @Test("Random edits of a running program do what a fresh build does")
    func random() throws {
      let outcome = try Command.outcome(
        Self.edits, ["edits", "30", "--seed", "7", "--shrink", "60"])
      #expect(outcome.succeeded && outcome.output.contains(" 0 differences"), "\(outcome)")
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
      let kinds = package.folder.appending(path: "Sources/Kinds/Kinds.swift")
      func edit(_ text: String, _ other: String, in file: URL? = nil) throws {
        let source = try String(contentsOf: file ?? shop, encoding: .utf8)
        try #require(source.contains(text))
        try save(source.replacing(text, with: other), in: file ?? shop)
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
      try edit("{ offer + 100 }", "{ offer + 100 }  // As before.")
      try expect("Shop.swift: nothing changed")
      // The compiler's error has the place in the file.
      try edit("* 3 }", "* thrice }")
      try expect("error: ", "Shop.swift: held", "  Shop.swift:34:49: ", "b builds and starts again")
      // Also where the file has more braces than it closes.
      try edit("* thrice }", "* 3 {")
      try expect(
        "error: ", "Shop.swift: held", "  Shop.swift:45:1: expected '}'",
        "b builds and starts again")
      try edit("* 3 {", "* 3 }")
      try expect("Shop.swift: nothing changed")
      for answer in ["courier: 201", "courier: 101", "sale: for 22", "sale: for 20"] {
        typed.press("r")
        try expect("Shop.swift: rolled back", answer)
      }
      typed.press("r")
      try expect("the program runs", "as it was built")
      // It stays so until the file is saved again.
      let before = typed.transcript.count
      try edit("{ 101 }", "{ 901 }", in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 901")
      #expect(!typed.transcript.dropFirst(before).contains("sale: "), "\(typed.latest)")
      try save(try String(contentsOf: shop, encoding: .utf8), in: shop)
      try expect("Shop.swift: replaced: ", "sale: for 33")
      // So does a protocol that no build has.
      let numbered = """

        protocol Numbered { func number() -> Int }
        extension Numbered { func number() -> Int { 904 } }
        struct Constant: Numbered {}

        """
      let source = try String(contentsOf: kinds, encoding: .utf8) + numbered
      let withProtocol = source.replacing("{ 901 }", with: "{ Constant().number() }")
      try save(withProtocol, in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 904")
      typed.press("r")
      try expect("Kinds.swift: rolled back", "function: 901")
      try save(withProtocol, in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 904")
      // A constant that no build has gets another value.
      let sizes =
        "func stretch(a: Int) -> Int { 908 }\nfunc stretch(a: Int, b: Int = 2) -> Int { b }\n"
      try edit("struct Constant", "let constant = 906\n\(sizes)struct Constant", in: kinds)
      try edit("{ Constant().number() }", "{ constant }", in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 906")
      try edit("constant = 906", "constant = 907", in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 907")
      try edit("{ constant }", "{ Constant().number() }", in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 904")
      // A conformance that was rolled back is in the process for ever, and can't be another.
      let naming = "extension Color: Naming { func named() -> Int { 902 } }\n"
      try edit("struct Constant", naming + "struct Constant", in: kinds)
      try expect("Kinds.swift: replaced: ")
      typed.press("r")
      try expect("Kinds.swift: rolled back")
      try edit("{ 902 }", "{ 903 }", in: kinds)
      try expect("Kinds.swift: held", "a conformance can't be made twice", "b builds and starts")
      try edit(naming.replacing("902", with: "903"), "", in: kinds)
      try expect("Kinds.swift: nothing changed")
      // Users of a new subscript are found by its label.
      let doubled = "extension String { subscript(times number: Int) -> Int { number * 2 } }\n"
      try edit("struct Constant", doubled + "struct Constant", in: kinds)
      try edit("{ Constant().number() }", "{ \"\"[times: 450] }", in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 900")
      try edit("number * 2", "number * 3", in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 1350")
      try edit("{ \"\"[times: 450] }", "{ 901 }", in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 901")
      // Callers of an initialiser, too: a value that names the type may call another one.
      let initializer = "init(doubling: Int) { self.init(items: [doubling * 2 + 156]) }"
      let renamed = "init(redoubling: Int) { self.init(items: [redoubling * 2 + 157]) }"
      let call = "Cart(doubling: 3)"
      let current = try String(contentsOf: kinds, encoding: .utf8)
      try #require(current.contains(initializer) && current.contains(call))
      try save(
        current.replacing(initializer, with: renamed).replacing(call, with: "Cart(redoubling: 3)"),
        in: kinds)
      try expect("Kinds.swift: replaced: ", "extension initialiser: [163]")
      try save(current, in: kinds)
      try expect("Kinds.swift: replaced: ", "extension initialiser: [162]")
      try otherWords(edit, expect, kinds)
      // A function that can't be replaced may call what others call.
      try edit("calledByOpaque() -> Int", "calledByOpaque(_ more: Int = 1) -> Int", in: kinds)
      try expect(
        "Kinds.swift: held", "calledByOpaque() has another signature",
        "mentions it, which has an opaque result", "b builds and starts")
      try edit("calledByOpaque(_ more: Int = 1) -> Int", "calledByOpaque() -> Int", in: kinds)
      try expect("Kinds.swift: nothing changed")
      // What is renamed in one file after the other waits for the last one.
      let bodies = ["one() -> Int { 905 }", "two() -> Int { one() }"]
      for (name, body) in zip(Self.names, bodies + ["three() -> Int { one() + two() }"]) {
        try save("func \(body)\n", in: kinds.deletingLastPathComponent().appending(path: name))
        try expect("\(name): replaced: ")
      }
      // What was rolled back waits until it is saved again, and so do its new users.
      let third = kinds.deletingLastPathComponent().appending(path: Self.names[2])
      typed.press("r")
      try expect("Three.swift: rolled back")
      try edit("{ 901 }", "{ three() }", in: kinds)
      try expect(
        "Kinds.swift: held", "waits for Three.swift, which changes three and was rolled back",
        "b builds and starts")
      try save(try String(contentsOf: third, encoding: .utf8), in: third)
      try expect("Kinds.swift: replaced: ", "Three.swift: replaced: ", "function: 1810")
      try edit("{ three() }", "{ 901 }", in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 901")
      try rename(to: "uno", expect, beside: kinds)
      try remove(expect, beside: kinds)
      // Private extensions of two files have one name in each.
      let two = kinds.deletingLastPathComponent().appending(path: Self.names[1])
      let former = try String(contentsOf: two, encoding: .utf8)
      let tidy = "private extension Int { var tidy: Int { self + 5 } }\n"
      try save("func two() -> Int { 905.tidy - 5 }\n" + tidy, in: two)
      try expect("Two.swift: replaced: ")
      let withTidy = try String(contentsOf: kinds, encoding: .utf8)
      try save(
        withTidy.replacing("{ 901 }", with: "{ 900.tidy }") + tidy.replacing("+ 5", with: "+ 12"),
        in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 912")
      try save(withTidy, in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 901")
      try save(former, in: two)
      try expect("Two.swift: replaced: ")
      // A module that the program has not, and what no replacement can do.
      let unused = package.folder.appending(path: "Sources/Unused/Unused.swift")
      try save("func unused() -> Int { 2 }\n", in: unused)
      try expect("Unused.swift: its module Unused", "is not in serving")
      try edit("private var count = 0", "private var count = 0\n  var sum = 0")
      try expect("Shop.swift: held", "Till.sum is a new stored property", "b builds and starts")
      // Other files are taken, unless they need what is held.
      try edit("{ 901 }", "{ 902 }", in: kinds)
      try expect(
        "Kinds.swift: replaced: ", "function: 902", "Shop.swift: held", "b builds and starts")
      try edit("* 3 }", "* 3 }\n  public func discount() -> Int { 7 }")
      try expect("Shop.swift: held", "b builds and starts")
      let main = package.folder.appending(path: "Sources/serving/main.swift")
      try edit("courier.heard(1)", "courier.heard(till.discount())", in: main)
      try expect("main.swift: held", "  waits for Shop.swift, which changes discount", "b builds")
      typed.press("b")
      try expect("is built, and starts again", "sale: for 33", "courier: 107")
      try rename(to: "first", expect, beside: kinds)
      try wait(expect, { try edit($0, $1, in: kinds) }, beside: kinds)
      // An overload takes what another one would take with a default argument.
      let start = typed.transcript.count
      try edit("{ 902 }", "{ stretch(a: 1) }", in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 908")
      try edit("b: Int = 2", "b: Int = 3", in: kinds)
      try expect("Kinds.swift: replaced: ")
      try edit("{ stretch(a: 1) }", "{ 902 }", in: kinds)
      try expect("Kinds.swift: replaced: ", "function: 902")
      #expect(!typed.transcript.dropFirst(start).contains("function: 3"), "\(typed.latest)")
      // A folder comes with its files, and goes with them.
      let place = kinds.deletingLastPathComponent().appending(path: "Feature")
      let outside = package.folder.appending(path: "Feature")
      let manager = FileManager.default
      try manager.createDirectory(at: outside, withIntermediateDirectories: true)
      try save("func moved() -> Int { 909 }\n", in: outside.appending(path: "Moved.swift"))
      try manager.moveItem(at: outside, to: place)
      try expect("Moved.swift: replaced: ")
      try manager.moveItem(at: place, to: outside)
      try expect("Moved.swift: nothing changed")
      try goesOnAfterFailures(typed, edit, expect, kinds)
      typed.press("q")
      #expect(typed.end() == 0, "\(typed.transcript)")
    }

    /// Uses that do not write the name of what changes, and a file that is not compiled.
    private func otherWords(
      _ edit: (String, String, URL?) throws -> Void, _ expect: (String...) throws -> Void,
      _ kinds: URL
    ) throws {
      let replaced = "Kinds.swift: replaced: "
      try edit("factor: Int = 165", "factor: Int = 965", kinds)
      try expect(replaced, "self: [965]", "alias: [965]")
      try edit("count: Int = 166", "count: Int = 966", kinds)
      try expect(replaced, "backticks: 966")
      try edit("more: Int = 167", "more: Int = 967", kinds)
      try expect(replaced, "heir: 1083")
      try edit("(_ a: Int) -> Int { a + 168 }", "(_ b: Int) -> Int { b + 968 }", kinds)
      try expect(replaced, "own name: 969")
      let held: [(String, String, String)] = [
        ("by more: Int = 169", "by more: Int = 969", "has it in its initial value"),
        ("step: Int = 170", "step: Int = 970", "mentions it, which is a designated initialiser"),
        (
          "func hello() -> Int { size", "@discardableResult func hello() -> Int { size",
          "Base.hello() has another signature, and Kinds.swift:88 overrides it"
        ),
        (
          "enum Sum {", "enum Sum {\n  static func buildExpression(_ n: Int) -> Int { n + 1 }",
          "is used without its name"
        ),
      ]
      for (old, new, reason) in held {
        try edit(old, new, kinds)
        try expect("Kinds.swift: held", reason, "b builds and starts")
        try edit(new, old, kinds)
        try expect("Kinds.swift: nothing changed")
      }
      let template = kinds.deletingLastPathComponent().appending(path: "Template.swift")
      try save("func template() -> Int { 2 }\n", in: template)
      try expect("Template.swift: Kinds is built without it: b builds")
      let page = kinds.deletingLastPathComponent().appending(path: "Templates/Page.swift")
      try save("func page() -> Int { 2 }\n", in: page)
      try expect("Page.swift: Kinds is built without it: b builds")
    }

    /// The files of a function and of its callers.
    private static let names = ["One.swift", "Two.swift", "Three.swift"]

    private func rename(
      to new: String, _ expect: (String...) throws -> Void, beside kinds: URL
    ) throws {
      func save(_ index: Int, _ text: String) throws {
        let file = kinds.deletingLastPathComponent().appending(path: Self.names[index])
        try self.save(text + "\n", in: file)
      }
      try save(1, "func two() -> Int { \(new)() }")
      try expect("Two.swift: held", "cannot find '\(new)' in scope", "b builds and starts")
      try save(0, "func \(new)() -> Int { 905 }")
      try expect(
        "One.swift: held", "  Three.swift:1:23: ", "Two.swift: held",
        "waits for One.swift, which changes \(new)", "b builds and starts")
      try save(2, "func three() -> Int { \(new)() + two() }")
      try expect("One.swift: replaced: ", "Three.swift: replaced: ", "Two.swift: replaced: ")
    }

    /// Removes a function before what calls it, file by file, and restores all.
    private func remove(_ expect: (String...) throws -> Void, beside kinds: URL) throws {
      let files = Self.names.map { kinds.deletingLastPathComponent().appending(path: $0) }
      let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
      try save("", in: files[0])
      try expect("One.swift: held", "  Two.swift:1:21: ", "b builds and starts")
      try save("func three() -> Int { two() }\n", in: files[2])
      try expect("Three.swift: replaced: ", "One.swift: held", "b builds and starts")
      try save("func two() -> Int { 905 }\n", in: files[1])
      try expect("Two.swift: replaced: ", "One.swift: nothing changed")
      for (file, text) in zip(files, texts) { try save(text, in: file) }
      try expect("One.swift: replaced: ", "Three.swift: replaced: ", "Two.swift: replaced: ")
    }

    /// Files that wait for what they do not name, and files that need not wait.
    private func wait(
      _ expect: (String...) throws -> Void, _ edit: (String, String) throws -> Void,
      beside kinds: URL
    ) throws {
      let files = Self.names.map { kinds.deletingLastPathComponent().appending(path: $0) }
      let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
      try save("func two() -> Int { Cart(doubling: 3).described() }\n", in: files[1])
      try expect("Two.swift: held", "has no member 'described'", "b builds and starts")
      let described = """
        protocol Described { func described() -> Int }
        extension Cart: Described { func described() -> Int { 905 } }

        """
      try save(texts[0] + described, in: files[0])
      try expect("One.swift: replaced: ", "Two.swift: replaced: ")
      try save(texts[1], in: files[1])
      try expect("Two.swift: replaced: ")
      // What is held for itself holds no other one.
      try edit("{ calledByOpaque() }", "{ two() }")
      try expect("Kinds.swift: held", "has an opaque result", "b builds and starts")
      try save("func two(_ more: Int = 0) -> Int { first() + more }\n", in: files[1])
      try expect("Two.swift: replaced: ", "Kinds.swift: held", "b builds and starts")
      try edit("{ two() }", "{ calledByOpaque() }")
      try expect("Kinds.swift: nothing changed")
      // A name is a whole word.
      try save("func two(of more: Int) -> Int { first() + more }\n", in: files[1])
      try save(texts[0] + described + "func tw() -> Int { 1 }\n", in: files[0])
      try expect(
        "One.swift: replaced: ", "Two.swift: held", "  Three.swift:1:", "b builds and starts")
      for (file, text) in zip(files, texts) { try save(text, in: file) }
      try expect("Two.swift: replaced: ")
    }

    /// A build that fails, SwiftPM's other commands, and a crash.
    private func goesOnAfterFailures(
      _ typed: RunningCommand, _ edit: (String, String, URL?) throws -> Void,
      _ expect: (String...) throws -> Void, _ kinds: URL
    ) throws {
      try edit("* 3 }", "* thrice }", nil)
      try expect("Shop.swift: held", "b builds and starts")
      typed.press("b")
      try expect("serving is not built; it goes on as it runs")
      try edit("{ 902 }", "{ 903 }", kinds)
      try expect("Kinds.swift: replaced: ", "function: 903", "Shop.swift: held")
      try edit("* thrice }", "* 4 }", nil)
      try expect("Shop.swift: replaced: ", "sale: for 44")
      // Other commands of SwiftPM work meanwhile.
      _ = try package.build(.debug)
      let tests = try package.test()
      #expect(tests.succeeded, "\(tests)")
      // A debugger finds the lines in the new code, and what ends there names them.
      try edit("* 4 }", "* Int(\"5\")! }", nil)
      try expect("Shop.swift: replaced: ", "sale: for 55")
      let lines = try Command.run(
        "gdb", ["-batch", "-ex", "info line Shop.swift:35", replacements(typed.transcript)])
      #expect(lines.hasPrefix("Line 35 of \""), "\(lines)")
      try edit("Int(\"5\")!", "Int(\"x\")!", nil)
      try expect(
        "Shop.swift:35: Fatal error: ", "Thread 0 ", "serving was ended by signal",
        "the next save or b builds and starts it")
      try edit("Int(\"x\")!", "6", nil)
      try expect("serving is built, and starts again", "sale: for 66")
    }

    /// The newest library of replacements that the process has.
    private func replacements(_ transcript: String) throws -> String {
      let line = transcript.split(separator: "\n").last { $0.contains("accepts builds") } ?? ""
      let process = line.split(separator: "(").last?.prefix { $0.isNumber } ?? ""
      // Foundation reads the beginning of such a file only.
      let maps = try Command.run("cat", ["/proc/\(process)/maps"])
      let paths = maps.split(separator: "\n").compactMap { line in
        line.firstIndex(of: "/").map { String(line[$0...]) }
      }
      // In folders with numbers.
      let libraries = paths.filter { $0.hasSuffix("/replacements.so") }
      return try #require(libraries.max { $0.compare($1, options: .numeric) == .orderedAscending })
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
      let typed = try RunningCommand(
        atTerminal: package.reloadWords(["--", "serving"]),
        environment: ["SWIFT_BACKTRACE": "enable=tty,interactive=no,color=no"])
      try #require(typed.missing(of: "accepts builds").isEmpty, "\(typed.transcript)")
      return typed
    }

    private func save(_ text: String, in file: URL) throws {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }
}
