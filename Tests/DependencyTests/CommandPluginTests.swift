// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension PackageTests {
  /// The commands of `swift package` in a package that depends on this one.
  @Suite("Command plug-ins", .serialized)
  struct CommandPluginTests {
    private let scratch: ScratchFolder
    private let package: FixturePackage

    init() throws {
      scratch = try ScratchFolder()
      package = try FixturePackage("Commands", in: scratch.url)
    }

    private var shim: URL { package.folder.appending(path: "Sources/GreetingsShim/shim.c") }

    private func emit(_ options: [String], mayWrite: Bool = true) throws -> Command.Outcome {
      let permission = mayWrite ? ["--allow-writing-to-package-directory"] : []
      return try package.command(permission + ["emit-shim"] + options)
    }

    private func inspect(_ words: String...) throws -> Command.Outcome {
      try package.command(["inspect-sections"] + words)
    }

    /// The shim that emit-shim writes is in the products; inspect-sections
    /// shows it. One test, since building the tools takes longer than all the
    /// rest.
    @Test("write a shim, and inspect the products that hold it")
    func together() throws {
      try emitsShim()
      try inspects(.debug)
      try inspects(.release)
      try provesLinks()
      try passesOverWhatIsNoInput()
      try refusesWrongUsage()
    }

    private func emitsShim() throws {
      let targets = ["--target", "Greetings", "--into", "GreetingsShim"]
      let before = try String(contentsOf: shim, encoding: .utf8)
      let refused = try emit(targets, mayWrite: false)
      #expect(refused.status != 0 && refused.errors.contains("permission"), "\(refused)")
      let outdated = try emit(targets + ["--check"])
      #expect(outdated.status == 1, "\(outdated)")
      #expect(outdated.errors.contains("shim.c is not what its sources say"), "\(outdated)")
      #expect(try String(contentsOf: shim, encoding: .utf8) == before)
      let written = try emit(targets)
      #expect(written.status == 0, "\(written)")
      let source = try String(contentsOf: shim, encoding: .utf8)
      #expect(
        source.contains(#"GRAFT_EXTENSION(named_greeting, "Greeter", "Greetings.NamedGreeting","#))
      #expect(try emit(targets + ["--check"]).status == 0)
      for (words, problem) in [
        (["--target", "Greetings"], "--into is missing"), (targets + ["--chck"], "--chck is not"),
        (["--target", "Nothing", "--into", "GreetingsShim"], "has no target Nothing; it has"),
        (["--target", "GreetingsShim", "--into", "GreetingsShim"], "is not a Swift target"),
        (["--target", "Greetings", "--into", "Greetings"], "is not a C target"),
      ] {
        let wrong = try emit(words)
        #expect(wrong.status == 1 && wrong.errors.contains(problem), "\(wrong)")
      }
    }

    /// The report on standard output is JSON and nothing else.
    private func inspects(_ configuration: FixturePackage.Configuration) throws {
      let list = try inspect(
        "-c", configuration.rawValue, "--product", "program", "list", "--format", "json")
      #expect(list.status == 0, "\(list)")
      let report = try #require(
        JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any])
      let results = try #require(report["results"] as? [[String: Any]])
      let names = Set(results.compactMap { $0["extension"] as? String })
      // One is of Swift and one of C.
      #expect(names == ["Greetings.PlainGreeting", "Greetings.NamedGreeting"])
      // The third is that of the protocol.
      #expect(results.count == 3)
      for result in results {
        let path = try #require(result["path"] as? String)
        #expect(path.hasSuffix("/\(configuration.rawValue)/program"))
        #expect(try Command.run(path) == "Hello, Ann, I am Rex\n")
      }
      let why = try inspect("-c", configuration.rawValue, "why", "Greeter")
      #expect(why.status == 0 && why.output.contains("Holidays.HolidayGreeting"), "\(why)")
    }

    private func provesLinks() throws {
      let debug = try inspect("-c", "debug")
      // A loader would not find even what is not lost, so the product is
      // checked too.
      #expect(debug.status == 1, "\(debug)")
      let findings = debug.output.split(separator: "\n").filter { $0.contains(": error: ") }
      #expect(findings.count == 1, "\(debug)")
      #expect(findings.first?.contains("/noteless: error: anchor-missing: ") == true, "\(debug)")
      for (product, count) in [
        ("libHolidays.so", 2), ("program", 2), ("careless", 1), ("noteless", 1),
      ] {
        #expect(
          debug.output.split(separator: "\n").contains {
            $0.hasPrefix("\(count) descriptor") && $0.hasSuffix("/\(product) holds all of them.")
          }, "\(debug)")
      }
      let page = try String(
        contentsOf: Repository.root.appending(path: "docs/inspect-sections.md"), encoding: .utf8)
      let session = try #require(
        page.components(separatedBy: "```").first { $0.hasPrefix("console session=plug-in\n") })
      let shownLines = session.split(separator: "\n").dropFirst().map(String.init)
      #expect(
        shownLines.count == 2
          && shownLines[0] == "$ swift package inspect-sections --product logs")
      // The page's example has one, and is no product of this package.
      let shown = shownLines[1].replacing("1 descriptor ", with: "2 descriptors ")
        .replacing("/logs ", with: "/program ").split(separator: "…").map(String.init)
      let own = try inspect("--product", "program")
      #expect(own.output.hasPrefix(shown[0]) && own.output.hasSuffix(shown[1] + "\n"), "\(own)")
      // The default is release, where the linker collects sections.
      let release = try inspect()
      #expect(release.status == 1, "\(release)")
      #expect(release.output.contains("Careless.Greeting of Greeter is lost: its section lacks"))
      #expect(release.output.contains("/noteless: error: anchor-missing: "), "\(release)")
      #expect(release.output.contains("/program holds all of them."), "\(release)")
      #expect(release.output.contains("/libHolidays.so holds all of them."), "\(release)")
      #expect(release.errors.contains("inspect-sections exits 1"), "\(release)")
      let one = try inspect("--product", "program", "--product", "Holidays", "--format", "ndjson")
      #expect(one.status == 0, "\(one)")
      let lines = one.output.split(separator: "\n")
      // There are no findings: each product's report has its first and last
      // line.
      #expect(lines.count == 4 && lines.allSatisfy { $0.hasPrefix("{") }, "\(one)")
    }

    /// SwiftPM leaves the object of a source that was renamed or deleted.
    private func passesOverWhatIsNoInput() throws {
      let source = package.folder.appending(path: "Sources/Greetings/Deleted.swift")
      try #"""
      import Graft

      @Extension(priority: 5)
      final class DeletedGreeting<Subject: Greeter>: GreeterExtension<Subject> {
        override func greet(_ subject: Subject, _ other: String) -> String { "Bye, \(other)" }
      }
      """#.write(to: source, atomically: true, encoding: .utf8)
      for configuration in ["debug", "release"] {
        let words = ["-c", configuration, "--product", "program"]
        let before = try package.command(["inspect-sections"] + words)
        #expect(before.status == 0 && before.output.contains("3 descriptors in"), "\(before)")
      }
      let renamed = source.deletingLastPathComponent().appending(component: "It's renamed.swift")
      try FileManager.default.moveItem(at: source, to: renamed)
      let renaming = try inspect("-c", "debug", "--product", "program")
      #expect(renaming.status == 0 && renaming.output.contains("3 descriptors in"), "\(renaming)")
      try FileManager.default.removeItem(at: renamed)
      for configuration in ["debug", "release"] {
        let words = ["-c", configuration, "--product", "program"]
        let after = try package.command(["inspect-sections"] + words)
        #expect(after.status == 0 && after.output.contains("2 descriptors in"), "\(after)")
      }
    }

    private func refusesWrongUsage() throws {
      let bad = try inspect("--product", "program", "diff", "/nowhere", "--format", "json")
      #expect(bad.status == 1, "\(bad)")
      #expect(bad.errors.contains("/nowhere: error: can't open"), "\(bad)")
      #expect(bad.errors.contains("inspect-sections exits 2"), "\(bad)")
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(bad.output.utf8))
      }
      for (words, problem) in [
        (["lst"], "no verb lst; there are: list, dump"),
        (["--product", "nothing"], "no executable or dynamic library nothing; there are:"),
        (["--product"], "--product needs a value"),
        (["list", "--nonsense"], "unknown option --nonsense"),
      ] {
        let wrong = try package.command(["inspect-sections"] + words)
        #expect(wrong.status == 1 && wrong.errors.contains(problem), "\(wrong)")
      }
      let help = try inspect("--help")
      #expect(help.status == 0, "\(help)")
      #expect(
        help.output.hasPrefix("Usage: swift package inspect-sections [--product P]"), "\(help)")
      #expect(try inspect("schema").output.hasPrefix("{"))
    }
  }
}
