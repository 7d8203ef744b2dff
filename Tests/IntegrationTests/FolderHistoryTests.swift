// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Histories of a folder, with a process that is started at the end as the oracle.
@Suite(.inEachMode) struct FolderHistoryTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["GRAFT_FOLDER_HISTORIES"].flatMap { UInt64($0) } ?? 6
  private static let first = environment["GRAFT_FOLDER_SEED"].flatMap { UInt64($0) } ?? 1

  @Test(
    "After each change of a folder, what counts is what would in a new process",
    arguments: first..<first + count)
  func follows(seed: UInt64) async throws {
    let folder = try await MadeFolder("history-\(seed)")
    let history = FolderHistory(seed: seed, stepCount: 8)
    let steps = try await history.commands(in: folder)
    let lines = try await folder.run(steps.flatMap { $0 })
    let counting = lines.filter { $0.hasPrefix("counting: ") }
    try #require(counting.count == steps.count, "\(lines)")
    for (number, content) in history.contents.enumerated() {
      let expected = try await content.counting()
      let found = FolderHistory.plugins(counting[number])
      #expect(
        found == expected,
        """
        seed \(seed), step \(number + 1) of:
        \(history.contents[...number].map(\.description).joined(separator: "\n"))
        \(lines.joined(separator: "\n"))
        """)
      // Others than plug-ins came with them.
      if expected.contains(where: { "DE".contains($0.prefix(1)) }) {
        #expect(counting[number].contains("libloud.so"), "seed \(seed): \(lines)")
      }
    }
  }

  @Test("Another plug-in in the place of one takes that back before it is judged itself")
  func anotherInPlace() async throws {
    let refused = try await MadeFolder.states(
      "place-refused", of: [("f.so", "F", "1", "images-host"), ("b.so", "B", "1", "A 2")],
      ["+f.so@x.so", "-x.so +b.so@x.so"])
    #expect(refused == ["x.so active", "x.so withdrawn"])
    let older = try await MadeFolder.states(
      "place-older",
      of: [
        ("a-2.so", "A", "2", "images-host"), ("a-3.so", "A", "3", "images-host"),
        ("b.so", "B", "1", "A 2"),
      ], ["+a-3.so@x.so", "-x.so +a-2.so +b.so@x.so"])
    #expect(older == ["x.so active", "a-2.so active, x.so active, x.so superseded"])
  }

  @Test("What was taken back is no reason to refuse an older file in its place")
  func olderInPlace() async throws {
    let states = try await MadeFolder.states(
      "place-after",
      of: [
        ("c-1.so", "C", "1", "images-host"), ("c-2.so", "C", "2", "images-host"),
        ("d.so", "D", "1", "images-host"),
      ], ["+c-2.so@x.so", "-x.so +d.so@x.so", "-x.so +c-1.so@x.so"])
    #expect(
      states == [
        "x.so active", "x.so active, x.so withdrawn",
        "x.so active, x.so superseded, x.so withdrawn",
      ])
  }

  @Test("A file may need what counts again only after others were loaded")
  func needsRestored() async throws {
    let states = try await MadeFolder.states(
      "restored-need",
      of: [
        ("a-2.so", "A", "2", "images-host"), ("a-3.so", "A", "3", "images-host"),
        ("b.so", "B", "1", "A 1"), ("c-1.so", "C", "1", "B 1"), ("c-2.so", "C", "2", "B 1"),
      ], ["+a-2.so +b.so +c-1.so", "-a-2.so +a-3.so +c-2.so"])
    #expect(
      states.last
        == "a-2.so superseded, a-3.so active, b.so active, c-1.so superseded, c-2.so active")
  }

  @Test("An older version counts in the place of one that lacks what it needs")
  func olderWithoutNeeds() async throws {
    let files = [
      ("a-1.so", "A", "1", "images-host"), ("a-2.so", "A", "2", "images-host"),
      ("b-1.so", "B", "1", "A 1"), ("b-2.so", "B", "2", "A 2"),
    ]
    let loaded = try await MadeFolder.states(
      "older-loaded", of: files,
      ["+a-1.so +b-1.so", "+a-2.so +b-2.so", "-a-2.so", "+a-2.so"])
    let newer = "a-1.so superseded, a-2.so active, b-1.so superseded, b-2.so active"
    #expect(
      loaded == [
        "a-1.so active, b-1.so active", newer,
        "a-1.so active, a-2.so rolledBack, b-1.so active, b-2.so superseded", newer,
      ])
    let new = try await MadeFolder.states(
      "older-new", of: files, ["+a-2.so +b-2.so", "-a-2.so +a-1.so +b-1.so"])
    #expect(
      new.last == "a-1.so active, a-2.so superseded, b-1.so active, b-2.so superseded")
  }

  @Test("A version counts neither without what it needs nor in the place of one that is refused")
  func refusedNeeds() async throws {
    let refused = try await MadeFolder.states(
      "refused-need",
      of: [
        ("a-2.so", "A", "2", "images-host"), ("a-3.so", "A", "3", "Nothing 1"),
        ("b-1.so", "B", "1", "images-host"), ("b-2.so", "B", "2", "A 2"),
      ], ["+a-2.so +b-2.so", "-a-2.so +a-3.so +b-1.so"])
    #expect(refused.last == "a-2.so withdrawn, b-1.so active, b-2.so superseded")
    let gone = try await MadeFolder.states(
      "gone-need",
      of: [
        ("b-1.so", "B", "1", "images-host"), ("c-1.so", "C", "1", "B 1"),
        ("c-2.so", "C", "2", "B 1"),
      ], ["+b-1.so +c-1.so", "+c-2.so", "-b-1.so", "-c-2.so"])
    #expect(gone.last == "b-1.so withdrawn, c-1.so superseded, c-2.so withdrawn")
  }

  @Test("Two plug-ins are upgraded together, of which one was taken back before")
  func upgradedTogether() async throws {
    let states = try await MadeFolder.states(
      "together",
      of: [
        ("a-1.so", "A", "1", "images-host"), ("a-2.so", "A", "2", "images-host"),
        ("x-1.so", "X", "1", "A 1..<2"), ("x-2.so", "X", "2", "A 2"),
      ], ["+a-1.so", "+a-2.so", "-a-2.so", "+x-1.so", "+a-2.so +x-2.so", ""])
    let upgraded = "a-1.so superseded, a-2.so active, x-1.so superseded, x-2.so active"
    #expect(states.suffix(2) == [upgraded, upgraded])
  }

  @Test("A link takes a plug-in's place, and one that the program rolled back stays so")
  func linkAndRollBack() async throws {
    let folder = try await MadeFolder("link-in-place")
    let kept = try await MadeFolder("link-in-place-files")
    let (one, other) = (try kept.plugin("a.so", name: "A"), try kept.plugin("b.so", name: "B"))
    let (a, x) = (folder.path + "a.so", folder.path + "x.so")
    let sync = "sync-with-host \(folder.path)"
    let lines = try await folder.run([
      "copy \(other) \(x)", sync, "remove \(x)", "symlink \(other) \(x)", sync, "states",
      "copy \(one) \(a)", sync, "remove \(a)", sync, "roll-back a.so", "copy \(one) \(a)", sync,
      "states",
    ])
    #expect(
      lines.filter { $0.hasPrefix("states: ") } == [
        "states: images active, x.so withdrawn",
        "states: a.so rolledBack, images active, x.so withdrawn",
      ], "\(lines)")
  }

  @Test("A version that was superseded counts again when only older ones are left")
  func supersededBefore() async throws {
    let states = try await MadeFolder.states(
      "superseded-before", of: ["1", "2", "3"].map { ("a-\($0).so", "A", $0, "images-host") },
      ["+a-2.so@x.so", "-x.so +a-3.so@x.so", "-x.so +a-1.so", "+a-2.so"])
    #expect(
      states.suffix(2) == [
        "a-1.so active, x.so superseded, x.so superseded",
        "a-1.so superseded, x.so active, x.so superseded",
      ])
  }
}

/// What a folder has after each of several steps.
private struct FolderHistory {
  /// A file, with the library of the folder that it needs.
  struct File {
    let name: String
    let plugin: String
    let version: String
    var needs = "images-host"
    var library: String?
  }

  // Without ends of ranges: what is loaded would depend on what was.
  static let files = [
    File(name: "a-1", plugin: "A", version: "1"),
    File(name: "a-2", plugin: "A", version: "2"),
    File(name: "a-3", plugin: "A", version: "3"),
    File(name: "b-1", plugin: "B", version: "1", needs: "A 1"),
    File(name: "b-2", plugin: "B", version: "2", needs: "A 2"),
    File(name: "c-1", plugin: "C", version: "1", needs: "B 1"),
    File(name: "c-2", plugin: "C", version: "2", needs: "B 1"),
    File(name: "d-1", plugin: "D", version: "1", library: "libloud.so"),
    File(name: "d-2", plugin: "D", version: "2", needs: "A 2", library: "libloud.so"),
    File(name: "e-1", plugin: "E", version: "1", needs: "A 2", library: "libloud.so"),
    File(name: "f-1", plugin: "F", version: "1", library: "libplain.so"),
    // These need one another.
    File(name: "g-1", plugin: "G", version: "1", needs: "H 1"),
    File(name: "h-1", plugin: "H", version: "1", needs: "G 1"),
  ]

  /// The names in a folder, each with the name of what is there.
  struct Content: CustomStringConvertible {
    var places: [String: String] = [:]

    var description: String {
      places.sorted { $0.key < $1.key }.map { $0 == $1 ? $0 : "\($0) (\($1))" }
        .joined(separator: " ")
    }

    /// The libraries that its plug-ins need.
    var libraries: Set<String> {
      Set(places.values.compactMap { name in files.first { $0.name == name }?.library })
    }

    /// The plug-ins that count in a process that is started with it.
    func counting() async throws -> [String] {
      let (mode, key) = (FixtureMode.current, description)
      return try await FolderHistory.fresh.value(for: "\(mode) \(key)") {
        let name = String(key.map { $0.isLetter || $0.isNumber ? $0 : "-" })
        let folder = try await MadeFolder("history-fresh-\(name)")
        let kept = try await FolderHistory.kept()
        for (place, name) in places {
          try FileManager.default.linkItem(
            atPath: kept.path + FolderHistory.fileName(name),
            toPath: folder.path + FolderHistory.fileName(place))
        }
        let lines = try await folder.run(["sync-with-host \(folder.path)", "counting"])
        return FolderHistory.plugins(lines.last!)
      }
    }
  }

  private(set) var contents: [Content] = []

  init(seed: UInt64, stepCount: Int) {
    var random = Generator(seed: seed)
    var content = Content()
    while contents.count < stepCount {
      for file in Self.files where random.once(in: 4) {
        let places = content.places.filter { $0.value == file.name }.keys.sorted()
        if !places.isEmpty, !random.once(in: 4) {
          content.places[random.element(of: places)] = nil
        } else {
          // In the place of another, too. One that does not supersede the file before it may leave
          // that in effect.
          let place = random.element(of: [file.name, file.name, "x", "y"])
          let before = [content, contents.last].compactMap { $0?.places[place] }
          let isVersion = Self.files.contains {
            before.contains($0.name) && $0.plugin == file.plugin
          }
          if isVersion { continue }
          content.places[place] = file.name
        }
      }
      // A library stays for a while.
      for library in ["libloud.so", "libplain.so"] {
        let isNeeded = content.libraries.contains(library)
        if isNeeded {
          content.places[library] = library
        } else if random.once(in: 2) {
          content.places[library] = nil
        }
      }
      contents.append(content)
    }
  }

  /// The commands of each step.
  func commands(in folder: MadeFolder) async throws -> [[String]] {
    let kept = try await Self.kept()
    var before = Content()
    return contents.map { content in
      defer { before = content }
      let places = Set(before.places.keys).union(content.places.keys).sorted()
      let changed = places.filter { before.places[$0] != content.places[$0] }
      let removed = changed.filter { before.places[$0] != nil }
        .map { "remove \(folder.path)\(Self.fileName($0))" }
      let copied = changed.compactMap { place in
        content.places[place].map {
          "copy \(kept.path)\(Self.fileName($0)) \(folder.path)\(Self.fileName(place))"
        }
      }
      return removed + copied + ["sync-with-host \(folder.path)", "counting"]
    }
  }

  /// The plug-ins in a line of the host, in order.
  static func plugins(_ line: String) -> [String] {
    line.replacing("counting: ", with: "").components(separatedBy: ", ")
      .filter { !$0.isEmpty && !$0.hasSuffix(".so") }.sorted()
  }

  private static func fileName(_ name: String) -> String {
    name.hasSuffix(".so") ? name : name + ".so"
  }

  private static let fresh = Once<String, [String]>()
  private static let keptFolders = Once<Mode, MadeFolder>()

  /// A folder with all files.
  private static func kept() async throws -> MadeFolder {
    try await keptFolders.value(for: FixtureMode.current) {
      let folder = try await MadeFolder("history-files")
      let loud = try folder.copy("libOfLoud.so", as: "libloud.so")
      try folder.plugin("libplain.so", soname: "libplain.so")
      for file in files {
        let plugin = try folder.plugin(
          fileName(file.name), name: file.plugin, version: file.version, needs: file.needs,
          needed: file.library.map { [$0] } ?? [])
        // Without a SONAME it is needed by its path.
        if file.library == "libloud.so" {
          try Command.run("patchelf", ["--replace-needed", loud, "libloud.so", plugin])
        }
      }
      return folder
    }
  }
}
