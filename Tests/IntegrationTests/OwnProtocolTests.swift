// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension Fixture {
  fileprivate static let own = Fixture(
    name: "Own",
    modules: ["OwnAPI", "Own"].map { Module($0, of: "Own") }
      + [Module("own", of: "Own", "main.swift")])
}

extension Program {
  private static let own = Once<Mode, Program>()

  /// A host, three builds of a plug-in with protocols of its own, and plug-ins that use these.
  fileprivate static func own(_ mode: Mode) async throws -> Program {
    try await own.value(for: mode) {
      let program = try await Program(.own, mode)
      let libraries = ["Graft-dynamic", "OwnAPI"]
      try program.link("libOwnAPI.so", program.objects["OwnAPI"])
      try program.link("own", program.objects["own"], libraries: libraries)
      func link(
        _ file: String, _ module: String, _ flag: String, libraries: [String]
      ) throws {
        let variant = Module(module, of: "Own", variant: "-" + file, flags: ["-D", flag])
        let object = try variant.compile(mode, importing: Module.folder(of: "Own", mode))
        try program.link(file, [object], libraries: libraries)
      }
      try program.link("libOwn.so", program.objects["Own"], libraries: libraries)
      for (name, flag) in [
        ("2", "NEWER"), ("3", "NEWEST"), ("unwilling", "UNWILLING"), ("aliased", "ALIASED"),
      ] {
        try link("libOwn-\(name).so", "Own", flag, libraries: libraries)
      }
      try Command.run("cp", ["libOwn-aliased.so", "libOwn-again.so"].map { program.folder + $0 })
      for name in ["Extending", "Advising", "Conforming"] {
        try link(
          "lib\(name).so", "Using", name.uppercased(), libraries: ["Graft-dynamic", "Own"])
      }
      // It finds the protocol of an image whose symbols are global.
      try link("libUnlinked.so", "Using", "EXTENDING", libraries: ["Graft-dynamic"])
      return program
    }
  }
}

/// Plug-ins that have extensible protocols for themselves, in several builds.
@Suite struct OwnProtocolTests {
  private func run(_ mode: Mode, _ commands: [String]) async throws -> [String] {
    let program = try await Program.own(mode)
    let outcome = try program.run("own", commands)
    guard outcome.succeeded else { throw Command.Failure(description: "\(outcome)") }
    return ImageHost.lines(outcome)
  }

  /// What the hosted objects of builds say while one of the builds is active.
  private func work(_ builds: [(file: String, number: Int)], active: Int) -> [String] {
    builds.map { file, number in
      // A pointcut chooses protocols by their names.
      "\(file): [badge\(number)] [named badge\(number)] [badge\(number)] "
        + "gold\(number) by \(active) mark\(number) int box\(number) seal\(number)"
    } + ["shop: shown by \(active)"]
  }

  private func refusal(_ file: String, _ name: String, for user: String, of build: String) -> String
  {
    "refused: protocolInUse: \(file): \(user) depends on \(build), whose protocol Own.\(name) is "
      + "another one than that of a newer build: make Own a dynamic product of a package of its "
      + "own, on which both depend (the targets of one package are linked into each of its products)"
  }

  private func moduleTwice(_ file: String) -> String {
    "refused: moduleTwice: \(file): brings its own copy of module Own, so its protocols are others: "
      + "make Own a dynamic product of a package of its own, on which both depend (the targets of "
      + "one package are linked into each of its products)"
  }

  @Test("Each build answers for its own protocols, replaced or not", arguments: Mode.allCases)
  func builds(mode: Mode) async throws {
    let (one, two, three) = (("libOwn.so", 1), ("libOwn-2.so", 2), ("libOwn-3.so", 3))
    let lines = try await run(
      mode,
      [
        "load libOwn.so", "work", "load libOwn-2.so", "work", "load libOwn-3.so", "work", "states",
        "roll-back libOwn-3.so", "work", "roll-back libOwn-2.so", "work", "load libOwn-2.so",
        "work", "states", "diagnostics",
      ])
    #expect(
      lines == ["loaded libOwn.so"] + work([one], active: 1)
        + ["withdrawn: [badge1]", "loaded libOwn-2.so"] + work([one, two], active: 2)
        + ["withdrawn: [badge2]", "loaded libOwn-3.so"] + work([one, two, three], active: 3)
        + ["libOwn.so superseded", "libOwn-2.so superseded", "libOwn-3.so active"]
        + ["withdrawn: [badge3]", Self.change] + work([one, two, three], active: 2)
        + ["withdrawn: [badge2]", Self.change] + work([one, two, three], active: 1)
        + ["withdrawn: [badge1]", "loaded libOwn-2.so"] + work([one, two, three], active: 2)
        + ["libOwn.so superseded", "libOwn-2.so active", "libOwn-3.so rolledBack"], "\(lines)")
  }

  private static let change = "change: Window.show() of Shop: Own.Windows → Own.Windows"

  @Test("Types of all builds are valid, and explained by the extensions of their own build")
  func validation() async throws {
    let load = ["load libOwn.so", "load libOwn-2.so"]
    let lines = try await run(.debug, load + ["validate", "diagnostics"])
    let expected = [
      "Coin.mark(): Own.Tokens of 1", "Coin.mark(): Own.Tokens of 2",
      "Guest.color(): Own.Colors of 2", "Guest.count(): Own.IntBoxes of 1",
      "Guest.count(): Own.IntBoxes of 2", "Guest.metal(): Own.Medals of 1",
      "Guest.metal(): Own.Medals of 2", "Guest.text(): Own.Badges of 1",
      "Guest.text(): Own.Badges of 2", "Wax.seal(): Own.Seals of 1",
      "Wax.seal(): Own.Seals of 2",
    ]
    let entries = lines.dropFirst(3).map { $0.replacing(#/^\(.*\)\.(?=Wax)/#, with: "") }
    #expect(entries.sorted() == expected, "\(lines)")
  }

  @Test("A folder is loaded again, and a build after one that was refused")
  func again() async throws {
    let lines = try await run(
      .debug,
      [
        "load libOwn-unwilling.so", "load-all libOwn.so", "load-all libOwn-2.so", "work",
        "load libOwn-unwilling.so", "load libOwn-3.so", "states",
      ])
    let unwilling =
      "refused: lifecycleFailed: libOwn-unwilling.so: its onLoad failed: Unwilling()"
    #expect(
      lines == [
        unwilling, "libOwn.so: loaded", "withdrawn: [badge1]", "libOwn-2.so: loaded",
      ] + work([("libOwn.so", 1), ("libOwn-2.so", 2)], active: 2) + [
        unwilling, "withdrawn: [badge2]", "loaded libOwn-3.so", "libOwn.so superseded",
        "libOwn-2.so superseded", "libOwn-3.so active",
      ], "\(lines)")
  }

  @Test(
    "A protocol that another image uses keeps newer builds out", arguments: Mode.allCases,
    [("Extending", "Medal"), ("Advising", "Medal"), ("Conforming", "Badge")])
  func used(mode: Mode, _ user: (name: String, protocolName: String)) async throws {
    let file = "lib\(user.name).so"
    let lines = try await run(
      mode, ["load libOwn.so", "load \(file)", "load libOwn-2.so", "load libOwn-2.so", "states"])
    let refused = refusal("libOwn-2.so", user.protocolName, for: file, of: "libOwn.so")
    let states = ["libOwn.so active"] + (user.name == "Conforming" ? [] : ["\(file) active"])
    #expect(
      lines == ["loaded libOwn.so", "loaded \(file)", refused, refused] + states, "\(lines)")
    // It is refused itself if a newer build is there.
    let late = try await run(mode, ["load libOwn.so", "load libOwn-2.so", "load \(file)"])
    #expect(
      late.last
        == (user.name == "Conforming"
          ? "loaded \(file)" : refusal(file, user.protocolName, for: file, of: "libOwn.so")),
      "\(late)")
  }

  @Test("Those that do not count for now use it, too, and those without a link to the build")
  func usedOtherwise() async throws {
    let withdrawn = try await run(
      .debug,
      [
        "load libOwn.so", "load libExtending.so", "withdraw libExtending.so", "load libOwn-2.so",
        "roll-back libExtending.so", "load libOwn-2.so",
      ])
    #expect(
      withdrawn.suffix(3) == [
        refusal("libOwn-2.so", "Badge", for: "libExtending.so", of: "libOwn.so"),
        "withdrawn: [badge1]", "loaded libOwn-2.so",
      ], "\(withdrawn)")
    let unlinked = try await run(
      .debug,
      ["load libOwn.so", "open-global libOwn.so", "load libUnlinked.so", "load libOwn-2.so"])
    #expect(
      unlinked.last == refusal("libOwn-2.so", "Medal", for: "libUnlinked.so", of: "libOwn.so"),
      "\(unlinked)")
    // The protocol in use is that of the second build, which is rolled back.
    let newer = try await run(
      .debug,
      [
        "load libOwn-3.so", "load libOwn.so", "load libExtending.so", "load libOwn-2.so",
        "roll-back libOwn.so", "load libOwn-2.so",
      ])
    let refused = refusal("libOwn-2.so", "Medal", for: "libExtending.so", of: "libOwn.so")
    let reinstated = try await run(
      .debug,
      [
        "load libOwn.so", "load libOwn-2.so", "roll-back libOwn-2.so", "load libExtending.so",
        "reinstate libOwn-2.so",
      ])
    #expect(
      reinstated.last == "impossible: libOwn-2.so: can't reinstate: \(refused.dropFirst(24))",
      "\(reinstated)")
    #expect(newer.filter { $0.hasPrefix("refused") } == [refused, refused], "\(newer)")
  }

  @Test("The module in another plug-in, or in a build that can't be replaced, is there twice")
  func twice() async throws {
    let other = try await run(.debug, ["load libOwn.so", "load libOwn-2.so Other"])
    #expect(other == ["loaded libOwn.so", moduleTwice("libOwn-2.so")])
    let opened = try await run(.debug, ["open libOwn.so", "load libOwn-2.so", "states"])
    #expect(opened == ["opened", moduleTwice("libOwn-2.so"), "libOwn.so active"])
    // The refused one comes first, and does not count.
    let refused = try await run(
      .debug, ["load libOwn-unwilling.so", "load libOwn.so Other", "load libOwn-unwilling.so"])
    #expect(refused.suffix(2) == ["loaded libOwn.so", moduleTwice("libOwn-unwilling.so")])
    // Swift would take `IntBox` for that of the first.
    let aliased = try await run(.debug, ["load libOwn-aliased.so", "load libOwn-again.so"])
    #expect(aliased == ["loaded libOwn-aliased.so", moduleTwice("libOwn-again.so")])
  }

  @Test("Files say the same")
  func files() async throws {
    let program = try await Program.own(.debug)
    for files in [
      ["libOwn.so", "libOwn-2.so", "libOwn-3.so"], ["libOwn.so", "libExtending.so", "libOwn-2.so"],
      ["libOwn.so", "libAdvising.so", "libOwn-2.so"],
      ["libOwn.so", "libConforming.so", "libOwn-2.so"],
      ["libOwn.so", "libOwn-2.so", "libExtending.so"],
      ["libOwn.so", "libOwn-2.so", "libConforming.so"],
    ] {
      let loaded = try await run(.debug, files.map { "load " + $0 })
        .filter { !$0.hasPrefix("withdrawn") }
        .map { $0.hasPrefix("loaded ") ? $0.dropFirst(7) + ": accepted" : $0 }
      let (command, arguments) = OtherMachine.reading(
        Folders.products + "inspect-sections",
        ["fit", program.folder + "own"] + files.map { program.folder + $0 })
      let fit = try Command.outcome(command, arguments)
      let judged = ImageHost.lines(fit).filter { !$0.hasPrefix(" ") }
        .map { $0.replacing(program.folder, with: "") }
      #expect(judged == loaded, "\(files)")
    }
  }
}
