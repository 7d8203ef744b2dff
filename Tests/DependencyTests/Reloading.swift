// SPDX-License-Identifier: Apache-2.0

import Foundation
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
    plugin.words(["reload"] + words)
  }

  private func replace(_ text: String, with other: String, in file: URL) throws {
    try String(contentsOf: file, encoding: .utf8).replacing(text, with: other)
      .write(to: file, atomically: true, encoding: .utf8)
  }

  private func session() throws {
    let typed = try Typed(
      command(["--product", "Codecs", "--", host, image]))
    func expect(_ text: String, _ comment: Comment? = nil) {
      let line = typed.line(with: text)
      #expect(line != nil, "\(text) is missing in\n\(typed.transcript)")
    }
    expect("takes builds over")
    expect(#"answer 1: ["a", "b"]"#)
    // One file is compiled and linked by itself.
    try replace("String.init", with: "\\.localizedUppercase", in: source)
    expect("error: ")
    expect("Codecs.swift: no build; the one before goes on")
    try replace("\\.localizedUppercase", with: "{ $0.uppercased() }", in: source)
    expect(#"answer 2: ["A", "B"]"#)
    try replace("$0.uppercased()", with: "$0.uppercased() }.map { $0 + \"!\"", in: source)
    expect("Codecs.swift: ")
    #expect(typed.transcript.contains(" s from saving to running; compiled in "))
    expect("Codec.decode(_:) of Lines: Codecs.Words → Codecs.Words")
    expect(#"answer 3: ["A!", "B!"]"#)
    try typed.press("b")
    expect("rolled back")
    expect(#"answer 4: ["A", "B"]"#)
    // What others can see changes, in two files.
    let other = source.deletingLastPathComponent().appending(path: "Other.swift")
    try "func mark(_ text: String) -> String { text + \"?\" }\n"
      .write(to: other, atomically: true, encoding: .utf8)
    expect("Other.swift (no Swift file that was there), built by SwiftPM: ")
    expect(#"answer 5: ["A!", "B!"]"#)
    try replace("$0 + \"!\"", with: "mark($0)", in: source)
    expect(#"answer 6: ["A?", "B?"]"#)
    try replace("text: String", with: "text: String, _ end: String = \"#\"", in: other)
    try replace("\"?\"", with: "end", in: other)
    expect(#"answer 7: ["A#", "B#"]"#)
    try refusals(typed, other)
    try typed.press("q")
    #expect(typed.end() == 0, "\(typed.transcript)")
  }

  private func refusals(_ typed: Typed, _ other: URL) throws {
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
    #expect(typed.line(with: "Other.swift: refused: ")?.contains("conflict") == true)
    let protocols = scratch.appending(path: "Plugins/API/Sources/API/Codec.swift")
    try replace("public struct", with: "\npublic struct", in: protocols)
    #expect(typed.line(with: "Codec.swift: it is part of the program as well") != nil)
    try replace("\npublic struct", with: "public struct", in: protocols)
    try file.write(to: other, atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(at: other)
    try replace("mark($0)", with: "$0 + \"!\"", in: source)
    #expect(
      typed.line(with: #"answer 8: ["A!", "B!"]"#) != nil, "\(typed.transcript)")
  }

  /// A program that loads nothing itself, and ends.
  private func firstBuild() throws {
    let typed = try Typed(command(["--product", "Codecs", "--load", "--", host]))
    #expect(typed.line(with: #"answer 2: ["A!", "B!"]"#) != nil, "\(typed.transcript)")
    try typed.press("\u{3}")
    #expect(typed.end() == 0, "\(typed.transcript)")
    let ended = try Typed(command(["--product", "Codecs", "--", "false"]))
    #expect(ended.line(with: "graft: false exited with 1") != nil, "\(ended.transcript)")
    #expect(ended.end() == 1)
  }

  private func misuse() throws {
    for (words, problem) in [
      (["--", "true"], "--product is missing"),
      (["--product", "Codecs"], "there is no program behind --"),
      (
        ["--product", "Codes", "--", "true"], "no dynamic library product Codes; there are: Codecs"
      ),
      (["--product", "Codecs", "-c", "fast", "--", "true"], "takes debug or release, not fast"),
      (["--product", "Codecs", "--fast", "--", "true"], "--fast is not known"),
      (["--product", "Codecs", "--", "no-such-program"], "no-such-program can't be started: No"),
    ] {
      let typed = try Typed(command(words))
      #expect(typed.line(with: problem) != nil, "\(typed.transcript)")
      #expect(typed.end() == 1)
    }
  }

  /// A program that was compiled with optimisation has to say that it wants builds.
  private func release() throws {
    let refusing = try Typed(command(["--product", "Codecs", "-c", "release", "--", host, image]))
    #expect(
      refusing.line(with: "was compiled with optimisation and takes no builds over") != nil,
      "\(refusing.transcript)")
    try refusing.press("q")
    #expect(refusing.end() == 0)
    let typed = try Typed(
      command(["--product", "Codecs", "-c", "release", "--", host, image, "--allowed"]))
    #expect(typed.line(with: #"answer 1: ["a", "b"]"#) != nil, "\(typed.transcript)")
    try replace("String.init", with: "{ $0.uppercased() }", in: source)
    #expect(typed.line(with: #"answer 2: ["A", "B"]"#) != nil, "\(typed.transcript)")
    try typed.press("q")
    #expect(typed.end() == 0)
  }
}
