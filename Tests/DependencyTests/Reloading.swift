// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `swift package reload`, with a program that runs, from its start to its end.
struct Reloading {
  private let host: String
  private let image: String
  private let plugin: FixturePackage
  private let configuration: FixturePackage.Configuration
  private let scratch: URL

  init(
    host: String, image: String, of plugin: FixturePackage,
    _ configuration: FixturePackage.Configuration, in scratch: URL
  ) {
    (self.host, self.image, self.plugin) = (host, image, plugin)
    (self.configuration, self.scratch) = (configuration, scratch)
  }

  func check() throws {
    switch configuration {
    case .debug:
      try misuse()
      try session()
      try firstBuild()
    case .release: try release()
    }
  }

  private var source: URL { plugin.folder.appending(path: "Sources/Codecs/Codecs.swift") }

  private func command(_ words: [String]) -> [String] {
    plugin.reloadWords(words)
  }

  private func replace(_ text: String, with other: String, in file: URL) throws {
    try String(contentsOf: file, encoding: .utf8).replacing(text, with: other)
      .write(to: file, atomically: true, encoding: .utf8)
  }

  /// The session that the page shows, and more.
  private func session() throws {
    let typed = try RunningCommand(atTerminal: command(["--product", "Codecs", "--", host, image]))
    func expect(_ texts: String...) {
      for text in texts where !typed.missing(of: text).isEmpty {
        Issue.record("\(text) is missing in\n\(typed.transcript)")
      }
    }
    func expectTogether(_ text: String, _ other: String) {
      let missing = typed.missing(of: text, other)
      #expect(missing.isEmpty, "\(typed.transcript)")
    }
    expectTogether("accepts builds", #"answer 1: ["a", "b"]"#)
    // One file is compiled and linked by itself.
    try replace("String.init", with: "{ $0.uppercased() }", in: source)
    expectTogether("Codecs.Words → Codecs.Words", #"answer 2: ["A", "B"]"#)
    try comparesWithPage(typed.transcript)
    try replace("uppercased", with: "uppercase", in: source)
    expect("error: ", "Codecs.swift: no build; the previous one stays in use")
    try replace("uppercase", with: "uppercased", in: source)
    expect("the sources are again those of the newest build")
    try replace("$0.uppercased()", with: "$0.uppercased() + \"!\"", in: source)
    expect(#"answer 3: ["A!", "B!"]"#)
    typed.press("r")
    expectTogether("rolled back", #"answer 4: ["A", "B"]"#)
    // The interface changes, in two files.
    let other = source.deletingLastPathComponent().appending(path: "Other.swift")
    try "func mark(_ text: String) -> String { text + \"?\" }\n"
      .write(to: other, atomically: true, encoding: .utf8)
    expectTogether(
      "Other.swift (no Swift file that was there), built by SwiftPM: ",
      #"answer 5: ["A!", "B!"]"#)
    try replace("$0.uppercased() + \"!\"", with: "mark($0.uppercased())", in: source)
    expect(#"answer 6: ["A?", "B?"]"#)
    try replace("text: String", with: "text: String, _ end: String = \"#\"", in: other)
    expect("Other.swift: ")
    try replace("\"?\"", with: "end", in: other)
    expect(#"answer 7: ["A#", "B#"]"#)
    try savesInHaste(expect)
    try refusals(expect, expectTogether, other)
    typed.press("q")
    #expect(typed.end() == 0, "\(typed.transcript)")
    #expect(!typed.transcript.contains("was modified during the build"), "\(typed.transcript)")
  }

  /// Saves so often that a compiler that runs finds its source changed.
  private func savesInHaste(_ expect: (String...) -> Void) throws {
    let text = try String(contentsOf: source, encoding: .utf8)
    for number in 0..<60 {
      try (text + "// \(number)\n").write(to: source, atomically: false, encoding: .utf8)
      usleep(50_000)
    }
    try text.replacing("mark($0.uppercased())", with: "mark($0.uppercased()) + \"…\"")
      .write(to: source, atomically: true, encoding: .utf8)
    expect(#"answer 8: ["A#…", "B#…"]"#)
    try text.write(to: source, atomically: true, encoding: .utf8)
    expect(#"answer 9: ["A#", "B#"]"#)
  }

  private func refusals(
    _ expect: (String...) -> Void, _ expectTogether: (String, String) -> Void, _ other: URL
  ) throws {
    let file = try String(contentsOf: other, encoding: .utf8)
    let rival = """
      \(file)import API
      import Graft
      @Extension(priority: 1)
      final class Rival<Subject: Codec>: CodecExtension<Subject> {
        override func decode(_ subject: Subject, _ text: String) throws -> [String] { [] }
      }

      """
    try rival.write(to: other, atomically: true, encoding: .utf8)
    expect("Other.swift: refused: ")
    let protocols = scratch.appending(path: "Plugins/API/Sources/API/Codec.swift")
    try replace("public struct", with: "\npublic struct", in: protocols)
    expect("Codec.swift: it is part of the program as well")
    try replace("\npublic struct", with: "public struct", in: protocols)
    expect("Codec.swift: it is part of the program as well")
    try replace("mark($0.uppercased())", with: "$0 + \"!\"", in: source)
    expect("Codecs.swift: refused: ")
    try FileManager.default.removeItem(at: other)
    expectTogether("Other.swift (a file is gone), built by SwiftPM", #"answer 10: ["a!", "b!"]"#)
  }

  private func comparesWithPage(_ transcript: String) throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/reload.md"), encoding: .utf8)
    let session = try #require(
      page.components(separatedBy: "```").first { $0.hasPrefix("console session=reload\n") })
    for line in session.split(separator: "\n").dropFirst(2) {
      let pieces = line.trimmingCharacters(in: .whitespaces).components(separatedBy: "…")
      let isShown = transcript.split(separator: "\n").contains { printed in
        var rest = printed[...]
        return pieces.allSatisfy { piece in
          guard let found = rest.firstRange(of: piece) else { return piece.isEmpty }
          rest = rest[found.upperBound...]
          return true
        }
      }
      #expect(isShown, "\(line) is not in\n\(transcript)")
    }
  }

  /// A program that loads nothing itself, and one that ends.
  private func firstBuild() throws {
    let typed = try RunningCommand(
      atTerminal: command(["--product", "Codecs", "--load", "--", host]))
    #expect(typed.missing(of: #"answer 2: ["a!", "b!"]"#).isEmpty, "\(typed.transcript)")
    typed.press("\u{3}")
    #expect(typed.end() == 0, "\(typed.transcript)")
    let ended = try RunningCommand(atTerminal: command(["--product", "Codecs", "--", "false"]))
    #expect(ended.missing(of: "graft: false exited with 1").isEmpty, "\(ended.transcript)")
    #expect(ended.end() == 1)
  }

  private func misuse() throws {
    for (words, problem) in [
      (["--", "true"], "Plugin has no executable product true; it has none"),
      (["--product", "Codecs"], "there is no program behind --"),
      (
        ["--product", "Codes", "--", "true"], "no dynamic library product Codes; there are: Codecs"
      ),
      (["--product", "Codecs", "--fast", "--", "true"], "--fast is not known"),
      (["--product", "Codecs", "--", "no-such-program"], "no-such-program can't be started: No"),
    ] {
      let typed = try RunningCommand(atTerminal: command(words))
      #expect(typed.missing(of: problem).isEmpty, "\(typed.transcript)")
      #expect(typed.end() == 1)
    }
  }

  /// A program that was compiled with optimisation has to say that it wants builds.
  private func release() throws {
    let words = ["--product", "Codecs", "-c", "release", "--", host, image]
    let refusing = try RunningCommand(atTerminal: command(words))
    #expect(
      refusing.missing(of: "was compiled with optimisation and accepts no builds").isEmpty,
      "\(refusing.transcript)")
    refusing.press("q")
    #expect(refusing.end() == 0)
    let typed = try RunningCommand(atTerminal: command(words + ["--allowed"]))
    #expect(
      typed.missing(of: "accepts builds", #"answer 1: ["a", "b"]"#).isEmpty,
      "\(typed.transcript)")
    try replace("String.init", with: "{ $0.uppercased() }", in: source)
    #expect(typed.missing(of: #"answer 2: ["A", "B"]"#).isEmpty, "\(typed.transcript)")
    typed.press("q")
    #expect(typed.end() == 0)
  }
}
