// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Folders that a process is kept in step with, and plug-ins that need others.
@Suite(.inEachMode) struct FolderSyncTests {
  private static let host = "providing=images-host:2.1"

  @Test("A plug-in that needs another is loaded after it, and withdrawn before it")
  func needs() async throws {
    let folder = try await MadeFolder("needs")
    try folder.plugin("a.so", name: "Routes", needs: "Maps 2.1..<3")
    try folder.plugin("b.so", name: "Maps", version: "2.4")
    let lines = try await folder.run([
      "watch", "load-all \(folder.path) \(Self.host)", "seen 2", "withdraw b.so", "states",
      "reinstate b.so", "load-all \(folder.path) \(Self.host)",
    ])
    #expect(
      lines.suffix(9)
        == [
          "result: a.so: loaded, with 0 descriptors", "result: b.so: loaded, with 0 descriptors",
          "change: arrived b.so", "change: arrived a.so", "b.so: withdrawn",
          "states: a.so withdrawn, b.so withdrawn, images active", "b.so: active",
          "result: a.so: passed over: this process has loaded the same build from a.so, which is "
            + "withdrawn: reinstate() takes it back",
          "result: b.so: passed over: this process has loaded the same build from b.so",
        ], "\(lines)")
  }

  @Test(
    "Versions outside of the range will not do, and neither does a pre-release of its end",
    arguments: ["2.0", "3", "3.0-beta", "2.1-beta"])
  func versions(version: String) async throws {
    let folder = try await MadeFolder("needs-\(version)")
    try folder.plugin("a.so", name: "Routes", needs: "Maps 2.1..<3")
    try folder.plugin("b.so", name: "Maps", version: version)
    let lines = try await folder.run(["load-all \(folder.path) \(Self.host)", "manifests"])
    #expect(
      lines.suffix(3) == [
        "result: refused: a.so: Routes 1 needs Maps 2.1..<3, of which there is \(version): "
          + "update the host, or say in providing: what it has",
        "result: b.so: loaded, with 0 descriptors", "manifests: Maps \(version)",
      ], "\(lines)")
  }

  @Test("What needs a plug-in that is refused or missing is refused")
  func missing() async throws {
    let folder = try await MadeFolder("needs-refused")
    try folder.plugin("a.so", name: "Routes", needs: "Maps 2.1..<3")
    try folder.plugin("b.so", name: "Maps", version: "2.4", needs: "images-host 9")
    try folder.plugin("c.so", name: "Tours", needs: "Guides 1")
    let lines = try await folder.run(["load-all \(folder.path) \(Self.host)", "manifests"])
    #expect(lines.contains("result: refused: a.so: needs b.so, which was refused"), "\(lines)")
    #expect(
      lines.contains {
        $0.hasPrefix("result: refused: c.so: Tours 1 needs Guides 1, of which there is nothing")
      }, "\(lines)")
    #expect(lines.last == "manifests: ")
  }

  @Test("A newer plug-in does not supersede what another one still needs")
  func neededOtherwise() async throws {
    let folder = try await MadeFolder("needed")
    try folder.plugin("a.so", name: "Routes", needs: "Maps 2.1..<3")
    try folder.plugin("b.so", name: "Maps", version: "2.4")
    let newer = try await MadeFolder("needed-newer")
    try newer.plugin("b.so", name: "Maps", version: "3.0")
    let lines = try await newer.run([
      "load-all \(folder.path) \(Self.host)", "load-all \(newer.path) \(Self.host)", "manifests",
    ])
    #expect(
      lines.contains {
        $0.hasPrefix("result: refused: b.so: Maps 3.0 can't supersede what Routes 1 (")
      }, "\(lines)")
    // Both newer ones are loaded together.
    try newer.plugin("c.so", name: "Routes", version: "2", needs: "Maps 3..<4")
    let both = try await newer.run([
      "load-all \(folder.path) \(Self.host)", "load-all \(newer.path) \(Self.host)", "states",
    ])
    #expect(
      both.last
        == "states: a.so superseded, b.so active, b.so superseded, c.so active, images active",
      "\(both)")
  }

  @Test("A library without a manifest is no plug-in beside others that have one")
  func withoutManifest() async throws {
    let folder = try await MadeFolder("libraries")
    try folder.copy("libOfLoud.so")
    let alone = try await folder.run(["load-all \(folder.path)"])
    #expect(alone.last == "result: libOfLoud.so: loaded, with 1 descriptor", "\(alone)")
    try folder.plugin("a.so", name: "A", needs: "images-host 1")
    let beside = try await folder.run(["load-all \(folder.path) \(Self.host)"])
    #expect(
      beside.last
        == "result: libOfLoud.so: passed over: no plug-in, since it has no manifest (@Plugin), "
        + "and others of the folder have", "\(beside)")
  }

  @Test("One build is loaded once, on however many threads")
  func threads() async throws {
    let folder = try await MadeFolder("threads")
    for file in ["libOfLoud.so", "libOfQuiet.so"] { try folder.copy(file) }
    let lines = try await folder.run(["load-all-twice \(folder.path)", "images"])
    #expect(lines == ["loaded: 2", "images: images, libOfLoud.so, libOfQuiet.so"], "\(lines)")
  }

  @Test("Files without build ID are told apart by their content")
  func content() async throws {
    let folder = try await MadeFolder("content")
    let second = try await MadeFolder("content-newer")
    for (folder, version) in [(folder, "1"), (second, "2")] {
      try folder.plugin("a.so", name: "A", version: version)
      try Command.run("objcopy", ["-R", ".note.gnu.build-id", folder.path + "a.so"])
    }
    let lines = try await folder.run([
      "load-all \(folder.path) \(Self.host)", "load-all \(folder.path) \(Self.host)",
      "remove \(folder.path)a.so", "copy \(second.path)a.so \(folder.path)a.so",
      "load-all \(folder.path) \(Self.host)", "manifests",
    ])
    #expect(
      lines.contains("result: a.so: passed over: this process has loaded the same build from a.so"),
      "\(lines)")
    #expect(lines.last == "manifests: A 1, A 2", "\(lines)")
  }

  @Test("sync() loads what is new, upgrades, and takes back what is gone")
  func sync() async throws {
    let folder = try await MadeFolder("sync")
    let elsewhere = try await MadeFolder("sync-files")
    try folder.copy("libOfLoud.so")
    try elsewhere.plugin("a.so", name: "A", version: "1", needs: "images-host")
    let loud = folder.path + "libOfLoud.so"
    let lines = try await folder.run([
      "sync \(folder.path)", "call", "copy \(loud) \(elsewhere.path)kept.so", "remove \(loud)",
      "sync \(folder.path)", "call", "states", "copy \(elsewhere.path)kept.so \(loud)",
      "sync \(folder.path)", "call",
    ])
    #expect(
      lines == [
        "synced: libOfLoud.so: loaded, with 1 descriptor", "Dog LOUD; Cat default",
        "copied: true", "removed: true",
        "synced: libOfLoud.so: the file is gone, and its extensions count no more",
        "Dog default; Cat default", "states: images active, libOfLoud.so withdrawn",
        "copied: true",
        "synced: libOfLoud.so: its extensions count again; "
          + "libOfLoud.so: passed over: this process has loaded the same build from libOfLoud.so",
        "Dog LOUD; Cat default",
      ], "\(lines)")
  }

  @Test("A library that came with a plug-in goes and comes back with its file")
  func library() async throws {
    let folder = try await MadeFolder("sync-library")
    let kept = try await MadeFolder("sync-library-files")
    let library = try kept.copy("libOfLoud.so", as: "libloud.so")
    let plugin = try kept.plugin("a.so", name: "A", needed: ["libloud.so"])
    // Without a SONAME it is needed by its path.
    try Command.run("patchelf", ["--replace-needed", library, "libloud.so", plugin])
    let files = ["a.so", "libloud.so"]
    let put = files.map { "copy \(kept.path)\($0) \(folder.path)\($0)" }
    let remove = files.map { "remove \(folder.path)\($0)" }
    let sync = ["sync-with-host \(folder.path)", "states"]
    let lines = try await folder.run(put + sync + remove + sync + put + sync)
    let counting = "states: a.so active, images active, libloud.so active"
    #expect(
      lines.filter { $0.hasPrefix("states") } == [
        counting, "states: a.so withdrawn, images active, libloud.so withdrawn", counting,
      ], "\(lines)")
  }

  @Test("If the newer file goes and the older one is there, that counts again")
  func rollBack() async throws {
    let folder = try await MadeFolder("sync-back")
    try folder.plugin("a-1.so", name: "A", version: "1", needs: "images-host")
    let elsewhere = try await MadeFolder("sync-back-files")
    try elsewhere.plugin("a-2.so", name: "A", version: "2", needs: "images-host")
    let newer = folder.path + "a-2.so"
    let lines = try await folder.run([
      "sync-with-host \(folder.path)", "copy \(elsewhere.path)a-2.so \(newer)",
      "sync-with-host \(folder.path)", "states", "remove \(newer)",
      "sync-with-host \(folder.path)", "states",
    ])
    #expect(
      lines.filter { $0.hasPrefix("states") } == [
        "states: a-1.so superseded, a-2.so active, images active",
        "states: a-1.so active, a-2.so rolledBack, images active",
      ], "\(lines)")
  }

  @Test("If the older build takes the newer one's place under its name, that counts again")
  func revert() async throws {
    let folder = try await MadeFolder("sync-revert")
    let files = try await MadeFolder("sync-revert-files")
    for version in ["1", "2"] {
      try files.plugin("\(version).so", name: "A", version: version, needs: "images-host")
    }
    let path = folder.path + "a.so"
    func put(_ version: String) -> [String] {
      [
        "remove \(path)", "copy \(files.path)\(version).so \(path)",
        "sync-with-host \(folder.path)",
      ]
    }
    let lines = try await folder.run(
      put("1") + put("2") + ["states"] + put("1") + ["states"] + put("2") + ["states"])
    #expect(
      lines.filter { $0.hasPrefix("states") } == [
        "states: a.so active, a.so superseded, images active",
        "states: a.so active, a.so rolledBack, images active",
        "states: a.so active, a.so superseded, images active",
      ], "\(lines)")
  }

  @Test("A newer build under another name serves those that need it")
  func upgradedUnderAnotherName() async throws {
    let states = try await MadeFolder.states(
      "upgraded",
      of: [
        ("a-1.so", "A", "1", "images-host"), ("a-2.so", "A", "2", "images-host"),
        ("x.so", "X", "1", "A 1"),
      ], ["+a-1.so +x.so", "+a-2.so -a-1.so", ""])
    #expect(
      states == [
        "a-1.so active, x.so active", "a-1.so superseded, a-2.so active, x.so active",
        "a-1.so superseded, a-2.so active, x.so active",
      ])
  }

  @Test("An older build that comes back leaves the newer one")
  func olderComesBack() async throws {
    let states = try await MadeFolder.states(
      "older",
      of: ["1", "2", "3"].map { ("a-\($0).so", "A", $0, "images-host") },
      ["+a-1.so", "+a-2.so", "-a-2.so", "+a-3.so", "+a-2.so", ""])
    #expect(
      states.suffix(2)
        == [
          "a-1.so superseded, a-2.so rolledBack, a-3.so active",
          "a-1.so superseded, a-2.so rolledBack, a-3.so active",
        ], "\(states)")
  }

  @Test("What is back waits for what it needs, and comes after it")
  func needsAtReturn() async throws {
    let alone = try await MadeFolder.states(
      "back", of: [("a.so", "A", "1", "images-host"), ("x.so", "X", "1", "A 1")],
      ["+a.so +x.so", "-a.so -x.so", "+x.so", "+a.so"])
    #expect(
      alone == [
        "a.so active, x.so active", "a.so withdrawn, x.so withdrawn",
        "a.so withdrawn, x.so withdrawn", "a.so active, x.so active",
      ])
    let upgraded = try await MadeFolder.states(
      "back-upgraded",
      of: [
        ("a-1.so", "A", "1", "images-host"), ("a-2.so", "A", "2", "images-host"),
        ("x.so", "X", "1", "A 1"),
      ], ["+a-1.so +x.so", "+a-2.so", "-a-1.so -a-2.so -x.so", "+a-2.so +x.so"])
    #expect(
      upgraded.suffix(2)
        == [
          "a-1.so superseded, a-2.so withdrawn, x.so withdrawn",
          "a-1.so superseded, a-2.so active, x.so active",
        ], "\(upgraded)")
  }

  @Test("An older version is loaded if the newer one lacks what it needs")
  func newerLacksNeeds() async throws {
    let states = try await MadeFolder.states(
      "lacking",
      of: [("x-1.so", "X", "1", "images-host"), ("x-2.so", "X", "2", "Nothing 1")],
      ["+x-1.so +x-2.so"])
    #expect(states == ["x-1.so active"])
    // One is judged by the version that stays if the newer one is refused.
    let displaced = try await MadeFolder.states(
      "displaced",
      of: [
        ("a-1.so", "A", "1.0", "B 2..<3"), ("a-2.so", "A", "1.1", "B 2..<3"),
        ("b-2.so", "B", "2", "images-host"), ("b-3.so", "B", "3", "images-host"),
      ], ["+a-1.so +b-2.so", "+a-2.so +b-3.so"])
    #expect(displaced.last == "a-1.so superseded, a-2.so active, b-2.so active", "\(displaced)")
  }

  @Test("What the program has reinstated itself, it alone takes back and restores")
  func reinstatedByProgram() async throws {
    let folder = try await MadeFolder("sync-program")
    let kept = try await MadeFolder("sync-program-files")
    for folder in [folder, kept] { try folder.copy("libOfLoud.so") }
    let (loud, sync) = (folder.path + "libOfLoud.so", "sync \(folder.path)")
    let lines = try await folder.run([
      sync, "remove \(loud)", sync, "reinstate libOfLoud.so",
      "copy \(kept.path)libOfLoud.so \(loud)", "withdraw libOfLoud.so", sync, "states",
      "reinstate libOfLoud.so", sync, "roll-back libOfLoud.so", sync, "states",
    ])
    #expect(
      lines.filter { $0.hasPrefix("states") } == [
        "states: images active, libOfLoud.so withdrawn",
        "states: images active, libOfLoud.so rolledBack",
      ], "\(lines)")
  }

  @Test("What a plug-in has blocked is loaded when its file goes")
  func blockedByPlugin() async throws {
    let folder = try await MadeFolder("sync-shutting")
    let shutting = try await ImageHost.variant("Owning", "SHUTTING")
    let place = folder.path + "libOwning-SHUTTING.so"
    let kept = try await MadeFolder("sync-shutting-files")
    try kept.plugin("a.so", name: "Other", needs: "images-host")
    let sync = "sync-with-host \(folder.path)"
    let lines = try await folder.run([
      "copy \(shutting) \(place)", sync, "copy \(kept.path)a.so \(folder.path)a.so", sync,
      "remove \(place)", sync, "states",
    ])
    let blocked = lines.filter { $0.contains("a.so: passed over: its plug-in is blocked") }
    #expect(blocked.count == 1, "\(lines)")
    #expect(
      lines.last == "states: a.so active, images active, libOwning-SHUTTING.so withdrawn",
      "\(lines)")
  }

  @Test("If the older file comes back after the newer one went, that counts again")
  func olderComesBackLater() async throws {
    let files = ["1", "2"].map { ("a-\($0).so", "A", $0, "images-host") }
    let states = try await MadeFolder.states(
      "older-later", of: files + [("x.so", "X", "1", "A 1..<2")],
      ["+a-1.so", "+a-2.so -a-1.so", "-a-2.so", "+a-1.so", "+x.so", "+a-2.so", "-x.so"])
    #expect(
      states == [
        "a-1.so active", "a-1.so superseded, a-2.so active", "a-1.so superseded, a-2.so withdrawn",
        "a-1.so active, a-2.so rolledBack", "a-1.so active, a-2.so rolledBack, x.so active",
        // The newer one waits as long as another one needs the older.
        "a-1.so active, a-2.so rolledBack, x.so active",
        "a-1.so superseded, a-2.so active, x.so withdrawn",
      ], "\(states)")
  }

  @Test("A newer file that comes back counts again, also where an older one was loaded after it")
  func newerComesBack() async throws {
    let files = ["1", "2"].map { ("a-\($0).so", "A", $0, "images-host") }
    let states = try await MadeFolder.states(
      "newer-back", of: files, ["+a-1.so +a-2.so", "-a-2.so", "+a-2.so", "", "-a-2.so", "+a-2.so"])
    let (older, newer) = (
      "a-1.so active, a-2.so superseded", "a-1.so superseded, a-2.so active"
    )
    #expect(
      states == [
        "a-2.so active", older, newer, newer, "a-1.so active, a-2.so rolledBack", newer,
      ], "\(states)")
    // It waits for one that needs the older.
    let needed = try await MadeFolder.states(
      "newer-needed", of: files + [("x.so", "X", "1", "A 1..<2")],
      ["+a-1.so +a-2.so", "-a-2.so", "+x.so", "+a-2.so", "-x.so"])
    #expect(
      needed == [
        "a-2.so active", older, older + ", x.so active", older + ", x.so active",
        newer + ", x.so withdrawn",
      ], "\(needed)")
  }

  @Test("Another plug-in's file in the place of one takes that back")
  func overwritten() async throws {
    let folder = try await MadeFolder("sync-overwritten")
    let kept = try await MadeFolder("sync-overwritten-files")
    try folder.plugin("a.so", name: "A")
    try kept.plugin("b.so", name: "B")
    let sync = "sync-with-host \(folder.path)"
    let lines = try await folder.run([
      sync, "rename \(kept.path)b.so \(folder.path)a.so", sync, "states", sync, "states",
    ])
    let states = "states: a.so active, a.so withdrawn, images active"
    #expect(lines.filter { $0.hasPrefix("states") } == [states, states], "\(lines)")
  }

  @Test("A change that fails brings back all that it withdrew")
  func failedChange() async throws {
    let (older, newer) = (try await MadeFolder("fails"), try await MadeFolder("fails-newer"))
    let users = try await MadeFolder("fails-users")
    try older.plugin("b.so", name: "Owning", version: "0.9")
    try newer.copy(try await ImageHost.variant("Owning", "MOODY"), as: "moody.so")
    try users.plugin("x.so", name: "X", needs: "Owning 0.9..<1")
    try users.plugin("z.so", name: "Z", needs: "X 1")
    let folders = [older, newer, users].map { "load-all \($0.path) \(Self.host)" }
    let lines = try await older.run([
      folders[0], folders[1], "roll-back moody.so", folders[2], "states", "reinstate moody.so",
      "states",
    ])
    let states = "states: b.so active, images active, moody.so rolledBack, x.so active, z.so active"
    #expect(lines.filter { $0.hasPrefix("states") } == [states, states], "\(lines)")
    #expect(lines.contains("moody.so: it is rolledBack and can't reinstate"), "\(lines)")
  }

  @Test("What can't be restored is told, and tried again")
  func restoredLater() async throws {
    let folder = try await MadeFolder("sync-moody")
    let moody = try await ImageHost.variant("Owning", "MOODY")
    let place = folder.path + "libOwning-MOODY.so"
    let lines = try await folder.run([
      "copy \(moody) \(place)", "sync-with-host \(folder.path)", "remove \(place)",
      "sync-with-host \(folder.path)", "copy \(moody) \(place)",
      "sync-with-host \(folder.path)", "states", "sync-with-host \(folder.path)", "states",
    ])
    #expect(
      lines.contains {
        $0.contains("can't reinstate") && $0.contains("onLoad failed: Unwilling()")
      },
      "\(lines)")
    #expect(
      lines.filter { $0.hasPrefix("states") } == [
        "states: images active, libOwning-MOODY.so withdrawn",
        "states: images active, libOwning-MOODY.so active",
      ], "\(lines)")
  }

  @Test("What the program has reinstated while its folder took it back is the program's")
  func reinstatedMeanwhile() async throws {
    // Its `onWithdraw` reinstates what was withdrawn before it.
    let lower = try await ImageHost.variant("Lower", "REINSTATING")
    let folder = try await MadeFolder("reinstated-meanwhile")
    let name = "libLower-REINSTATING.so"
    let place = folder.path + name
    try folder.plugin("a.so", name: "Routes", needs: "Lower 1")
    let lines = try await folder.run([
      "copy \(lower) \(place)", "sync \(folder.path)", "remove \(place)", "sync \(folder.path)",
      "states", "withdraw a.so", "copy \(lower) \(place)", "sync \(folder.path)", "states",
    ])
    #expect(
      lines.filter { $0.hasPrefix("states") } == [
        "states: a.so active, images active, \(name) withdrawn",
        "states: a.so withdrawn, images active, \(name) active",
      ], "\(lines)")
  }

  @Test("changes() follows the folder")
  func changes() async throws {
    let folder = try await MadeFolder("follow")
    let program = folder.program
    let whole = try Data(contentsOf: URL(filePath: program.folder + "libOfLoud.so"))
    // Threads of tasks may be busy with builds.
    Thread { [folder] in
      Thread.sleep(forTimeInterval: 1)
      // Half of it is no plug-in yet.
      try! folder.write(whole.prefix(whole.count / 2), to: "libOfLoud.so")
      Thread.sleep(forTimeInterval: 0.2)
      try! folder.write(whole, to: "libOfLoud.so")
      Thread.sleep(forTimeInterval: 4)
      try! FileManager.default.removeItem(atPath: folder.path + "libOfLoud.so")
    }.start()
    let lines = try await folder.run(["follow \(folder.path) 2", "call"])
    #expect(
      lines == [
        "news: libOfLoud.so: loaded, with 1 descriptor",
        "news: libOfLoud.so: the file is gone, and its extensions count no more",
        "Dog default; Cat default",
      ], "\(lines)")
  }

  @Test("Each file has its second to become whole")
  func slowFiles() async throws {
    let folder = try await MadeFolder("follow-slow")
    let files = try ["libOfLoud.so", "libOfQuiet.so"].map { name in
      (name, try Data(contentsOf: URL(filePath: folder.program.folder + name)))
    }
    Thread { [folder] in
      // The second one begins as the first one becomes whole.
      Thread.sleep(forTimeInterval: 1)
      var former: (name: String, whole: Data)?
      for (name, whole) in files {
        if let former { try! folder.write(former.whole, to: former.name) }
        try! folder.write(whole.prefix(whole.count / 2), to: name)
        Thread.sleep(forTimeInterval: 0.3)
        former = (name, whole)
      }
      try! folder.write(former!.whole, to: former!.name)
    }.start()
    let lines = try await folder.run(["follow \(folder.path) 2"])
    #expect(
      lines == [
        "news: libOfLoud.so: loaded, with 1 descriptor",
        "news: libOfQuiet.so: loaded, with 1 descriptor",
      ], "\(lines)")
  }

  @Test("changes() follows links on the way to the folder, and a folder in the place of another")
  func changesOfLinks() async throws {
    let folder = try await MadeFolder("follow-links")
    let program = folder.program
    let manager = FileManager.default
    for (release, library) in [("1", "libOfLoud.so"), ("2", "libOfQuiet.so")] {
      let plugins = folder.path + release + "/plug-ins"
      try manager.createDirectory(atPath: plugins, withIntermediateDirectories: true)
      try manager.copyItem(atPath: program.folder + library, toPath: plugins + "/" + library)
    }
    let (current, next) = (folder.path + "current", folder.path + "next")
    try manager.createSymbolicLink(atPath: current, withDestinationPath: "1")
    let notes = folder.path + "notes"
    try manager.createDirectory(atPath: notes, withIntermediateDirectories: true)
    @Sendable func wait(for count: Int) {
      for _ in 0..<600 where !FileManager.default.fileExists(atPath: "\(notes)/\(count)") {
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
    Thread {
      wait(for: 1)
      try! manager.createSymbolicLink(atPath: next, withDestinationPath: "2")
      rename(next, current)
      wait(for: 3)
      try! manager.moveItem(atPath: folder.path + "2/plug-ins", toPath: folder.path + "2/old")
      try! manager.moveItem(atPath: folder.path + "1/plug-ins", toPath: folder.path + "2/plug-ins")
    }.start()
    let lines = try await folder.run(["follow \(current)/plug-ins/ 5 \(notes)", "call"])
    let gone = "the file is gone, and its extensions count no more"
    #expect(
      lines == [
        "news: libOfLoud.so: loaded, with 1 descriptor",
        "news: 1/plug-ins/libOfLoud.so: \(gone)",
        "news: libOfQuiet.so: loaded, with 1 descriptor",
        "news: 2/plug-ins/libOfQuiet.so: \(gone)",
        "news: 1/plug-ins/libOfLoud.so: its extensions count again",
        "Dog LOUD; Cat default",
      ], "\(lines)")
  }

  @Test("A folder that can't be watched is an error")
  func unread() async throws {
    let folder = try await MadeFolder("follow-none")
    let lines = try await folder.run([
      "follow \(folder.path)none 1", "sync \(folder.path)none",
    ])
    #expect(
      lines == [
        "no folder: none: No such file or directory: no plug-in of it was loaded",
        "no folder: none: No such file or directory: no plug-in of it was loaded",
      ], "\(lines)")
  }
}
