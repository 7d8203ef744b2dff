// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("emit-shim")
struct EmitShimTests {
  private static let declarations = """
    import API
    import Graft

    @Extension(priority: -3, shim: "first_accessor")
    final class First<Subject: API.Greeter & Named>: API.GreeterExtension<Subject>
    where Subject.Item == Int {
      override class func applies(to subject: Subject.Type) -> Bool { true }
      override func greet(_ subject: Subject, _ other: String) -> String { "" }
      override func `init`(_ subject: Subject.Type, name: String) -> Subject { fatalError() }
    }

    @Extension
    final class InSwift<Subject: Greeter>: GreeterExtension<Subject> {
      override func greet(_ subject: Subject, _ other: String) -> String { "" }
    }

    @Extension(shim: "second_accessor")
    final class Second<Subject: Greeter>: GreeterExtension<Subject> {
      override func motto(_ subject: Subject.Type) -> String { "" }
    }
    """

  private static let expected = """
    // The records of Places's extensions. Written by `swift package emit-shim` from its
    // sources: change those, and run it again.

    #include <graft.h>

    void *first_accessor(const graft_request *);
    GRAFT_EXTENSION(first_accessor, "API.Greeter", "Places.First",
                    GRAFT_CONSTRAINTS("Named", "Subject.Item == Int"),
                    GRAFT_IMPLEMENTS("greet(_:)", "init(name:)"),
                    GRAFT_PRIORITY(-3),
                    GRAFT_PREDICATE,
                    GRAFT_SOURCE("Places/Places.swift:5"));

    void *second_accessor(const graft_request *);
    GRAFT_EXTENSION(second_accessor, "Greeter", "Places.Second",
                    GRAFT_IMPLEMENTS("static motto()"),
                    GRAFT_SOURCE("Places/Places.swift:18"));

    """

  private static let tool = Folders.products + "emit-shim"

  private let scratch: ScratchFolder
  private var folder: URL { scratch.url }

  init() throws {
    scratch = try ScratchFolder()
    try Self.declarations.write(
      to: folder.appending(component: "Places.swift"), atomically: true, encoding: .utf8)
  }

  private var shim: URL { folder.appending(component: "shim.c") }

  private func emit(_ options: String..., source: String = "Places.swift") throws -> Command.Outcome
  {
    try Command.outcome(
      Self.tool,
      options + [
        "--module", "Places", "--output", shim.path, folder.appending(component: source).path,
      ])
  }

  @Test("The lines of the extensions that ask for it are written, and clang takes them")
  func writes() throws {
    let outcome = try emit()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try String(contentsOf: shim, encoding: .utf8) == Self.expected)
    let compiled = try Command.outcome(
      "clang",
      [
        "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", Folders.sources + "CGraft/include", "-c",
        shim.path, "-o", shim.path + ".o",
      ])
    #expect(compiled.status == 0, "\(compiled.errors)")
  }

  @Test("What the greetings fixture has checked in is up to date")
  func example() throws {
    let host = Folders.package + "Tests/IntegrationTests/Fixtures/Greetings/"
    let outcome = try Command.outcome(
      Self.tool,
      [
        "--check", "--module", "Traditions", "--output",
        host + "TraditionsShim/shim.c", host + "Traditions/Traditions.swift",
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("--check says that the file is out of date, and leaves it")
  func checks() throws {
    try "old".write(to: shim, atomically: true, encoding: .utf8)
    let outcome = try emit("--check")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("is not what its sources say"))
    #expect(try String(contentsOf: shim, encoding: .utf8) == "old")
  }

  @Test("A misuse is told with its place")
  func misuse() throws {
    try "\n@Extension(shim: \"a b\") final class X<S: P>: PExtension<S> {}".write(
      to: folder.appending(component: "Wrong.swift"), atomically: true, encoding: .utf8)
    let outcome = try emit(source: "Wrong.swift")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Wrong.swift:2:"))
  }

  @Test("An extension in #if is refused, if it asks for a record in C")
  func conditional() throws {
    let declaration = """
      final class X<S: P>: PExtension<S> {
        override func f(_ subject: S) {}
      }
      """
    let extensions = [
      "#if os(Linux)\n@ExtensionSHIM \(declaration)\n#endif",
      "#if os(Linux)\n@ExtensionSHIM\n#endif\n\(declaration)",
    ]
    let file = folder.appending(component: "Conditional.swift")
    for text in extensions {
      for (shim, status) in [("(shim: \"x\")", Int32(2)), ("", 0)] {
        try text.replacing("SHIM", with: shim).write(to: file, atomically: true, encoding: .utf8)
        let outcome = try emit(source: "Conditional.swift")
        #expect(outcome.status == status, "\(outcome.errors)")
        let place = "Conditional.swift:1:1: emit-shim can't tell whether what is in #if"
        #expect(outcome.errors.contains(place) == (status == 2), "\(outcome.errors)")
      }
    }
  }

  @Test("The longest lists, and types that could be trigraphs, are written for any C")
  func longest() throws {
    let types = (1...20).map { "T\($0)??" }
    let methods = types.map { "  override func f(_ subject: S, _ a: \($0)) {}\n" }.joined()
    try "@Extension(shim: \"x\")\nfinal class X<S: P>: PExtension<S> {\n\(methods)}\n".write(
      to: folder.appending(component: "Longest.swift"), atomically: true, encoding: .utf8)
    let outcome = try emit(source: "Longest.swift")
    try #require(outcome.status == 0, "\(outcome.errors)")
    let text = try String(contentsOf: shim, encoding: .utf8)
    #expect(text.contains(#""f(_: T20\?\?)""#) && !text.contains("??"), "\(text)")
    let compiled = try Command.outcome(
      "clang",
      [
        "-std=c11", "-Wall", "-Werror", "-I", Folders.sources + "CGraft/include", "-c", shim.path,
        "-o", shim.path + ".o",
      ])
    #expect(compiled.status == 0, "\(compiled.errors)")
  }

  @Test("Wrong arguments are told with the usage")
  func usage() throws {
    let outcome = try Command.outcome(Self.tool, ["--module", "M"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("usage: emit-shim"))
    #expect(try emit(source: "Missing.swift").status == 2)
  }
}
