// SPDX-License-Identifier: Apache-2.0

import Agreement
import Foundation
import TestSupport
import Testing

/// A `console` block shows commands, after `$ `, and lines that they print, in this
/// order; others may stand between them. `…` stands for what differs from build to
/// build. One with `session=NAME` behind it is run where its files are built, by the tests
/// that `elsewhere` names.
@Suite(
  "What pages show of a program is what it prints", .serialized,
  .inWholeRuns(because: "it builds the examples"))
struct ExampleTests {
  struct Session: Sendable, CustomTestStringConvertible {
    let place: String
    let commands: [String]
    let lines: [String]

    var testDescription: String { "\(place): \(commands[0])" }
  }

  /// Suites in other folders of tests, and commands.
  private static let elsewhere = [
    "vendors": "IntegrationTests/StoryTests.swift",
    "plug-in": "DependencyTests/CommandPluginTests.swift",
    "reload": "DependencyTests/Reloading.swift",
    // An example of a session with the command.
    "live": "DependencyTests/ReplacementTests.swift",
    // An example, which downloads much.
    "fleet": "commands/fleet",
  ]

  static let sessions = Page.all.flatMap { page in
    page.blocks.filter { $0.language == "console" && $0.value("session") == nil }.map { block in
      let lines = block.text.split(separator: "\n").map(String.init)
      return Session(
        place: "\(page.path):\(block.line)",
        commands: lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) },
        lines: lines.filter { !$0.hasPrefix("$ ") })
    }
  }

  @Test(arguments: sessions)
  func prints(session: Session) throws {
    // All build into one folder, in turn; what is built already is not built again.
    let isInspection = session.commands.contains { $0.contains("inspect-sections ") }
    let folder = isInspection ? try logs() : Folders.package
    let script =
      "exec 2>&1; export PATH=\(Folders.products):$PATH; "
      + session.commands.joined(separator: "\n")
    let run = try Command.outcome("bash", ["-c", script], in: folder)
    #expect(run.succeeded, "\(run)")
    var printed = run.output.split(separator: "\n")[...]
    for line in session.lines {
      let found = printed.firstIndex { matches($0, line) }
      #expect(found != nil, "\(session.place): \(line)\nis not printed by \(run)")
      printed = printed[((found ?? printed.startIndex - 1) + 1)...]
    }
  }

  @Test("No session is shown that nothing runs", arguments: Page.all)
  func run(page: Page) throws {
    for block in page.blocks where block.text.contains(#/(?m)^\$ /#) {
      #expect(block.language == "console", "\(page.path):\(block.line)")
      guard let session = block.value("session") else { continue }
      let suite = try #require(Self.elsewhere[session], "\(page.path):\(block.line)")
      let text = try String(contentsOfFile: Folders.package + "Tests/" + suite, encoding: .utf8)
      #expect(text.contains("\"console session=\(session)"), "\(suite)")
    }
  }

  private func matches(_ printed: Substring, _ line: String) -> Bool {
    var rest = printed
    for (index, piece) in line.split(separator: "…", omittingEmptySubsequences: false).enumerated()
    {
      if piece.isEmpty { continue }
      guard let found = rest.firstRange(of: piece), index > 0 || found.lowerBound == rest.startIndex
      else { return false }
      rest = rest[found.upperBound...]
    }
    return line.hasSuffix("…") || rest.isEmpty
  }

  /// A folder with what the log processor's plug-ins and program are, built for release.
  private func logs() throws -> String {
    let built = Folders.package + "docs/examples/.build/release/"
    let run = try Command.outcome(
      "env", Self.inRelease + [Folders.package + "docs/examples/logs/run"])
    #expect(run.succeeded, "\(run)")
    let folder = try Folders.make()
    for name in [
      "logs", "libLogAPI.so", "libGraft-dynamic.so", "libHighlight.so", "libRedact.so",
      "libCount.so", "logs.build",
    ] {
      try FileManager.default.copyItem(atPath: built + name, toPath: folder + name)
    }
    return folder
  }

  private static let inRelease = ["GRAFT_EXAMPLES_CONFIGURATION=release"]

  /// Its folder, its program and plug-ins.
  private static let programs: [(String, String, [String])] = [
    ("logs", "logs", ["libHighlight.so", "libRedact.so", "libCount.so"]),
    ("signed", "signed-host", ["libRedact.so"]),
    ("adopting", "shop", ["libRedaction.so"]),
    ("tracer", "shop", ["libTracer.so"]),
    ("spans", "shop", ["libSpans.so"]),
    ("test-doubles", "mailroom", []),
    ("unreferenced", "unreferenced", []),
    ("closures", "buttons", []),
    // This example has no extensible protocol.
    ("couriers", "scrolling", []),
  ]

  @Test("What files say of each example is what its program does")
  func agreement() throws {
    let examples = try Self.examples()
    #expect(Set(Self.programs.map(\.0)) == Set(examples.filter { Self.elsewhere[$0] == nil }))
    var oracle: ExampleOracle?
    for (name, program, plugins) in Self.programs {
      let built = try Command.outcome(
        "env", Self.inRelease + [Folders.package + "docs/examples/\(name)/run"])
      #expect(built.succeeded, "\(built)")
      let asked = try oracle ?? ExampleOracle()
      oracle = asked
      let agreement = try asked.ask(program, opening: plugins).compare()
      print("\(name): \(agreement)")
      #expect(agreement.disagreements.isEmpty, "\(name): \(agreement.disagreements)")
      #expect((agreement.compared > 0) == (name != "couriers"), "\(name)")
      #expect(agreement.depending == 0, "\(name): \(agreement)")
    }
  }

  private static func examples() throws -> [String] {
    let folder = Folders.package + "docs/examples"
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/run") }
  }

  @Test("Each example is shown with what it prints")
  func all() throws {
    let examples = try Self.examples()
    #expect(examples.count >= 4)
    let shown = Page.all.flatMap(\.blocks).filter { $0.language == "console" }.map(\.text)
    for example in examples {
      let command = "docs/examples/\(example)/run"
      #expect(shown.contains { $0.hasPrefix("$ \(command)\n") }, "\(command)")
    }
  }
}
