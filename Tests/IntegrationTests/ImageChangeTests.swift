// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What supersedes what, and changes of images that are judged as `load` judges.
@Suite(.inEachMode) struct ImageChangeTests {
  private static let conflict = "conflict for speak() of Dog with OfLoud."

  /// Copies of plug-ins, under other names.
  private func copies(
    _ files: [(plugin: String, file: String)], in name: String
  ) async throws -> String {
    let program = try await ImageHost.program()
    let folder = try Folders.make("Images/\(FixtureMode.current)-\(name)")
    for (plugin, file) in files {
      let path = folder + file
      try FileManager.default.createDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path(),
        withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: program.folder + plugin, toPath: path)
      try Command.run("patchelf", ["--set-rpath", program.folder, path])
    }
    return folder
  }

  // MARK: Superseding

  @Test("Two files of one name are two images")
  func fileName() async throws {
    let folder = try await copies(
      [("libAlpha.so", "one/libPlugin.so"), ("libOfLoud.so", "two/libPlugin.so")], in: "vendors")
    let lines = try await ImageHost.run([
      "load \(folder)one/libPlugin.so", "load \(folder)two/libPlugin.so", "states", "call",
    ])
    #expect(
      lines.suffix(2) == [
        "states: images active, libPlugin.so active, libPlugin.so active",
        "Dog alpha, LOUD; Cat alpha, default",
      ])
  }

  @Test("Said to be one image, the newer file supersedes all of that name that were loaded")
  func givenIdentity() async throws {
    let folder = try await copies(
      [
        ("libAlpha.so", "one/libPlugin.so"), ("libOfLoud.so", "two/libPlugin.so"),
        ("libOfQuiet.so", "libPlugin.so.2"),
      ], in: "given")
    let lines = try await ImageHost.run([
      "load \(folder)one/libPlugin.so", "load \(folder)two/libPlugin.so",
      "load \(folder)libPlugin.so.2 identity=libPlugin.so", "states", "call",
      "roll-back libPlugin.so.2", "states", "call",
    ])
    #expect(
      lines.contains(
        "states: images active, libPlugin.so superseded, libPlugin.so superseded, "
          + "libPlugin.so.2 active"), "\(lines)")
    #expect(lines.contains("Dog quiet; Cat default"))
    #expect(
      lines.suffix(2) == [
        "states: images active, libPlugin.so active, libPlugin.so active, "
          + "libPlugin.so.2 rolledBack",
        "Dog alpha, LOUD; Cat alpha, default",
      ])
  }

  @Test("A file with the executable's name does not take its place, whatever is said")
  func executable() async throws {
    let folder = try await copies([("libOfLoud.so", "images")], in: "usurper")
    for identity in ["", " identity=images"] {
      let lines = try await ImageHost.run(["load \(folder)images\(identity)", "states", "call"])
      #expect(
        lines.suffix(2) == ["states: images active, images active", "Dog LOUD; Cat default"])
    }
  }

  @Test("What dlopen brought stays")
  func opened() async throws {
    let newer = try await ImageHost.variant("Alpha", "NEWER")
    let lines = try await ImageHost.run(
      ["open libAlpha.so", "load \(newer) identity=libAlpha.so", "states"])
    #expect(lines.last == "states: images active, libAlpha-NEWER.so active, libAlpha.so active")
  }

  @Test("Files of one SONAME are builds of one image")
  func soname() async throws {
    let program = try await ImageHost.program()
    let files = try ["Alpha", "OfLoud"].map { name in
      let link = Link(
        output: program.folder + "soname-\(name).so", objects: program.objects[name],
        libraries: ImageHost.libraries, flags: ["-Xlinker", "-soname", "-Xlinker", "libOne.so.1"])
      try link.run(FixtureMode.current)
      return link.output
    }
    // With its SONAME loaded, the dynamic linker does not open another by that name; by
    // their paths it does.
    let lines = try await ImageHost.run([
      "load \(files[0])", "load \(files[1])", "states", "call",
    ])
    #expect(
      lines.suffix(2) == [
        "states: images active, soname-Alpha.so superseded, soname-OfLoud.so active",
        "Dog LOUD; Cat default",
      ], "\(lines)")
  }

  @Test("A build that was taken in again stands after those that it made way for")
  func again() async throws {
    let (one, two) = ("libOfLoud.so", "libOfQuiet.so")
    let lines = try await ImageHost.run([
      "load \(one) identity=I", "load \(two) identity=I", "load libAlpha.so identity=I",
      "load \(two) identity=I", "roll-back \(two)", "states", "roll-back libAlpha.so", "states",
    ])
    let states = lines.filter { $0.hasPrefix("states: ") }
    #expect(
      states == [
        "states: images active, libAlpha.so active, libOfLoud.so superseded, "
          + "libOfQuiet.so rolledBack",
        "states: images active, libAlpha.so rolledBack, libOfLoud.so active, "
          + "libOfQuiet.so rolledBack",
      ], "\(lines)")
  }

  // MARK: Judging

  @Test("A build that was withdrawn comes back as that")
  func rollBackToWithdrawn() async throws {
    let lines = try await ImageHost.run([
      "load libAlpha.so identity=A", "withdraw libAlpha.so", "load libIdling.so identity=A",
      "states", "roll-back libIdling.so", "states", "call", "reinstate libAlpha.so", "call",
    ])
    #expect(
      lines.suffix(6) == [
        "states: images active, libAlpha.so superseded, libIdling.so active",
        "libIdling.so: rolledBack",
        "states: images active, libAlpha.so withdrawn, libIdling.so rolledBack",
        "Dog default; Cat default", "libAlpha.so: active", "Dog alpha, default; Cat alpha, default",
      ], "\(lines)")
  }

  @Test("Rolling back to a conflict is refused")
  func rollBack() async throws {
    let torn = try await ImageHost.variant("OfLoud", "TORN")
    let lines = try await ImageHost.run([
      "load \(torn) identity=V allow", "call", "load libIdling.so identity=V",
      "roll-back libIdling.so", "states", "call",
    ])
    let refusal = lines.first { $0.contains("can't rollBack") }
    #expect(refusal?.hasPrefix("libIdling.so: it is active and can't") == true, "\(lines)")
    #expect(refusal?.contains(Self.conflict) == true, "\(lines)")
    #expect(
      lines.suffix(2) == [
        "states: images active, libIdling.so active, libOfLoud-TORN.so superseded",
        "Dog default; Cat default",
      ], "\(lines)")
  }

  @Test("Reinstating to a conflict is refused, unless it is allowed")
  func reinstate() async throws {
    let torn = try await ImageHost.variant("OfLoud", "TORN")
    let lines = try await ImageHost.run([
      "call", "load \(torn) allow", "withdraw libOfLoud-TORN.so", "reinstate libOfLoud-TORN.so",
      "states", "reinstate-anyway libOfLoud-TORN.so", "call",
    ])
    let refusal = lines.first {
      $0.hasPrefix("libOfLoud-TORN.so: it is withdrawn and can't reinstate since ")
    }
    #expect(refusal?.contains(Self.conflict) == true, "\(lines)")
    #expect(
      lines.suffix(3) == [
        "states: images active, libOfLoud-TORN.so withdrawn", "libOfLoud-TORN.so: active",
        "Dog default; Cat default",
      ], "\(lines)")
  }

  @Test("Unblocking to a conflict is refused")
  func unblock() async throws {
    let torn = try await ImageHost.variant("OfLoud", "TORN")
    let lines = try await ImageHost.run([
      "call", "block OfLoud.Shout", "load \(torn)", "unblock OfLoud.Shout", "call",
      "block OfLoud.Scream", "unblock OfLoud.Shout", "call",
    ])
    let refusal = lines.first { $0.hasPrefix("OfLoud.Shout stays blocked, since ") }
    #expect(refusal?.contains(Self.conflict) == true, "\(lines)")
    #expect(lines.contains("Dog AAH; Cat default"), "\(lines)")
    #expect(lines.last == "Dog LOUD; Cat default", "\(lines)")
  }
}
