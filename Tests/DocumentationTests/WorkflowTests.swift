// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A fork's workflow uses only the repository's own commands.
@Suite("The workflow")
struct WorkflowTests {
  private static func lines() throws -> [String] {
    let file = Folders.package + ".github/workflows/ci.yml"
    return try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The values of the list that is named `command`.
  private static func commands() throws -> [String] {
    let list = try lines().drop { $0 != "command:" }
    return list.drop { !$0.hasPrefix("- ") }.prefix { $0.hasPrefix("- ") }
      .map { String($0.dropFirst(2)) }
  }

  @Test("runs nothing but commands of the repository")
  func exist() throws {
    let commands = try Self.commands()
    #expect(commands.count >= 4 && Set(commands).count == commands.count, "\(commands)")
    for command in commands {
      let file = Folders.package + command.prefix { $0 != " " }
      #expect(FileManager.default.isExecutableFile(atPath: file), "\(command)")
    }
    let steps = try Self.lines().compactMap { line in
      line.wholeMatch(of: #/(?:- )?(run|uses|shell): (.*)/#).map { "\($0.1): \($0.2)" }
    }
    #expect(steps == ["uses: actions/checkout@v4", "run: ${{ matrix.command }}"])
  }

  @Test("runs the commands of the front page")
  func frontPage() throws {
    let page = try #require(Page.all.first { $0.path == "README.md" })
    let shown = try #require(page.blocks.first { $0.language == "sh" }).text
      .split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(shown.count == 2)
    let commands = try Self.commands()
    // It runs all tests.
    for command in shown {
      #expect(commands.contains { $0 == command || $0 == command + " all" }, "\(command)")
    }
  }
}
