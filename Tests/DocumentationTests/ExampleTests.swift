// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A block that begins with `$ COMMAND` shows lines that the command prints, in this
/// order; others may stand between them.
@Suite("What pages show of a program is what it prints", .serialized)
struct ExampleTests {
  struct Session: Sendable, CustomTestStringConvertible {
    let place: String
    let command: String
    let lines: [String]

    var testDescription: String { "\(place): \(command)" }
  }

  static let sessions = Page.all.flatMap { page in
    page.blocks.filter { $0.language == "console" }.map { block in
      let lines = block.text.split(separator: "\n").map(String.init)
      return Session(
        place: "\(page.path):\(block.line)", command: String(lines[0].dropFirst(2)),
        lines: Array(lines.dropFirst()))
    }
  }

  @Test(arguments: sessions)
  func prints(session: Session) throws {
    // All build into one folder, in turn; what is built already is not built again.
    let run = try Command(Folders.package + session.command)
    #expect(run.succeeded, "\(run)")
    var printed = run.output.split(separator: "\n")[...]
    for line in session.lines {
      let found = printed.firstIndex { $0 == line }
      #expect(found != nil, "\(session.place): \(line)\nis not printed by \(run)")
      printed = printed[((found ?? printed.startIndex - 1) + 1)...]
    }
  }

  @Test("Each example is shown with what it prints")
  func all() throws {
    let folder = Folders.package + "docs/examples"
    let examples = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/run") }
    #expect(examples.count >= 4)
    for example in examples {
      let command = "docs/examples/\(example)/run"
      #expect(Self.sessions.contains { $0.command == command }, "\(command)")
    }
  }
}
