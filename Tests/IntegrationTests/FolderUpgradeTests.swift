// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Folders as people fill them: several versions, libraries that the host has, links.
@Suite(.inEachMode) struct FolderUpgradeTests {
  private static let host = "providing=images-host:2.1"

  private func results(_ lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix("result: ") }.map { String($0.dropFirst(8)) }
  }

  @Test("Of several versions the newest is loaded, in whichever order, and the others not mapped")
  func versions() async throws {
    let folder = try await MadeFolder("versions")
    try folder.plugin("Redact-1.0.so", name: "Redact", version: "1.0.0", flags: ["-DRUNS"])
    try folder.plugin("Redact-1.10.so", name: "Redact", version: "1.10.0")
    try folder.plugin("Redact-1.9.so", name: "Redact", version: "1.9.0", flags: ["-DRUNS"])
    let lines = try await folder.run([
      "load-all \(folder.path) \(Self.host)", "manifests", "mapped Redact-1.0.so",
      "load-all \(folder.path) \(Self.host)",
    ])
    let older = "passed over: Redact-1.10.so has the same plug-in, in this version or a newer one"
    #expect(
      results(lines) == [
        "Redact-1.0.so: \(older)", "Redact-1.10.so: loaded, with 0 descriptors",
        "Redact-1.9.so: \(older)", "Redact-1.0.so: \(older)",
        "Redact-1.10.so: passed over: this process has loaded the same build from Redact-1.10.so",
        "Redact-1.9.so: \(older)",
      ], "\(lines)")
    #expect(lines.contains("manifests: Redact 1.10.0") && lines.contains("mapped: false"))
  }

  @Test("Loading again upgrades; a downgrade has to be allowed; an unwelcome upgrade is none")
  func upgrade() async throws {
    let folder = try await MadeFolder("upgrade")
    try folder.plugin("old.so", name: "Redact", version: "1.0")
    let made = try await MadeFolder("upgrade-made")
    let new = try made.plugin("new.so", name: "Redact", version: "1.1")
    let load = "load-all \(folder.path) \(Self.host)"
    let lines = try await folder.run([
      load, "rename \(new) \(folder.path)new.so", load + " deny=new.so", load,
      "generations Redact", "remove \(folder.path)new.so",
      "copy \(folder.path)old.so \(folder.path)older.so", "remove \(folder.path)old.so", load,
    ])
    #expect(
      results(lines) == [
        "old.so: loaded, with 0 descriptors",
        "refused: new.so: refused by the host's policy",
        "old.so: passed over: this process has loaded the same build from old.so",
        "new.so: loaded, with 0 descriptors",
        "old.so: passed over: this process has loaded the same build from old.so",
        "older.so: passed over: this process has loaded the same build from old.so",
      ], "\(lines)")
    #expect(lines.contains("generations of Redact: new.so active, old.so superseded"))
    try folder.plugin("oldest.so", name: "Redact", version: "0.9")
    let newer = try await MadeFolder("newer")
    try newer.plugin("a.so", name: "Redact", version: "2")
    let oldest = "load-all \(folder.path) matching=oldest.so \(Self.host)"
    let downgrades = try await folder.run([
      "load-all \(newer.path) \(Self.host)", oldest, oldest + " downgrade", "generations Redact",
    ])
    #expect(
      results(downgrades).dropFirst() == [
        "refused: oldest.so: Redact 0.9 is older than what this process has loaded, Redact 2: "
          + "remove it, or load with allowingDowngrades: true",
        "oldest.so: loaded, with 0 descriptors",
      ], "\(downgrades)")
    #expect(downgrades.last == "generations of Redact: a.so superseded, oldest.so active")
  }

  @Test("An older version takes the place of one that can't be loaded, beside whatever file")
  func refusedVersion() async throws {
    let folder = try await MadeFolder("refused-version")
    let files = try await MadeFolder("refused-version-files")
    try folder.plugin("a-1.so", name: "A", version: "1")
    try folder.plugin("a-2.so", name: "A", version: "2", flags: ["-DUNDEFINED"])
    try folder.plugin("b-1.so", name: "B", version: "1")
    try files.plugin("b-2.so", name: "B", version: "2")
    try files.plugin("c-1.so", name: "C", version: "1")
    try files.plugin("c-2.so", name: "C", version: "2")
    try files.plugin("d-1.so", name: "D", version: "1")
    try files.plugin("d-2.so", name: "D", version: "2", needs: "A 2")
    let sync = "sync-with-host \(folder.path)"
    let lines = try await folder.run(
      [sync, "states"]
        + [["b-2.so"], ["c-1.so", "c-2.so"], ["d-1.so", "d-2.so"]].flatMap { names in
          names.map { "copy \(files.path)\($0) \(folder.path)\($0)" } + [sync, "states"]
        })
    let synced = lines.filter { $0.hasPrefix("synced: ") }
    #expect(synced.count == 4 && synced.allSatisfy { $0.contains("refused: a-2.so") }, "\(lines)")
    #expect(
      synced[2].contains(
        "c-1.so: passed over: c-2.so has the same plug-in, in this version or a newer one"),
      "\(lines)")
    let others = "b-1.so superseded, b-2.so active, c-2.so active"
    #expect(
      lines.filter { $0.hasPrefix("states: ") } == [
        "states: a-1.so active, b-1.so active, images active",
        "states: a-1.so active, b-1.so superseded, b-2.so active, images active",
        "states: a-1.so active, \(others), images active",
        "states: a-1.so active, \(others), d-1.so active, images active",
      ], "\(lines)")
    let loaded = try await folder.run(["load-all \(folder.path) \(Self.host)", "states"])
    #expect(
      loaded.last
        == "states: a-1.so active, b-2.so active, c-2.so active, d-1.so active, images active",
      "\(loaded)")
  }

  @Test("What the process has is passed over unmapped, and found by plug-ins that need it")
  func buildFolder() async throws {
    let folder = try await MadeFolder("build")
    try folder.copy("libGraft-dynamic.so")
    // Another build of what the process has by this name.
    try folder.copy("libImagesAPI.so")
    try Command.run(
      "objcopy", ["-R", ".note.gnu.build-id", folder.path + "libImagesAPI.so"])
    try folder.copy("libAlpha.so")
    try Command.run(
      "patchelf", ["--set-rpath", "$ORIGIN", folder.path + "libAlpha.so"])
    let lines = try await folder.run([
      "load-all \(folder.path)", "call", "mapped folder-build", "mapped memfd:libGraft",
      "mapped memfd:libAlpha",
    ])
    let has = "passed over: this process has it from \(folder.program.folder)"
    #expect(
      results(lines) == [
        "libAlpha.so: loaded, with 2 descriptors",
        "libGraft-dynamic.so: \(has)libGraft-dynamic.so", "libImagesAPI.so: \(has)libImagesAPI.so",
      ], "\(lines)")
    #expect(
      lines.suffix(4) == [
        "Dog alpha, default; Cat alpha, default", "mapped: false", "mapped: false", "mapped: true",
      ], "\(lines)")
  }

  @Test("A library without descriptors is no plug-in, and mapped only for one that needs it")
  func library() async throws {
    let folder = try await MadeFolder("library")
    try folder.plugin("libm.so")
    try folder.plugin("libn.so")
    try folder.plugin("a.so", name: "A", needed: ["libn.so"])
    // Without a SONAME it is needed by its path.
    try Command.run(
      "patchelf",
      ["--replace-needed", folder.path + "libn.so", "libn.so", folder.path + "a.so"])
    let lines = try await folder.run([
      "load-all \(folder.path) \(Self.host)", "mapped memfd:libm.so", "mapped memfd:libn.so",
    ])
    let library =
      "passed over: no plug-in, since it has no descriptors (an extension needs @Extension)"
    #expect(
      results(lines)
        == ["a.so: loaded, with 0 descriptors", "libm.so: \(library)", "libn.so: \(library)"],
      "\(lines)")
    #expect(lines.suffix(2) == ["mapped: false", "mapped: true"], "\(lines)")
    let refused = try await folder.run(["load-all \(folder.path) \(Self.host) deny=libn.so"])
    #expect(
      results(refused).first == "refused: a.so: needs libn.so, which was refused", "\(refused)")
  }

  @Test("What a runpath names beside the folder is found")
  func outside() async throws {
    let folder = try await MadeFolder("outside/plug-ins")
    let library = try await MadeFolder("outside/lib")
    try library.plugin("libbeside.so")
    try folder.plugin("a.so", name: "A")
    try Command.run(
      "patchelf",
      ["--add-needed", "libbeside.so", "--set-rpath", "$ORIGIN/../lib", folder.path + "a.so"])
    // The patched one has a path that is too long, or none.
    let lines = try await ImageHost.run([
      "load-all \(folder.path) \(Self.host)", "mapped /lib/libbeside.so",
    ])
    #expect(lines.suffix(2).last == "mapped: true", "\(lines)")
    #expect(results(lines).first?.hasSuffix("a.so: loaded, with 0 descriptors") == true)
  }

  @Test("Links out of the folder are followed if the host says so")
  func links() async throws {
    let folder = try await MadeFolder("links")
    let available = try await MadeFolder("available")
    let target = try available.plugin("a.so", name: "A")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path + "a.so", withDestinationPath: target)
    try manager.createSymbolicLink(atPath: folder.path + "b.so", withDestinationPath: "gone.so")
    try manager.createSymbolicLink(atPath: folder.path + "c.so", withDestinationPath: "/")
    let lines = try await folder.run([
      "load-all \(folder.path) \(Self.host)", "load-all \(folder.path) \(Self.host) links",
      "load-all \(folder.path) \(Self.host) links",
    ])
    let found = results(lines)
    #expect(found.prefix(3).allSatisfy { $0.contains("followingLinks: true") }, "\(lines)")
    #expect(
      found.dropFirst(3) == [
        "a.so: loaded, with 0 descriptors from \(target)",
        "refused: b.so: No such file or directory", "c.so: passed over: not a regular file from /",
        "a.so: passed over: this process has loaded the same build from a.so from \(target)",
        "refused: b.so: No such file or directory", "c.so: passed over: not a regular file from /",
      ], "\(lines)")
  }

  @Test("A plug-in is blocked by its name, before and after it is loaded")
  func blocked() async throws {
    let folder = try await MadeFolder("blocked")
    try folder.copy("libLively.so")
    let load = "load-all \(folder.path) \(Self.host)"
    let before = try await ImageHost.run(
      [load, "ask", "mapped memfd:libLively"], environment: ["GRAFT_BLOCK": "Lively"])
    #expect(
      before.map { $0.replacing(folder.path, with: "") } == [
        "result: libLively.so: passed over: its plug-in is blocked",
        "Dog default; Cat default", "mapped: false",
      ], "\(before)")
    let after = try await ImageHost.run([
      load, "ask", "block Lively", "ask", "unblock Lively", "ask",
    ])
    #expect(
      after.filter { $0.hasPrefix("Dog") } == [
        "Dog lively; Cat lively", "Dog default; Cat default", "Dog lively; Cat lively",
      ], "\(after)")
    // By `load` it is mapped, and nothing of it counts.
    let loaded = try await ImageHost.run(
      ["load libLively.so", "ask"], environment: ["GRAFT_BLOCK": "Lively"])
    #expect(loaded.last == "Dog default; Cat default", "\(loaded)")
  }

  @Test("A build finds what the one before it has left")
  func handedOn() async throws {
    let one = try await ImageHost.variant("Lively", "COUNTING")
    let two = try await ImageHost.variant("Lively", "RECOUNTING")
    let lines = try await ImageHost.run([
      "load \(one)", "load \(two)", "roll-back libLively-RECOUNTING.so",
    ])
    #expect(
      lines.filter { $0.hasPrefix("builds: ") } == [
        "builds: []; true", "builds: [\"libLively-COUNTING.so\"]; true",
        "builds: [\"libLively-COUNTING.so\", \"libLively-RECOUNTING.so\"]; true",
      ], "\(lines)")
  }

  @Test("What is mapped is what was judged, whoever swaps the file meanwhile")
  func swapped() async throws {
    let folder = try await MadeFolder("swapped")
    let made = try await MadeFolder("swapping")
    let good = try made.plugin("good.so", name: "Swapped")
    let bad = try made.plugin("bad.so", name: "Swapped", flags: ["-DRUNS"])
    let lines = try await ImageHost.run(["swap \(folder.path) \(good) \(bad) 10000"])
    #expect(lines == ["swapped: the bad one has run: false"])
    // And the one that must not run tells it where it does.
    try folder.write(Data(contentsOf: URL(filePath: bad)), to: "plugin.so")
    let proof = try await ImageHost.run([
      "load-all \(folder.path) \(Self.host)", "has-run",
    ])
    #expect(proof.last == "has run: true", "\(proof)")
  }

  @Test("A candidate has its imported symbols and its bytes")
  func candidate() async throws {
    let folder = try await MadeFolder("symbols")
    let path = try folder.plugin("a.so", flags: ["-DRUNS"])
    let size = try folder.data("a.so").count
    let lines = try await ImageHost.run(["imports \(path) setenv", "imports \(path) getenv"])
    #expect(lines == ["imports: true, \(size)", "imports: false, \(size)"])
    for style in ["sysv", "gnu"] {
      let other = try folder.plugin(
        "\(style).so", flags: ["-DRUNS"], linkFlags: ["-Xlinker", "--hash-style=\(style)"])
      #expect(try await ImageHost.run(["imports \(other) setenv"])[0].hasPrefix("imports: true"))
    }
  }

  @Test("A hash table that counts too few symbols hides no import")
  func hiddenImport() async throws {
    let folder = try await MadeFolder("hidden-import")
    let path = try folder.plugin(
      "a.so", flags: ["-DRUNS"], linkFlags: ["-Xlinker", "--hash-style=gnu"])
    let sections = try Command.run("readelf", ["-SW", path])
    let words = try #require(sections.split(separator: "\n").first { $0.contains(".gnu.hash") })
      .split(separator: " ")
    let kind = try #require(words.firstIndex(of: "GNU_HASH"))
    let offset = try #require(Int(words[kind + 2], radix: 16))
    var data = try folder.data("a.so")
    // The number of symbols before the first one that the table finds.
    data.replaceSubrange(offset + 4..<offset + 8, with: [1, 0, 0, 0])
    try folder.write(data, to: "crafted.so")
    let lines = try await ImageHost.run(["imports \(folder.path)crafted.so setenv"])
    #expect(lines.first?.hasPrefix("imports: true") == true, "\(lines)")
  }
}
