// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `Sources/messages.txt`, in which every error and diagnostic can be read in
/// one go: what happened, where, and what to do.
@Suite("Messages")
struct MessageTests {
  /// Folders whose texts are no messages: figures, and help.
  private static let left = [
    "benchmarks/", "BenchmarkProtocols/", "BenchmarkSubjects/", "CBenchmarks/", "fuzz-inspection/",
    "inspect-sections/Shells/", "inspect-sections/Arguments/Option.swift",
    "inspect-sections/Arguments/VerbRow.swift", "inspect-sections/Verbs/Schema.swift",
  ]
  /// Folders whose other literals are generated code.
  private static let writers = ["GraftMacros/", "ExtensionSyntax/"]

  private static func list() throws -> String {
    let sources = Folders.package + "Sources/"
    let names = try #require(FileManager.default.enumerator(atPath: sources))
      .compactMap { $0 as? String }.sorted()
    var list = ""
    for name in names where !left.contains(where: name.hasPrefix) {
      let isSwift = name.hasSuffix(".swift")
      guard isSwift || name.hasSuffix(".c") || name.hasSuffix(".h") else { continue }
      let text = try String(contentsOfFile: sources + name, encoding: .utf8)
      let found =
        isSwift
        ? MessageList(swift: text, writesCode: writers.contains(where: name.hasPrefix))
        : MessageList(c: text)
      guard !found.messages.isEmpty else { continue }
      list += "\n\(name)\n" + found.messages.map { "  \($0)\n" }.joined()
    }
    return list
  }

  @Test("Every message is in the list")
  func messages() throws {
    let head = """
      Every error, diagnostic and warning of Graft and its commands, as the sources have it.
      GRAFT_RECORD=1 Tests/run LayerTests/MessageTests writes this file anew.

      """
    try Golden(Folders.package + "Sources/messages.txt").check(head + Self.list())
  }

  @Test("The list has literals that are split, chosen or interpolated")
  func literals() {
    let code = #"""
      throw Failure("the file \(name) is " + (isGone ? "gone for some time" : "empty") + ": read it")
      let row = "one two"
      let lost = "\(left.count.counted("file")) lost in the folder"
      show(isOld ? "the file is old" : "the file is new", at: "a=\(b)")
      """#
    #expect(
      MessageList(swift: code, writesCode: false).messages == [
        "gone for some time", #"the file \(name) is \(…): read it"#,
        #"\(left.count) files lost in the folder"#, "the file is old", "the file is new",
      ])
    #expect(MessageList(swift: code, writesCode: true).messages == [])
    let problem = #"static var old: Self { Self("this file " + "is old") }"#
    #expect(MessageList(swift: problem, writesCode: true).messages == ["this file is old"])
    let c = """
      // "not a message here"
      fputs("graft: no memory "
            "for it\\n", stderr);
      """
    #expect(MessageList(c: c).messages == ["graft: no memory for it"])
  }
}
