// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The files, commands and dialogues of the tutorial, up to the packages that a command writes:
/// `NewPackagesTests` has those.
@Suite(
  "The tutorial, as the page has it", .serialized,
  .inWholeRuns(because: "SwiftPM builds Graft for it"))
struct TutorialTests {
  private let page: Page
  private let blocks: [Page.Block]
  private let scratch: ScratchFolder

  init() throws {
    let page = try #require(Page.all.first { $0.path == "docs/tutorial.md" })
    let end = try #require(page.lines.firstIndex(of: "## Generate the packages"))
    (self.page, blocks) = (page, page.blocks.filter { $0.line <= end })
    scratch = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: scratch.path("graft"), withIntermediateDirectories: true)
    // Without what was built.
    try Command.run(
      "sh",
      [
        "-c", "tar -C \"$1\" --exclude=.build --exclude=.git -cf - . | tar -C \"$2\" -xf -",
        "sh", Folders.package, scratch.path("graft"),
      ])
  }

  private func run(_ commands: String, input: [String] = []) throws -> String {
    let script = commands.replacing("/path/to/graft", with: scratch.path("graft"))
    let typed = try scratch.write(Array((input.joined(separator: "\n") + "\n").utf8), to: "typed")
    let outcome = try Command.outcome("sh", ["-ec", script], in: scratch.path, input: typed)
    guard outcome.succeeded else { throw Command.Failure(description: "\(outcome)") }
    return outcome.output
  }

  /// The path in the line before a block: `` `API/Package.swift`: ``.
  private func path(of block: Page.Block) -> String? {
    page.lines[..<(block.line - 2)].last { !$0.isEmpty }?
      .wholeMatch(of: #/`([^ ]+)`.*:/#).map { String($0.1) }
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: scratch.path(path)))
  }

  @Test("leads to a program and a plug-in, and on a second day each change is in what runs")
  func followed() throws {
    var program = ""
    var dialogue: [String] = []
    for block in blocks {
      let lines = block.text.split(separator: "\n").map(String.init)
      switch block.language {
      case "swift": try write(block.text, to: #require(path(of: block)))
      case "sh":
        let printed = try run(block.text)
        program = try #require(lines.last)
        // What `echo` writes is printed unchanged.
        if let echoed = program.firstMatch(of: #/^echo '(.*)' \|/#) {
          #expect(printed.hasSuffix("\(echoed.1)\n"), "\(printed)")
        }
      case "text" where dialogue.isEmpty:
        dialogue = lines.filter { !$0.hasPrefix("    ") }
        let answers = lines.filter { $0.hasPrefix("    ") }.map { $0.dropFirst(4) + "\n" }
        #expect(try run(program, input: dialogue) == answers.joined())
      default:
        let load = try #require(dialogue.first { $0.hasPrefix("load ") })
        #expect(try run(program, input: [load, "who"]) == block.text)
      }
    }
    try secondDay(program, dialogue)
  }

  private func secondDay(_ program: String, _ dialogue: [String]) throws {
    let builds = blocks.filter { $0.language == "sh" }
      .flatMap { $0.text.split(separator: "\n").map(String.init) }
      .filter { $0.hasPrefix("swift build ") }
    let load = try #require(dialogue.first { $0.hasPrefix("load ") })
    // Each is built after the other one, and after itself.
    var texts = ["Host": "subject.text", "Redact": #""***""#]
    var (prefix, mark) = ("", "***")
    for (day, name) in ["Host", "Host", "Redact", "Host", "Redact", "Redact"].enumerated() {
      let file = try #require(
        blocks.compactMap(path).first {
          $0.hasPrefix(name + "/Sources/") && !$0.hasSuffix("/main.swift")
        })
      if name == "Host" { prefix = "\(day) " } else { mark = "<\(day)>" }
      let text = name == "Host" ? #""\#(prefix)" + subject.text"# : #""\#(mark)""#
      let source = try String(contentsOfFile: scratch.path(file), encoding: .utf8)
      let edited = source.replacing(texts[name]!, with: text)
      #expect(edited != source)
      try write(edited, to: file)
      texts[name] = text
      _ = try run(#require(builds.first { $0.contains(" \(name) ") }))
      #expect(try run(program, input: [load, "a 1.0"]) == "\(prefix)a \(mark)\n", "edit \(day)")
    }
  }
}
