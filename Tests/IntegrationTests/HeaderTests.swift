// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A compiler with a standard of its language.
struct Dialect: CustomTestStringConvertible {
  let compiler: String
  let standard: String

  var testDescription: String { "\(compiler) \(standard)" }
  var isCPlusPlus: Bool { standard.contains("++") }

  static let all = ["gcc", "clang"].flatMap { compiler in
    ["c11", "c17", "c2x", "c++11", "c++17", "c++20"].map {
      Dialect(compiler: compiler, standard: $0)
    }
  }

  /// Compiles a source text with all warnings as errors.
  func compile(_ source: String) throws -> Command.Outcome {
    let folder = try Folders.make("Headers/\(UUID())")
    let file = folder + (isCPlusPlus ? "source.cpp" : "source.c")
    try source.write(toFile: file, atomically: true, encoding: .utf8)
    let flags = ["-std=\(standard)", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fPIC", "-O1"]
    return try Command(
      compiler, flags + CGraft.include + ["-c", file, "-o", folder + "source.o"]
    ).run()
  }
}

/// Parts that GRAFT_EXTENSION must not take.
private enum Misuse {
  static let all = [
    "GRAFT_IMPLEMENTS(\"a()\"), GRAFT_IMPLEMENTS(\"b()\")",
    "GRAFT_CONSTRAINTS(\"A\"), GRAFT_CONSTRAINTS(\"B\")",
    "GRAFT_PRIORITY(1), GRAFT_PRIORITY(2)",
    "GRAFT_PREDICATE, GRAFT_PREDICATE",
    "GRAFT_SOURCE(\"a:1\"), GRAFT_SOURCE(\"b:2\")",
    "GRAFT_CONSTRAINTS(\(strings(21)))",
    "GRAFT_IMPLEMENTS(\(strings(21)))",
    "GRAFT_IMPLEMENTS(7)",
  ]

  static func strings(_ count: Int) -> String {
    repeatElement("\"x\"", count: count).joined(separator: ", ")
  }
}

@Suite struct HeaderTests {
  private let prologue = """
    #include <graft.h>
    #ifdef __cplusplus
    extern "C"
    #endif
    void *accessor(const graft_request *);

    """

  @Test("The header compiles in each dialect without a warning", arguments: Dialect.all)
  func compiles(dialect: Dialect) throws {
    let source =
      prologue + """
        GRAFT_EXTENSION(accessor, "Greeter", "Module.Plain");
        GRAFT_EXTENSION(accessor, "Greeter", "Module.All", GRAFT_SOURCE("Module/File.swift:1"),
                        GRAFT_PRIORITY(-1), GRAFT_PREDICATE, GRAFT_CONSTRAINTS("Named"),
                        GRAFT_IMPLEMENTS(\(Misuse.strings(20))));
        GRAFT_DLOPEN("x", "Draws", required, \(Misuse.strings(20)));
        GRAFT_DLOPEN("x", "Draws", suggested, "x");

        """
    let outcome = try dialect.compile(source)
    #expect(outcome.succeeded, "\(outcome)")
  }

  @Test("More strings than a list takes are said to be that", arguments: [21, 40, 63], Dialect.all)
  func manyStrings(count: Int, dialect: Dialect) throws {
    for list in ["CONSTRAINTS", "IMPLEMENTS"] {
      let part = "GRAFT_\(list)(\(Misuse.strings(count)))"
      let outcome = try dialect.compile(
        prologue + "GRAFT_EXTENSION(accessor, \"Greeter\", \"Module.Wrong\", \(part));\n")
      #expect(outcome.status == 1, "\(outcome)")
      #expect(outcome.errors.contains("GRAFT_\(list) takes at most 20 strings"), "\(outcome)")
    }
  }

  @Test("Misuse does not compile", arguments: Misuse.all, Dialect.all)
  func misuse(parts: String, dialect: Dialect) throws {
    let source = prologue + "GRAFT_EXTENSION(accessor, \"Greeter\", \"Module.Wrong\", \(parts));\n"
    let outcome = try dialect.compile(source)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.errors.contains("error: "), "\(outcome)")
  }

  @Test(
    "Misuse of GRAFT_DLOPEN is said to be that",
    arguments: [
      ("\"x\", \"y\", needed, \"z\"", "the priority is required, recommended or suggested"),
      ("\"\", \"y\", required, \"z\"", "takes literals that are not empty and have no escapes"),
      ("\"x\", \"y\", required, \"\"", "takes literals that are not empty and have no escapes"),
      ("\"x\", \"\\\"y\", required, \"z\"", "takes literals that are not empty"),
      ("\"x\", \"y\" \"y\", required, \"z\"", "takes literals that are not empty"),
      ("\"x\", \"y\", required", "takes literals that are not empty and have no escapes"),
      (
        "\"x\", \"y\", required, \(Misuse.strings(21))", "GRAFT_DLOPEN takes at most 20 sonames"
      ),
    ], Dialect.all)
  func dlopenMisuse(misuse: (arguments: String, text: String), dialect: Dialect) throws {
    let outcome = try dialect.compile(prologue + "GRAFT_DLOPEN(\(misuse.arguments));\n")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.errors.contains(misuse.text), "\(outcome)")
  }
}
