// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// The cost of `inspect-sections`, compared with a C program on libelf that
/// does the same, and with tools that do a part of it. Whole processes run in
/// turn.
enum InspectionFigures {
  static func figures() -> [Figure] {
    guard let command = InspectedPlaces.command else {
      return [Figure("inspect-sections", skipped: "swift build can't build it")]
    }
    return Process.withTemporaryFolder { folder in
      // The rival's rows are skipped if there is no C compiler or libelf.
      let rival = Rival.build(in: folder) ?? "inspection-rival"
      return lists(command, rival) + dumps(command, rival) + scan(command)
    }
  }

  private static func lists(_ command: String, _ rival: String) -> [Figure] {
    let lldb = InspectedPlaces.toolchainFile("lib/liblldb.so")
    let core = InspectedPlaces.toolchainFile("lib/swift/linux/libswiftCore.so")
    let files: [(name: String, path: String?, readelfBound: Double?, memory: Double)] = [
      ("ls", "/bin/ls", 2.5, 16), ("libswiftCore.so", core, nil, 16),
      ("liblldb.so", lldb, 1.6, 24),
    ]
    return files.flatMap { name, path, readelfBound, memory in
      guard let path else { return [Figure("list of \(name)", skipped: "there is no \(name)")] }
      let own = CommandRuns([command, "list", path])
      var figures = [
        own.ratio(
          "list of \(name)", to: "C on libelf", [rival, "list", path], atMost: 4, rounds: 41)
      ]
      if let readelfBound {
        figures.append(
          own.ratio(
            "list of \(name)", to: "readelf -SW", ["readelf", "-SW", path], atMost: readelfBound,
            rounds: 41))
      }
      return figures + [own.memory("list of \(name)", atMost: memory)]
    }
  }

  private static func dumps(_ command: String, _ rival: String) -> [Figure] {
    guard let path = InspectedPlaces.toolchainFile("lib/liblldb.so") else { return [] }
    return [".init_array", ".data.rel.ro"].flatMap { section in
      let what = "dump of \(section) of liblldb.so"
      let words = [command, "dump", "--section", section, path]
      let own = CommandRuns(words)
      let ratio = own.ratio(
        what, to: "C on libelf", [rival, "dump", section, path], atMost: 3, rounds: 9)
      let others = ["json", "ndjson"].map { format in
        CommandRuns(words + ["--format", format]).memory("\(what) as \(format)", atMost: 24)
      }
      return [ratio, own.memory(what, atMost: 24)] + others
    }
  }

  private static func scan(_ command: String) -> [Figure] {
    guard let folder = InspectedPlaces.libraryFolder else { return [] }
    let own = CommandRuns([command, "list", "-j2", folder])
    let rival = ["scanelf", "-R", "-A", "-k", "graft_descriptors", folder]
    let what = "scan of \(folder)"
    return [
      own.ratio(what, to: "scanelf", rival, atMost: 1, rounds: 41), own.memory(what, atMost: 40),
    ]
  }
}
