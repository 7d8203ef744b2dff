// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite struct ImageHygieneTests {
  @Test("A program that uses Graft links neither Foundation nor libelf", arguments: Mode.allCases)
  func dependencies(mode: Mode) async throws {
    let program = try await Program.alone("Ranking", mode)
    for file in ["Ranking", "libRankingAPI.so", "libGraft-dynamic.so"] {
      let needed = try Command.run("readelf", ["-d", program.folder + file])
        .split(separator: "\n").filter { $0.contains("(NEEDED)") }
      #expect(!needed.isEmpty)
      for library in needed {
        #expect(!library.contains("Foundation") && !library.contains("libelf"), "\(file)")
        #expect(!library.contains("dispatch"), "\(file)")
      }
    }
  }

  @Test("Each C name that libGraft exports begins with graft_", arguments: Mode.allCases)
  func names(mode: Mode) async throws {
    let program = try await Program.alone("Ranking", mode)
    let names = try Command.run(
      "nm", ["-D", "--defined-only", "--format=posix", program.folder + "libGraft-dynamic.so"]
    ).split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(names.contains("graft_image_arrived"))
    // Swift's own mangled names, and what linkers define in every image.
    let others = names.filter { !$0.hasPrefix("$s") && !$0.hasPrefix("graft_") }
    let ofLinkers: Set<Substring> = ["_init", "_fini", "_edata", "_end", "__bss_start"]
    #expect(Set(others).subtracting(ofLinkers) == [], "\(others)")
  }

  @Test("An image whose loader is missing fails to open", arguments: Linker.allCases)
  func missingLoader(linker: Linker) throws {
    let folder = try Folders.make("MissingLoader/\(linker)")
    let record = try CGraft.compile("MissingLoader/record.c", into: folder, .release)
    let main = try CGraft.compile("MissingLoader/main.c", into: folder, .release)
    let link = ["-fuse-ld=\(linker)"]
    try Command.run("clang", link + ["-shared", record, "-o", folder + "libplugin.so"])
    try Command.run("clang", link + [main, "-ldl", "-o", folder + "main"])
    let outcome = try Command(folder + "main", [folder + "libplugin.so"]).run()
    #expect(outcome.succeeded, "\(outcome)")
    #expect(outcome.output.contains("undefined symbol: graft_image_arrived"), "\(outcome)")
  }
}
