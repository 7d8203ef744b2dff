// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension Fixture {
  fileprivate static let edges = Fixture(
    name: "Edges",
    modules: ["EdgesAPI", "EdgesExtensions", "TwinA", "TwinB"].map { Module($0, of: "Edges") }
      + [Module("edges", of: "Edges", "main.swift")])
}

/// What programs do at the edges of what they may do.
@Suite struct EdgeTests {
  private static let once = Once<Mode, Program>()

  static func program(_ mode: Mode) async throws -> Program {
    try await once.value(for: mode) {
      let program = try await Program(.edges, mode)
      let libraries = ["Graft-dynamic", "EdgesAPI"]
      try program.link("libEdgesAPI.so", program.objects["EdgesAPI"])
      try program.link(
        "edges", program.objects["edges", "EdgesExtensions"], libraries: libraries)
      for name in ["TwinA", "TwinB"] {
        try program.link("lib\(name).so", program.objects[name], libraries: libraries)
      }
      return program
    }
  }

  private func lines(_ mode: Mode, _ commands: String...) async throws -> [String] {
    let outcome = try await Self.program(mode).run("edges", commands)
    #expect(outcome.succeeded, "\(outcome)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  // MARK: Isolated conformances

  @Test("A conformance that is isolated does not serve calls elsewhere", arguments: Mode.allCases)
  func isolation(mode: Mode) async throws {
    let lines = try await lines(mode, "half", "pane", "whole", "marked")
    #expect(
      lines == [
        "Half: plain",
        // On its actor it does: where the protocol is on it, and not all of its members are;
        "Pane: panel pane", "Pane: plain",
        // and where the subject can be used there only.
        "Whole: I am whole",
        // A protocol without requirements is no exception, and neither is what rests on it.
        "Marked: plain", "Marked: plain",
      ])
  }

  @Test("A resolution, the diagnostics and validation tell of it")
  func isolationIsTold() async throws {
    let lines = try await lines(.debug, "half-resolution", "pane", "diagnostics", "validate")
    let reason =
      "since the subject meets its constraints on MainActor only, which the requirement is not "
      + "isolated to"
    #expect(lines.contains { $0.hasSuffix(reason) }, "\(lines)")
    for (name, subject, requirement) in [
      ("OfNamed", "Half", "greet()"), ("NamedPanel", "Pane", "label()"),
    ] {
      let text =
        "\(subject) meets its constraints on MainActor only, so it does not answer "
        + "\(requirement): isolate"
      #expect(
        lines.contains { $0.hasPrefix("EdgesExtensions.\(name): ") && $0.contains(text) },
        "\(lines)")
    }
    func answer(_ subject: String, _ requirement: String) -> String? {
      lines.first {
        $0.contains("edges.\(subject) ") && $0.contains("EdgesAPI.\(requirement) ")
      }.flatMap { $0.split(separator: " ").first { $0.hasPrefix("EdgesExtensions.") } }
        .map(String.init)
    }
    #expect(answer("Half", "Greeter.greet()") == "EdgesExtensions.Plain", "\(lines)")
    #expect(answer("Whole", "Greeter.greet()") == "EdgesExtensions.OfNamed", "\(lines)")
    #expect(answer("Pane", "Panel.show()") == "EdgesExtensions.NamedPanel", "\(lines)")
    #expect(answer("Pane", "Panel.label()") == "EdgesExtensions.PlainPanel", "\(lines)")
  }

  // MARK: Two conformances

  @Test(
    "Two conformances of one type have one answer, whichever is called first",
    arguments: [["a", "b"], ["b", "a"]])
  func twoConformances(order: [String]) async throws {
    let program = try await Self.program(.debug)
    func open(_ twin: String) -> String {
      "open \(program.folder)libTwin\(twin.uppercased()).so"
    }
    for first in [["a", "b"], ["b", "a"]] {
      let outcome = try program.run(
        "edges",
        first.map(open)
          + order.flatMap { [open($0), "run twin_\($0)", "run twin_\($0)_resolution"] }
          + ["diagnostics"])
      let lines = ImageHost.lines(outcome)
      #expect(outcome.succeeded, "\(outcome)")
      #expect(
        lines.filter { $0.hasSuffix(" plain") } == order.map { $0.uppercased() + " plain" },
        "\(outcome)")
      #expect(lines.count { $0.hasPrefix("  greet()      answers  EdgesExtensions.Plain") } == 2)
      #expect(
        lines.last
          == "Wolf conforms to Greeter in several modules, TwinA and TwinB: leave one of them")
    }
  }

  // MARK: Calls without an end

  @Test("A predicate that calls its own protocol is named", arguments: Mode.allCases)
  func predicate(mode: Mode) async throws {
    let outcome = try await Self.program(mode).run("edges", ["predicate"])
    #expect(outcome.wasKilled)
    #expect(
      outcome.errors.contains(
        "Graft: applies(to:) of EdgesExtensions.Recursive: Greeter where Looping (EdgesExtensions/"),
      "\(outcome)")
    #expect(outcome.errors.contains("calls a requirement of Greeter"), "\(outcome)")
  }

  @Test("A constant that calls what its class is advice for is named", arguments: Mode.allCases)
  func constant(mode: Mode) async throws {
    let outcome = try await Self.program(mode).run("edges", ["constant"])
    #expect(outcome.wasKilled)
    #expect(
      outcome.errors.contains("Graft: EdgesExtensions.Constant: Greeter where named *.Knot"),
      "\(outcome)")
    #expect(outcome.errors.contains("Let no initialiser or stored constant"), "\(outcome)")
  }

  // MARK: Names that nothing has

  private static let unmatched = [
    "EdgesExtensions.OfNoProtocol: Greter (": "no extensible protocol is called Greter: "
      + "EdgesAPI.Greeter?",
    "EdgesExtensions.OfNoRequirement: Greeter (": "no requirement is called greet: greet()?",
    "EdgesExtensions.OfNoSubject: Greeter where named edges.Halve (":
      "no conforming type is called edges.Halve: edges.Half?",
    "no conforming type is called edges.Hafl": ": edges.Half?",
    "no extension to block is called Plain": ": EdgesExtensions.Plain?",
  ]

  @Test("What was asked for and met nothing is listed, with the nearest name")
  func unmatched() async throws {
    let program = try await Self.program(.debug)
    let variables = ["GRAFT_BLOCK": "Plain, EdgesExtensions.OfNamed"]
    let outcome = try program.run("edges", ["whatever", "unmatched"], environment: variables)
    let lines = ImageHost.lines(outcome)
    #expect(lines.count == Self.unmatched.count, "\(outcome)")
    for (start, end) in Self.unmatched {
      #expect(lines.contains { $0.hasPrefix(start) && $0.hasSuffix(end) }, "\(start)\n\(outcome)")
    }
    let traced = try program.run(
      "edges", ["whatever"], environment: variables.merging(["GRAFT_TRACE": "load"]) { $1 })
    for (start, end) in Self.unmatched {
      let text = "graft: load: unmatched to the end: " + start
      #expect(
        traced.errors.split(separator: "\n").contains { $0.hasPrefix(text) && $0.hasSuffix(end) },
        "\(traced)")
    }
    #expect(outcome.errors == "", "\(outcome)")
  }

  @Test("Wrong values of variables are said once")
  func variables() async throws {
    let program = try await Self.program(.debug)
    let outcome = try program.run(
      "edges", ["half", "half"], environment: ["GRAFT_TRACE": "foo", "GRAFT_STRICT": "yes"])
    #expect(
      outcome.errors == """
        graft: GRAFT_TRACE: foo is no topic: there are load and resolve
        graft: GRAFT_STRICT=yes is neither 1 nor 0: conflicts do not end the process

        """, "\(outcome)")
    let topicless = try program.run("edges", ["half"], environment: ["GRAFT_TRACE": "json:"])
    #expect(
      topicless.errors == "graft: GRAFT_TRACE=json: names no topic: write json:load,resolve\n",
      "\(topicless)")
    let right = try program.run(
      "edges", ["half"], environment: ["GRAFT_TRACE": "", "GRAFT_STRICT": "0"])
    #expect(right.succeeded && right.errors == "", "\(right)")
  }

  @Test("A name without its parentheses finds the requirement, and near ones are named")
  func near() async throws {
    #expect(try await lines(.debug, "near") == ["greet() none", "[greet()] []"])
  }

  @Test("A trap at a conflict says how to resolve it")
  func conflict() async throws {
    let outcome = try await Self.program(.debug).run("edges", ["conflict"])
    #expect(outcome.wasKilled)
    for text in [
      "EdgesExtensions.One: Pairing (", "conflict with EdgesExtensions.Two",
      "Give one of those in conflict a priority, or a further constraint.",
      "A class of yours that is not listed has no @Extension",
    ] {
      #expect(outcome.errors.contains(text), "\(outcome)")
    }
  }
}

/// A program that has more rights than who starts it.
@Suite struct PrivilegeTests {
  @Test(
    "A setuid program obeys no variable",
    .enabled(if: getuid() == 0, "only root can give a file another owner"),
    .onThisMachine(because: "the emulator runs as one user"))
  func setuid() async throws {
    // Without shared objects of its own: the dynamic linker looks for none beside it.
    let objects = try await Fixture(program: "Ranking").compiled(.optimised)
    let program = try Folders.make("privileges") + "ranking"
    let link = Link(
      output: program,
      objects: objects["ranking", "RankingExtensions", "RankingAPI"] + objects.graft,
      flags: ["-static-stdlib"])
    try link.run(.optimised)
    let variables = [
      "GRAFT_STRICT": "1", "GRAFT_BLOCK": "RankingExtensions.Default",
      "GRAFT_TRACE": "load,resolve",
    ]
    func run() throws -> Command.Outcome {
      var command = try Command(program, ["conflict"])
      command.environment = variables
      return try command.run()
    }
    let obeying = try run()
    #expect(obeying.wasKilled && obeying.errors.contains("graft: load: "), "\(obeying)")
    // Of another owner, who need not have more rights than root.
    try Command.run("chown", ["65534", program])
    try Command.run("chmod", ["u+s", program])
    let outcome = try run()
    #expect(outcome.output == "default\n" && outcome.errors == "", "\(outcome)")
  }
}
