// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A `console` block shows commands, after `$ `, and lines that they print, in this
/// order; others may stand between them. `…` stands for what differs from build to
/// build.
@Suite("What pages show of a program is what it prints", .serialized)
struct ExampleTests {
  struct Session: Sendable, CustomTestStringConvertible {
    let place: String
    let commands: [String]
    let lines: [String]

    var testDescription: String { "\(place): \(commands[0])" }
  }

  static let sessions = Page.all.flatMap { page in
    page.blocks.filter { $0.language == "console" }.map { block in
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
    let folder = isInspection ? try greetings() : Folders.package
    let script =
      "exec 2>&1; export PATH=\(Folders.products):$PATH; "
      + session.commands.joined(separator: "\n")
    let run = try Command("bash", ["-c", script], in: folder)
    #expect(run.succeeded, "\(run)")
    var printed = run.output.split(separator: "\n")[...]
    for line in session.lines {
      let found = printed.firstIndex { matches($0, line) }
      #expect(found != nil, "\(session.place): \(line)\nis not printed by \(run)")
      printed = printed[((found ?? printed.startIndex - 1) + 1)...]
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

  /// A folder with what the greetings example built.
  private func greetings() throws -> String {
    let built = Folders.package + "docs/examples/.build/release/"
    #expect(try Command(Folders.package + "docs/examples/greetings/run").succeeded)
    let folder = try Folders.make()
    for name in [
      "greetings", "libHolidays.so", "Courtesies.build", "Traditions.build", "TraditionsShim.build",
    ] {
      try FileManager.default.copyItem(atPath: built + name, toPath: folder + name)
    }
    return folder
  }

  @Test("Each example is shown with what it prints")
  func all() throws {
    let folder = Folders.package + "docs/examples"
    let examples = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/run") }
    #expect(examples.count >= 4)
    for example in examples {
      let command = "docs/examples/\(example)/run"
      #expect(Self.sessions.contains { $0.commands == [command] }, "\(command)")
    }
  }
}
