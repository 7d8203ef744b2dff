// SPDX-License-Identifier: Apache-2.0

/// What is compared with what, and by how much it may be slower.
struct Figures {
  let runs: Int
  private let tool = ownFolder + "/inspect-sections"
  private let rival: String

  init(runs: Int) {
    self.runs = max(1, runs)
    rival = Rival.built ?? "no-rival"
  }

  var all: [Comparison] {
    list("/bin/ls", "ls", readelfBound: 2.5, memory: 16)
      + (toolchainFile("lib/swift/linux/libswiftCore.so").map {
        list($0, "libswiftCore.so", readelfBound: nil, memory: 16)
      } ?? [])
      + (toolchainFile("lib/liblldb.so").map { path in
        list(path, "liblldb.so", readelfBound: 1.6, memory: 24)
          + [".init_array", ".data.rel.ro"].map { dump($0, of: path) }
      } ?? [])
      + (firstFolder(["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]).map { [scan($0)] }
        ?? [])
  }

  private func list(
    _ path: String, _ name: String, readelfBound: Double?, memory: Int
  ) -> [Comparison] {
    let againstC = Comparison(
      what: "list \(name)", own: [tool, "list", path], rivalName: "C on libelf",
      rival: [rival, "list", path], bound: 4, memoryBound: memory, runs: runs)
    guard let readelfBound else { return [againstC] }
    return [
      againstC,
      Comparison(
        what: "list \(name)", own: [tool, "list", path], rivalName: "readelf -SW",
        rival: ["readelf", "-SW", path], bound: readelfBound, memoryBound: memory, runs: runs),
    ]
  }

  private func dump(_ section: String, of path: String) -> Comparison {
    Comparison(
      what: "dump \(section) of liblldb.so", own: [tool, "dump", "--section", section, path],
      rivalName: "C on libelf", rival: [rival, "dump", section, path], bound: 3,
      memoryBound: nil, runs: max(3, runs / 8))
  }

  private func scan(_ folder: String) -> Comparison {
    Comparison(
      what: "scan \(folder)", own: [tool, "list", "-j2", folder], rivalName: "scanelf",
      rival: ["scanelf", "-R", "-A", "-k", "graft_descriptors", folder], bound: 1,
      memoryBound: 40, runs: max(5, runs / 4))
  }
}
