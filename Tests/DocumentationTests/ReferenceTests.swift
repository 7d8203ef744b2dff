// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("The reference")
struct ReferenceTests {
  private static let command = Folders.package + ".ci/api-pages"

  /// Runs the command on the modules that these tests were built with.
  private static func run(_ verb: String, _ folder: String) throws -> Command.Outcome {
    try Command.outcome("env", ["MODULES=\(Folders.products)Modules", command, verb, folder])
  }

  private static let page = Result {
    let folder = try Folders.make()
    let extracted = try run("graphs", folder)
    try #require(extracted.succeeded, "\(extracted)")
    return MembersPage(
      try ["Graft", "GraftCourier", "GraftDescriptors"].map { try SymbolGraph($0, in: folder) })
  }

  @Test("The page of members has what the compiler has")
  func members() throws {
    let text = try Self.page.get().text
    let path = Folders.package + MembersPage.path
    if Golden.isRecording {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("recorded \(MembersPage.path)")
    }
    let found = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    let change = text.components(separatedBy: "\n").difference(from: found).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
    #expect(
      change.isEmpty,
      """
      \(MembersPage.path) is not what the docstrings say: write it with
      GRAFT_RECORD=1 Tests/run DocumentationTests/ReferenceTests
      \(change.joined(separator: "\n"))
      """)
  }

  @Test("The page of the API leads to each type's members")
  func linked() throws {
    let api = try #require(Page.all.first { $0.path == "docs/api.md" }).lines.joined()
    let anchors = try Self.page.get().anchors
    #expect(anchors.count > 50)
    for anchor in anchors + ["macros"] {
      #expect(
        api.contains("](members.md#\(anchor))"), "docs/api.md does not link to members.md#\(anchor)"
      )
    }
  }

  @Test("DocC converts the docstrings without a warning")
  func converts() throws {
    let folder = try Folders.make()
    let converted = try Self.run("convert", folder)
    #expect(converted.succeeded, "\(converted)")
    let manager = FileManager.default
    for page in ["graft/registeredextension/image", "graftdescriptors/extensiondescriptor/kind"] {
      #expect(manager.fileExists(atPath: folder + "data/documentation/\(page).json"), "\(page)")
    }
  }
}
