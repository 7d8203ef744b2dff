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

    private func graft(_ words: [String], in folder: String = "") throws -> Command.Outcome {
      var command = try Command(
        "swift",
        [
          "package", "--package-path", Repository.root.path,
          "--scratch-path", scratch.url.appending(path: "builds").path, "graft",
        ] + words)
      command.environment = ["PWD": scratch.url.path + folder]
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
      try refuses([
        (["new-host", "Shop"], "is there already"), (["new-host"], "Usage: "),
        (["new-plugin", "Other"], "Usage: "),
        (["new-plugin", "Other", "--host", "builds"], "is no folder that new-host has written"),
      ])
    }

    private func refuses(_ commands: [(words: [String], problem: String)]) throws {
      for (words, problem) in commands {
        let wrong = try graft(words)
        // SwiftPM itself can crash once it has printed a plug-in's error.
        #expect(wrong.status == 1 || wrong.wasKilled, "\(wrong)")
        #expect(wrong.errors.contains(problem), "\(wrong)")
      }
    }

    @Test("A name is refused with what is wrong with it")
    func names() throws {
      try refuses([
        (["new-host", ""], "the name is empty"),
        (["new-host", "../Shop"], "../Shop is no identifier: write letters, A to Z"),
        (["new-host", "2nd"], "2nd is no identifier"),
        (["new-host", "shop"], "shop begins with a small letter, and types are called after it"),
        (["new-host", "shop"], "write Shop"),
        (["new-host", "Class"], "its module would be called class, a keyword"),
        (["new-host", "Graft"], "its module graft would collide with Graft's Graft"),
      ])
      #expect(try graft(["new-host", "Shop"]).status == 0)
      #expect(try graft(["new-plugin", "Redact", "--host", "Shop"]).status == 0)
      try refuses(
        [
          ("Self", "its module would be called Self, a keyword"),
          ("Foundation", "its module Foundation would collide with Swift's Foundation"),
          ("CGraft", "would collide with Graft's CGraft"),
          ("ShopAPI", "would collide with the host's ShopAPI"),
          ("SHOP", "its module SHOP would collide with the host's shop"),
          ("REDACT", "its module REDACT would collide with the plug-in Redact"),
        ].map { (["new-plugin", $0, "--host", "Shop"], $1) })
    }

    @Test("Manifests have paths from their folder, also below a link")
    func paths() throws {
      let real = scratch.url.appending(path: "one/two")
      let manager = FileManager.default
      try manager.createDirectory(at: real, withIntermediateDirectories: true)
      try manager.createSymbolicLink(
        at: scratch.url.appending(path: "link"), withDestinationURL: real)
      #expect(try graft(["new-host", "Shop"], in: "/link").status == 0)
      #expect(try graft(["new-plugin", "Redact", "--host", "Shop"], in: "/link").status == 0)
      for name in ["Shop/API", "Shop/Host", "Shop/Plugins/Redact"] {
        let folder = real.appending(path: name)
        let manifest = try String(
          contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
        let paths = manifest.matches(of: #/path: "([^"]+)"/#).map { String($0.1) }
        #expect(paths.allSatisfy { $0.hasPrefix("../") }, "\(manifest)")
        let graft = try #require(paths.first)
        #expect(
          folder.appending(path: graft).standardizedFileURL.path
            == Repository.root.resolvingSymlinksInPath().path)
      }
    }
  }
}
