// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A fork's workflows use only the repository's own commands.
@Suite("The workflows")
struct WorkflowTests {
  private static func lines(of workflow: String) throws -> [String] {
    let file = Folders.package + ".github/workflows/\(workflow).yml"
    return try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The values of the list that is named `command`.
  private static func commands(of workflow: String) throws -> [String] {
    let list = try lines(of: workflow).drop { $0 != "command:" }
    return list.drop { !$0.hasPrefix("- ") }.prefix { $0.hasPrefix("- ") }
      .map { String($0.dropFirst(2)) }
  }

  @Test("run commands of the repository", arguments: ["ci", "weekly"])
  func exist(workflow: String) throws {
    let commands = try Self.commands(of: workflow)
    #expect(commands.count >= 4 && Set(commands).count == commands.count, "\(commands)")
    for command in commands {
      let file = Folders.package + command.prefix { $0 != " " }
      #expect(FileManager.default.isExecutableFile(atPath: file), "\(command)")
    }
    let lines = try Self.lines(of: workflow)
    #expect(lines.contains("- run: ${{ matrix.command }}"))
    // A tag can come to name other code.
    let uses = lines.filter { $0.contains("uses: ") }
    #expect(!uses.isEmpty)
    for line in uses {
      #expect(line.contains(#/uses: actions/checkout@[0-9a-f]{40}  #/#), "\(line)")
    }
  }

  @Test("runs the commands of the front page")
  func frontPage() throws {
    let page = try #require(Page.all.first { $0.path == "README.md" })
    let shown = try #require(page.blocks.first { $0.language == "sh" }).text
      .split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(shown.count == 2)
    let commands = try Self.commands(of: "ci")
    // It runs all tests.
    for command in shown {
      #expect(commands.contains { $0 == command || $0 == command + " all" }, "\(command)")
    }
  }
}
