// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension PackageTests {
  /// `swift package graft`, in an empty folder.
  @Suite("New packages", .serialized)
  struct NewPackagesTests {
    private let scratch: ScratchFolder

    init() throws {
      scratch = try ScratchFolder()
    }

    private func graft(_ words: [String]) throws -> Command.Outcome {
      var command = try Command(
        "swift",
        [
          "package", "--package-path", Repository.root.path,
          "--scratch-path", scratch.url.appending(path: "builds").path, "graft",
        ] + words)
      command.environment = ["PWD": scratch.url.path]
      return try command.run()
    }

    private func run(_ words: String..., input: String = "") throws -> Command.Outcome {
      try Command.outcome(
        "sh",
        ["-c", "printf '\(input)' | \(scratch.url.path)/Shop/run \(words.joined(separator: " "))"])
    }

    @Test("Three commands lead from nothing to the answer of a plug-in, and a fourth to its test")
    func commands() throws {
      #expect(try graft(["new-host", "Shop"]).status == 0)
      #expect(try graft(["new-plugin", "Redact", "--host", "Shop"]).status == 0)
      let first = try run(input: "hello\\n")
      #expect(first.status == 0 && first.output == "Redact: hello\n", "\(first)")
      // The authors don't know of each other, and both answer.
      #expect(try graft(["new-plugin", "Loud", "--host", "Shop"]).status == 0)
      let both = try run(input: "hello\\n")
      #expect(both.output == "Loud: Redact: hello\n", "\(both)")
      let copies = try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path + "/Shop")
        .filter { $0.hasSuffix("/libGraft-dynamic.so") && !$0.contains("/debug/") }
      #expect(copies.isEmpty, "Graft is built once")
      let tested = try run("test")
      #expect(
        tested.status == 0 && tested.output.contains("1 test in 0 suites passed"), "\(tested)")
      try reloads()
      try refusesWrongUsage()
    }

    private func reloads() throws {
      let shop = scratch.url.appending(path: "Shop")
      let typed = try RunningCommand(
        atTerminal: [shop.appending(path: "run").path, "reload", "Redact"])
      defer { typed.stop() }
      func expect(_ text: String) { #expect(typed.missing(of: text).isEmpty, "\(typed.latest)") }
      expect("accepts builds")
      typed.press("hello\n")
      expect("Loud: Redact: hello")
      let source = shop.appending(path: "Plugins/Redact/Sources/Redact/Redact.swift")
      try String(contentsOf: source, encoding: .utf8).replacing("Redact: ", with: "Hidden: ")
        .write(to: source, atomically: true, encoding: .utf8)
      expect("from saving to running")
      typed.press("hello\n")
      expect("Loud: Hidden: hello")
      // The end of the program's input.
      typed.press("\u{4}")
      #expect(typed.end() == 0, "\(typed.latest)")
    }

    private func refusesWrongUsage() throws {
      for (words, problem) in [
        (["new-host", "Shop"], "is there already"), (["new-host", "shop"], "Usage: "),
        (["new-host", "../Shop"], "Usage: "), (["new-host"], "Usage: "),
        (["new-plugin", "Other"], "Usage: "),
        (["new-plugin", "Other", "--host", "builds"], "is no folder that new-host has written"),
      ] {
        let wrong = try graft(words)
        #expect(wrong.status == 1 && wrong.errors.contains(problem), "\(wrong)")
      }
    }
  }
}
