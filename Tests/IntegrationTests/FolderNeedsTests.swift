// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Folders whose plug-ins need others, in versions that come and go.
@Suite(.inEachMode) struct FolderNeedsTests {
  private static let none = "images-host"

  @Test("Plug-ins that need one another go together")
  func mutual() async throws {
    let states = try await MadeFolder.states(
      "mutual",
      of: [
        ("a-1.so", "A", "1", Self.none), ("a-2.so", "A", "2", "B 1"), ("b.so", "B", "1", "A 1"),
      ],
      ["+a-1.so +b.so", "+a-2.so", "-a-1.so -a-2.so"])
    #expect(
      states == [
        "a-1.so active, b.so active", "a-1.so superseded, a-2.so active, b.so active",
        "a-1.so superseded, a-2.so withdrawn, b.so withdrawn",
      ], "\(states)")
  }

  @Test("An older build does not come back for a newer one that has just come")
  func newerComes() async throws {
    let versions = ["1", "2", "3"].map { ("a-\($0).so", "A", $0, Self.none) }
    let states = try await MadeFolder.states(
      "newer-comes", of: versions + [("x-1.so", "X", "1", "A 1..<2"), ("x-2.so", "X", "2", "A 1")],
      [
        "+a-1.so", "+a-2.so -a-1.so", "-a-2.so", "+a-1.so", "+x-1.so", "+a-2.so", "+a-3.so +x-2.so",
        "",
      ])
    let last =
      "a-1.so superseded, a-2.so rolledBack, a-3.so active, x-1.so superseded, x-2.so active"
    #expect(states.suffix(2) == [last, last], "\(states)")
  }

  @Test("If all newer versions are refused, the oldest is loaded")
  func oldestOfThree() async throws {
    let states = try await MadeFolder.states(
      "oldest",
      of: [
        ("x-1.so", "X", "1", Self.none), ("x-2.so", "X", "2", "Nothing 1"),
        ("x-3.so", "X", "3", "Nothing 1"),
      ], ["+x-1.so +x-2.so +x-3.so"])
    #expect(states == ["x-1.so active"])
  }

  @Test("A newer user that lacks something else is no reason to drop the older one")
  func lackingSomethingElse() async throws {
    let states = try await MadeFolder.states(
      "lacking-else",
      of: [
        ("a-1.so", "A", "1", Self.none), ("a-2.so", "A", "2", Self.none),
        ("m.so", "M", "1", Self.none), ("x-1.so", "X", "1", "A 1..<2"),
        ("x-2.so", "X", "2", #"A 2", "M 1"#),
      ], ["+a-1.so +x-1.so", "+a-2.so +x-2.so +m.so", "-a-2.so -x-2.so -m.so", "+a-2.so +x-2.so"])
    #expect(
      states.last
        == "a-1.so active, a-2.so rolledBack, m.so withdrawn, x-1.so active, x-2.so rolledBack",
      "\(states)")
  }

  @Test("A copy elsewhere of a file of the folder does not take that back")
  func copyElsewhere() async throws {
    let (folder, other) = (try await MadeFolder("twin"), try await MadeFolder("twin-other"))
    try folder.plugin("a.so", name: "A")
    try other.copy(folder.path + "a.so", as: "a.so")
    let sync = "sync-with-host \(folder.path)"
    let lines = try await folder.run([
      "load \(other.path)a.so", "load \(folder.path)a.so", sync, "states",
      "remove \(folder.path)a.so",
      sync, "states",
    ])
    #expect(
      lines.filter { $0.hasPrefix("states") } == [
        "states: a.so active, a.so superseded, images active",
        "states: a.so superseded, a.so withdrawn, images active",
      ], "\(lines)")
  }

  @Test("A build without build ID that came as a library is not loaded again")
  func libraryWithoutBuildID() async throws {
    let folder = try await MadeFolder("bare-library")
    let upper = try folder.copy("libUpper.so")
    let lower = try folder.copy("libLower.so")
    _ = try Command.run("objcopy", ["-R", ".note.gnu.build-id", lower])
    _ = try Command.run(
      "patchelf", ["--set-rpath", "$ORIGIN:\(folder.program.folder)", upper])
    let lines = try await folder.run(["load \(upper)", "load-all \(folder.path)", "states"])
    #expect(
      lines.last == "states: images active, libLower.so active, libUpper.so active", "\(lines)")
    #expect(lines.count { $0.hasPrefix("onLoad libLower.so") } == 1, "\(lines)")
  }

  @Test("What can't be reinstated after a failed change is told, and tried again")
  func stillWithdrawn() async throws {
    let folder = try await MadeFolder("still-withdrawn")
    let kept = try await MadeFolder("still-withdrawn-files")
    try kept.copy(try await ImageHost.variant("Owning", "MOODY"), as: "older.so")
    try kept.plugin("newer.so", name: "Owning", version: "2")
    try kept.copy(try await ImageHost.variant("Lower", "NEEDY"), as: "user.so")
    let steps = [["older.so"], ["newer.so"], ["user.so"]].flatMap { files in
      files.map { "copy \(kept.path)\($0) \(folder.path)\($0)" } + ["sync-with-host \(folder.path)"]
    }
    let again = ["sync-with-host \(folder.path)", "states"]
    let lines = try await folder.run(
      steps + ["remove \(folder.path)newer.so"] + again + again
        + ["copy \(kept.path)newer.so \(folder.path)newer.so"] + again)
    #expect(
      lines.contains {
        $0.contains("onLoad failed: Unwilling()") && $0.contains("; user.so stays withdrawn: ")
      },
      "\(lines)")
    #expect(
      lines.filter { $0.hasPrefix("states") } == [
        "states: images active, newer.so active, older.so superseded, user.so active",
        "states: images active, newer.so rolledBack, older.so active, user.so withdrawn",
        "states: images active, newer.so active, older.so superseded, user.so active",
      ], "\(lines)")
  }
  @Test("What can't be reinstated keeps no other file of its former path from it")
  func samePath() async throws {
    let folder = try await MadeFolder("same-path")
    let kept = try await MadeFolder("same-path-files")
    try kept.copy(try await ImageHost.variant("Owning", "MOODY"), as: "moody.so")
    try kept.plugin("plain.so", name: "Plain")
    let (path, sync) = ("\(folder.path)x.so", "sync-with-host \(folder.path)")
    let lines = try await folder.run(
      ["moody.so", "plain.so"].flatMap {
        ["copy \(kept.path)\($0) \(path)", sync, "remove \(path)", sync]
      }
        + ["moody.so", "plain.so"].map { "copy \(kept.path)\($0) \(folder.path)\($0)" }
        + [sync, "states", sync, "states"])
    #expect(lines.count { $0.contains("onLoad failed: Unwilling()") } == 1, "\(lines)")
    #expect(
      lines.filter { $0.hasPrefix("states") } == [
        "states: images active, x.so active, x.so withdrawn",
        "states: images active, x.so active, x.so active",
      ], "\(lines)")
  }
}
