// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The forms of `fit`. Whether it is right, `Tests/IntegrationTests/FitTests.swift` compares with
/// programs.
@Suite("fit")
struct FitTests {
  let fixture: Fixture
  private let host: String
  private let library: String

  init() throws {
    let fixture = try Fixture()
    self.fixture = fixture
    let folder = Folders.sources + "CGraft/"
    let objects = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".c") }.sorted().map { file in
        let object = fixture.scratch.path(file.replacing("/", with: "-") + ".o")
        try Command.run(
          "clang", ["-fPIC", "-I", Fixture.headers, "-c", folder + file, "-o", object])
        return object
      }
    // In a running program the rest of Graft has what the loader calls.
    library = try fixture.link(objects, as: "libLoader.so", ["-shared"])
    host = try fixture.link(
      [fixture.object("host.c")], as: "host",
      [
        "-Wl,--no-as-needed", "-L", fixture.scratch.path(""), "-lLoader",
        "-Wl,-rpath,$ORIGIN,--allow-shlib-undefined",
      ])
  }

  private func plugin() throws -> String {
    try fixture.link(
      [fixture.object("plugin.c")], as: "libplugin.so",
      ["-shared", "-L", fixture.scratch.path(""), "-lLoader"])
  }

  /// The line of the newest version of glibc's symbols that a file needs, as readelf has them.
  private func needs(_ path: String) throws -> String {
    let versions = try Command.run("readelf", ["-VW", path])
      .matches(of: #/Name: GLIBC_([0-9.]+) /#)
      .map { $0.output.1.split(separator: ".").compactMap { Int($0) } }
    let newest = versions.max { $0.lexicographicallyPrecedes($1) }
    return newest.map {
      "  needs GLIBC_\($0.map(String.init).joined(separator: "."))\n"
    } ?? ""
  }

  @Test("Without a plug-in there is no answer")
  func nothingToJudge() throws {
    let run = try InspectSections.run(["fit", host, library])
    #expect(run.status == 2 && run.output.isEmpty, "\(run)")
    #expect(run.errors.contains("no plug-in is named"), "\(run)")
  }

  @Test("Folders need no names in UTF-8", arguments: ["-Wl,-rpath,$ORIGIN", ""])
  func bytesOfFolders(search: String) throws {
    let needed = try fixture.link(
      [fixture.object("greetings.c")], as: "libneeded.so", ["-shared", "-Wl,-soname,libneeded.so"])
    let plugin = try fixture.link(
      [fixture.object("plugin.c")], as: "libuser.so",
      ["-shared", needed, "-Wl,--no-as-needed", "-L", fixture.scratch.path(""), "-lLoader"]
        + (search.isEmpty ? [] : [search]))
    // Names of Foundation's files are UTF-8.
    let script = """
      set -e
      folder="$4"/$(printf 'd\\377')
      mkdir -p "$folder"
      cp "$3" "$2" "$folder"
      rm "$3"
      [ -n "$6" ] || export LD_LIBRARY_PATH="$folder:$4"
      "$5" fit "$1" "$folder"/libuser.so
      """
    let run = try Command(
      "bash",
      [
        "-c", script, "fit", host, plugin, needed, fixture.scratch.path(""),
        Folders.products + "inspect-sections", search,
      ]
    ).run()
    #expect(run.output.contains("libuser.so: accepted"), "\(run)")
  }

  @Test("A verdict is a line, with what only the program decides below it")
  func text() throws {
    let plugin = try plugin()
    let floor = try needs(plugin)
    let run = try InspectSections.run(["fit", host, library, plugin])
    #expect(
      run.output == """
        \(plugin): accepted
        \(floor)  if the host provides greetings-host 2.1, calendar
          if its onLoad does not throw

        """, "\(run)")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    let refused = try InspectSections.run(["fit", "--provide", "greetings-host=2", host, plugin])
    #expect(
      refused.output == """
        refused: needsMissing: \(plugin): Holidays 1.2.0-beta needs greetings-host 2.1, of which \
        there is 2: update the host, or say in providing: what it has
        \(floor)
        """, "\(refused)")
    #expect(refused.status == 1 && refused.errors.isEmpty, "\(refused)")
    let provided = try InspectSections.run(
      ["fit", "--provide", "greetings-host=2.1", "--provide=calendar=0", host, plugin])
    #expect(provided.output == "\(plugin): accepted\n\(floor)  if its onLoad does not throw\n")
    #expect(provided.status == 0)
  }

  @Test("JSON is as the schema has it")
  func json() throws {
    let plugin = try plugin()
    let missing = fixture.scratch.path("missing.so")
    let run = try InspectSections.run(["fit", "--format", "json", host, plugin, missing])
    let report = try JSONValue.parse(run.output)
    let schema = SchemaValidation(
      schema: try JSONValue.parse(try InspectSections.run(["schema"]).output))
    #expect(schema.violation(report) == nil)
    let results = report["results"]?.elements ?? []
    #expect(results.map { $0["isAccepted"] } == [.bool(true), .bool(false)])
    #expect(results.map { $0["reason"] } == [.null, "notFound"])
    #expect(results.last?["text"]?.text == "\(missing): No such file or directory")
    #expect(results.first?["conditions"]?.elements?.count == 2)
    #expect(run.status == 1 && report["exit"] == .integer(1))
  }

  @Test("What is no host is bad input")
  func hosts() throws {
    let plugin = try plugin()
    let plain = try InspectSections.run(["fit", "/bin/true", plugin])
    #expect(plain.status == 2 && plain.output.isEmpty, "\(plain)")
    #expect(plain.errors.contains("neither the host nor what it needs has Graft in it"))
    let opened = try InspectSections.run(["fit", plugin, library])
    #expect(opened.status == 2 && opened.output.isEmpty, "\(opened)")
    #expect(opened.errors.contains("no program but a library"), "\(opened)")
    try FileManager.default.removeItem(atPath: library)
    let broken = try InspectSections.run(["fit", host, plugin])
    #expect(broken.status == 2 && broken.output.isEmpty, "\(broken)")
    #expect(broken.errors.contains("libLoader.so: No such file or directory"), "\(broken)")
  }

  @Test("A library that no folder has is the one that is named with the host")
  func named() throws {
    let plugin = try plugin()
    let elsewhere = fixture.scratch.path("elsewhere")
    try FileManager.default.createDirectory(
      atPath: elsewhere, withIntermediateDirectories: false)
    let moved = elsewhere + "/libLoader.so"
    try FileManager.default.moveItem(atPath: library, toPath: moved)
    let run = try InspectSections.run(["fit", host, moved, plugin])
    #expect(run.output.hasPrefix("\(plugin): accepted\n") && run.status == 0, "\(run)")
    let last = try InspectSections.run(["fit", host, plugin, plugin])
    #expect(last.status == 2 && last.errors.contains("libLoader.so"), "\(last)")
  }

  @Test("Packed relocations need the glibc that reads them")
  func packed() throws {
    let plugin = try fixture.link(
      [fixture.object("plugin.c")], as: "libplugin.so",
      ["-shared", "-L", fixture.scratch.path(""), "-lLoader", "-fuse-ld=bfd"]
        + ["-Wl,-z,pack-relative-relocs"])
    let run = try InspectSections.run(["fit", host, plugin])
    #expect(run.output.contains("\n  needs GLIBC_2.36\n"), "\(run)")
    let older = try InspectSections.run(["fit", "--at-most", "GLIBC_2.35", host, plugin])
    #expect(
      older.status == 1 && older.output.contains("version `GLIBC_ABI_DT_RELR' not found"),
      "\(older)")
  }

  @Test("A name of glibc's for what the dynamic linker can do counts as the version that has it")
  func ability() throws {
    let files = [
      ("able.c", "int able(void) { return 1; }\n"),
      ("user.c", "int able(void);\nint user(void) { return able(); }\n"),
      ("able.versions", "GLIBC_ABI_DT_X86_64_PLT { able; };\n"),
    ]
    let paths = try files.map { try fixture.scratch.write(Array($1.utf8), to: $0) }
    _ = try fixture.link(
      [paths[0]], as: "libable.so",
      ["-shared", "-fPIC", "-Wl,-soname,libable.so,--version-script=\(paths[2])"])
    let plugin = try fixture.link(
      [fixture.object("plugin.c"), paths[1]], as: "libplugin.so",
      [
        "-shared", "-fPIC", "-L", fixture.scratch.path(""), "-lLoader", "-lable",
        "-Wl,-rpath,$ORIGIN",
      ])
    let run = try InspectSections.run(["fit", host, plugin])
    #expect(run.output.contains("\n  needs GLIBC_2.42\n"), "\(run)")
    let older = try InspectSections.run(["fit", "--at-most", "GLIBC_2.41", host, plugin])
    #expect(
      older.status == 1 && older.output.contains("version `GLIBC_ABI_DT_X86_64_PLT' not found"),
      "\(older)")
  }

  @Test("Notes and segments that share their bytes are read once", arguments: [1, 4] as [UInt8])
  func overlapping(type: UInt8) throws {
    let plugin = try plugin()
    var bytes = try fixture.scratch.bytes(plugin)
    while bytes.count % 4096 != 0 { bytes.append(0) }
    let (start, old) = (bytes.count, Int(bytes[56]))
    let table = Array(bytes[64..<64 + old * 56])
    let count = 10_000
    func words(_ values: [Int]) -> [UInt8] {
      values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    }
    func segment(_ type: UInt8, at address: Int, in file: Int, _ byteCount: Int) -> [UInt8] {
      [type, 0, 0, 0, 4, 0, 0, 0]
        + words([start, address, address, file, byteCount, type == 1 ? 4096 : 4])
    }
    let byteCount = (old + 1 + count) * 56
    let address = 0x1000_0000 + start
    bytes += table + segment(1, at: address, in: byteCount, byteCount)
    for number in 1...count {
      bytes +=
        type == 1
        ? segment(type, at: address + number << 24, in: byteCount, byteCount)
        : segment(type, at: address, in: 0, byteCount)
    }
    bytes.replaceSubrange(32..<40, with: words([start]))
    bytes.replaceSubrange(56..<58, with: words([old + 1 + count])[..<2])
    let changed = try fixture.scratch.write(bytes, to: "changed.so")
    // Together they would be some gigabytes.
    let run = try Command(
      "bash",
      [
        "-c", "ulimit -v 1000000 -t 30; exec \"$0\" \"$@\"", InspectSections.path, "fit", host,
        changed,
      ]
    ).run()
    #expect(run.output.hasPrefix("\(changed): accepted\n") && run.status == 0, "\(run)")
  }

  @Test("A library that is named very often is looked at once")
  func repeated() throws {
    let plugin = try plugin()
    var bytes = try fixture.scratch.bytes(plugin)
    func word(_ offset: Int) -> Int {
      (0..<8).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    func words(_ values: [Int]) -> [UInt8] {
      values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    }
    let headers = (0..<Int(bytes[56])).map { word(32) + $0 * 56 }
    let header = try #require(headers.first { bytes[$0] == 2 })
    let (start, byteCount) = (word(header + 8), word(header + 32))
    let entries = stride(from: start, to: start + byteCount, by: 16).map {
      Array(bytes[$0..<$0 + 16])
    }
    let needed = try #require(entries.first { $0.starts(with: words([1])) })
    while bytes.count % 16 != 0 { bytes.append(0) }
    let table = Array([[[UInt8]](repeating: needed, count: 100_000), entries].joined().joined())
    bytes.replaceSubrange(header + 8..<header + 16, with: words([bytes.count]))
    bytes.replaceSubrange(header + 32..<header + 48, with: words([table.count, table.count]))
    let changed = try fixture.scratch.write(bytes + table, to: "changed.so")
    let run = try Command(
      "bash",
      ["-c", "ulimit -t 20; exec \"$0\" \"$@\"", InspectSections.path, "fit", host, changed]
    ).run()
    #expect(run.output.hasPrefix("\(changed): accepted\n") && run.status == 0, "\(run)")
  }

  @Test("Many names and many folders are no endless search", arguments: ["fit", "resolve"])
  func endless(verb: String) throws {
    let source = try fixture.scratch.write(Array("int one;\n".utf8), to: "one.c")
    // Neither names nor folders are anywhere.
    let names = (0..<3000).map { "n\(String($0, radix: 36))" }
    let folders = (0..<5000).map { String($0, radix: 36) }.joined(separator: ":")
    let path = try fixture.link(
      [source], as: "libmany.so", ["-shared", "-nostdlib", "-Wl,-rpath,\(folders)"])
    try Command.run("patchelf", names.flatMap { ["--add-needed", $0] } + [path])
    let run = try Command(
      "bash",
      ["-c", "ulimit -v 1000000 -t 40; exec \"$0\" \"$@\"", InspectSections.path, verb]
        + (verb == "fit" ? [host] : []) + [path]
    ).run()
    #expect(
      (run.output + run.errors).contains(
        "the search for its libraries looks into too many folders"), "\(run)")
    #expect(run.status == (verb == "fit" ? 1 : 2))
  }

  @Test("The files of a run share the limit of folders")
  func sharedLimit() throws {
    let source = try fixture.scratch.write(Array("int one;\n".utf8), to: "one.c")
    let names = (0..<20).map { "n\(String($0, radix: 36))" }
    // The names are searched in 100,000 folders for each file.
    let folders = (0..<5000).map { String($0, radix: 36) }.joined(separator: ":")
    let files = try (0..<3).map { number in
      let file = try fixture.link(
        [source], as: "libmany\(number).so", ["-shared", "-nostdlib", "-Wl,-rpath,\(folders)"])
      try Command.run("patchelf", names.flatMap { ["--add-needed", $0] } + [file])
      return file
    }
    let run = try InspectSections.run(["resolve"] + files)
    let lines = (run.output + run.errors).split(separator: "\n").filter {
      $0.contains("the search for its libraries looks into too many folders")
    }
    #expect(lines.count == 1 && lines.allSatisfy { $0.contains("libmany2.so") }, "\(run)")
  }

  @Test("Thread-local variables that begin anywhere have a place")
  func variables() throws {
    let source = fixture.scratch.path("local.c")
    try "__thread char one = 1;\n".write(toFile: source, atomically: true, encoding: .utf8)
    let host = try fixture.link(
      [fixture.object("host.c"), source], as: "local",
      [
        "-Wl,--no-as-needed", "-L", fixture.scratch.path(""), "-lLoader",
        "-Wl,-rpath,$ORIGIN,--allow-shlib-undefined",
      ])
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: host)))
    let headers = Int(bytes[32]) | Int(bytes[33]) << 8
    let threadLocal = try #require(
      stride(from: headers, to: headers + Int(bytes[56]) * 56, by: 56).first { bytes[$0] == 7 })
    // A byte behind an address that is a multiple of 64.
    for (offset, value) in [(16, 1), (40, 1), (48, 64)] as [(Int, UInt8)] {
      bytes.replaceSubrange(
        threadLocal + offset..<threadLocal + offset + 8, with: [value, 0, 0, 0, 0, 0, 0, 0])
    }
    let changed = try fixture.scratch.write(bytes, to: "changed")
    let plugin = try plugin()
    let run = try InspectSections.run(["fit", changed, plugin])
    #expect(run.output.hasPrefix("\(plugin): accepted\n") && run.status == 0, "\(run)")
  }

  @Test("Libraries are found by LD_LIBRARY_PATH, too")
  func environment() throws {
    let plugin = try plugin()
    let elsewhere = fixture.scratch.path("elsewhere")
    try FileManager.default.createDirectory(
      atPath: elsewhere, withIntermediateDirectories: false)
    try FileManager.default.moveItem(atPath: library, toPath: elsewhere + "/libLoader.so")
    let run = try InspectSections.run(
      ["fit", host, plugin], environment: ["LD_LIBRARY_PATH": "/nowhere:" + elsewhere])
    #expect(run.output.hasPrefix("\(plugin): accepted\n") && run.status == 0, "\(run)")
  }

  @Test("Libraries are found by what the host has for all that it loads")
  func inherited() throws {
    let source = fixture.scratch.path("own.c")
    try "int own(void) { return 1; }\n".write(toFile: source, atomically: true, encoding: .utf8)
    let folder = fixture.scratch.path("own")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let own = try fixture.link(
      [source], as: "own/libown.so", ["-shared", "-fPIC", "-Wl,-soname,libown.so"])
    let plugin = try fixture.link(
      [fixture.object("plugin.c"), own], as: "libplugin.so",
      ["-shared", "-Wl,--no-as-needed", "-L", fixture.scratch.path(""), "-lLoader"])
    func fit(_ flag: String) throws -> String {
      let host = try fixture.link(
        [fixture.object("host.c")], as: "host" + flag,
        [
          "-Wl,--no-as-needed", "-L", fixture.scratch.path(""), "-lLoader",
          "-Wl,-rpath,$ORIGIN:${ORIGIN}/own,--allow-shlib-undefined,--\(flag)-new-dtags",
        ])
      return try InspectSections.run(["fit", host, plugin]).output
    }
    #expect(
      try fit("disable").hasPrefix(
        "\(plugin): accepted\n\(needs(plugin))  with \(own), which \(plugin) needs\n"))
    let report = try JSONValue.parse(
      try InspectSections.run(["fit", "--format", "json", host + "disable", plugin]).output)
    let schema = SchemaValidation(
      schema: try JSONValue.parse(try InspectSections.run(["schema"]).output))
    #expect(schema.violation(report) == nil)
    let library = report["results"]?.elements?.first?["libraries"]?.elements?.first
    #expect(library?["name"] == "libown.so" && library?["path"]?.text == own, "\(report)")
    #expect(library?["neededBy"]?.text == plugin)
    #expect(
      library?["searched"]?.elements?.map(\.text) == [fixture.scratch.path(""), folder + "/"])
    #expect(
      try fit("enable").hasPrefix(
        "refused: libraryRefused: \(plugin): needs libown.so: No such file or directory: put it "
          + "into one of the searched folders: "))
    try Data(fixture.scratch.bytes(own).prefix(3000)).write(to: URL(filePath: own))
    #expect(
      try fit("disable").hasPrefix(
        "refused: libraryRefused: \(plugin): needs \(own): truncated: it has 3000 of at least "))
  }

  @Test("A library that is older than where the plug-in was linked is named with the version")
  func versions() throws {
    let source = fixture.scratch.path("versioned.c")
    try "int versioned(void) { return 1; }\n"
      .write(toFile: source, atomically: true, encoding: .utf8)
    func make(_ version: String) throws -> String {
      let script = fixture.scratch.path("versions")
      try "\(version) { versioned; };\n".write(toFile: script, atomically: true, encoding: .utf8)
      return try fixture.link(
        [source], as: "libVersioned.so",
        ["-shared", "-fPIC", "-Wl,-soname,libVersioned.so,--version-script=\(script)"])
    }
    _ = try make("NEWER_2")
    let using = fixture.scratch.path("using.c")
    try "int versioned(void);\nint using(void) { return versioned(); }\n"
      .write(toFile: using, atomically: true, encoding: .utf8)
    let plugin = try fixture.link(
      [fixture.object("plugin.c"), using], as: "libplugin.so",
      [
        "-shared", "-fPIC", "-L", fixture.scratch.path(""), "-lLoader", "-lVersioned",
        "-Wl,-rpath,$ORIGIN",
      ])
    let accepted = try InspectSections.run(["fit", host, plugin])
    #expect(accepted.status == 0, "\(accepted)")
    let older = try make("OLDER_1")
    let run = try InspectSections.run(["fit", host, plugin])
    let floor = try needs(plugin)
    #expect(
      run.output == """
        refused: notLoaded: \(plugin): \(older): version `NEWER_2' not found (required by \
        \(plugin))
        \(floor)  with \(older), which \(plugin) needs

        """, "\(run)")
  }

  @Test("The floor names the newest versions that are needed, and a limit refuses newer ones")
  func floor() throws {
    let source = fixture.scratch.path("newer.c")
    try """
    int old(void); int new(void);
    int newer(void) { return old() + new(); }
    """.write(toFile: source, atomically: true, encoding: .utf8)
    let library = fixture.scratch.path("standing.c")
    try "int old(void) { return 1; }\nint new(void) { return 2; }\n"
      .write(toFile: library, atomically: true, encoding: .utf8)
    let script = fixture.scratch.path("standing.versions")
    try "GLIBC_2.9 { old; };\nGLIBC_2.90 { new; } GLIBC_2.9;\n"
      .write(toFile: script, atomically: true, encoding: .utf8)
    _ = try fixture.link(
      [library], as: "libstanding.so",
      ["-shared", "-fPIC", "-Wl,-soname,libstanding.so,--version-script=\(script)"])
    let plugin = try fixture.link(
      [fixture.object("plugin.c"), source], as: "libplugin.so",
      [
        "-shared", "-fPIC", "-L", fixture.scratch.path(""), "-lLoader", "-lstanding",
        "-Wl,-rpath,$ORIGIN",
      ])
    let needed = try InspectSections.run(["fit", host, plugin])
    #expect(needed.output.contains("\(plugin): accepted\n  needs GLIBC_2.90\n"), "\(needed)")
    let report = try InspectSections.report(["fit", host, plugin])
    let floor = report["results"]?.elements?.first?["floor"]
    #expect(floor?["glibc"] == "GLIBC_2.90" && floor?["swift"] == .null, "\(report)")
    let limited = try InspectSections.run(["fit", "--at-most", "GLIBC_2.89", host, plugin])
    #expect(
      limited.output.contains(
        "refused: notLoaded: \(plugin): libstanding.so: version `GLIBC_2.90' not found (required"
          + " by \(plugin))"), "\(limited)")
    #expect(limited.status == 1)
    for limit in ["GLIBC_2.90", "GLIBC_3", "OTHER_1"] {
      #expect(try InspectSections.run(["fit", "--at-most", limit, host, plugin]).status == 0)
    }
  }

  @Test("The tree of another machine has the libraries, links and configuration")
  func root() throws {
    let plugin = try plugin()
    // The name would match others, as a pattern.
    let root = fixture.scratch.path("ro[o]t*")
    let files = FileManager.default
    for folder in ["etc/ld.so.conf.d", "opt/store", "srv/app", "srv/lib"] {
      try files.createDirectory(
        atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
    }
    try files.createDirectory(atPath: root + "/lib64", withIntermediateDirectories: true)
    let maps = try Command.run("cat", ["/proc/self/maps"])
    let mapped = Set(
      maps.split(separator: "\n").compactMap { line in
        line.firstIndex(of: "/").map { String(line[$0...]) }
      })
    for path in mapped {
      let name = (path as NSString).lastPathComponent
      guard name == "libc.so.6" || name.hasPrefix("ld-linux") else { continue }
      try files.copyItem(atPath: path, toPath: "\(root)/lib64/\(name)")
    }
    try "include ld.so.conf.?/*.conf\n"
      .write(toFile: root + "/etc/ld.so.conf", atomically: true, encoding: .utf8)
    try "/srv/lib\n"
      .write(toFile: root + "/etc/ld.so.conf.d/own.conf", atomically: true, encoding: .utf8)
    try files.moveItem(atPath: library, toPath: root + "/opt/store/loader")
    // The link is absolute, as the machine sees it.
    try files.createSymbolicLink(
      atPath: root + "/srv/lib/libLoader.so", withDestinationPath: "/opt/store/loader")
    try files.copyItem(atPath: host, toPath: root + "/srv/app/host")
    let inside = root + "/srv/app/host"
    let here = try InspectSections.run(["fit", inside, plugin])
    #expect(here.status == 2 && here.errors.contains("libLoader.so"), "\(here)")
    let there = try InspectSections.run(["fit", "--root", root, inside, plugin])
    #expect(there.status == 0 && there.output.hasPrefix("\(plugin): accepted\n"), "\(there)")
    // Folders of this machine are not searched.
    try files.removeItem(atPath: root + "/srv/lib/libLoader.so")
    try files.copyItem(
      atPath: root + "/opt/store/loader", toPath: fixture.scratch.path("libLoader.so"))
    let gone = try InspectSections.run(
      ["fit", "--root", root, inside, plugin],
      environment: ["LD_LIBRARY_PATH": fixture.scratch.path("")])
    #expect(gone.status == 2 && gone.errors.contains("libLoader.so"), "\(gone)")
    // The host and the plug-in are reached by links of the machine.
    try files.moveItem(
      atPath: fixture.scratch.path("libLoader.so"), toPath: root + "/srv/lib/libLoader.so")
    try files.createDirectory(atPath: root + "/usr", withIntermediateDirectories: true)
    try files.copyItem(atPath: plugin, toPath: root + "/opt/store/plugin.so")
    for (link, target) in [
      ("usr/host", "/srv/app/host"), ("usr/plugin.so", "/opt/store/plugin.so"),
    ] {
      try files.createSymbolicLink(atPath: "\(root)/\(link)", withDestinationPath: target)
    }
    for (folder, start) in [(nil, root + "/"), (root, "")] as [(String?, String)] {
      let linked = try InspectSections.run(
        ["fit", "--root", root, start + "usr/host", start + "usr/plugin.so"], in: folder)
      #expect(linked.status == 0, "\(linked)")
      #expect(linked.output.hasPrefix("\(start)usr/plugin.so: accepted\n"), "\(linked)")
    }
    let none = try InspectSections.run(["fit", "--root", plugin, inside, plugin])
    #expect(none.status == 2 && none.errors.contains("is no folder, which --root takes"), "\(none)")
  }

  @Test(
    "Wrong usage",
    arguments: [
      ["host"], ["--provide", "x", "host", "plugin"], ["--provide", "a=b", "host", "plugin"],
      ["--provide", "a=1", "--provide", "a=1", "host", "plugin"],
      ["--jobs", "2", "host", "plugin"], ["--at-most", "2.31", "host", "plugin"],
    ])
  func usage(words: [String]) throws {
    let run = try InspectSections.run(["fit"] + words)
    #expect(run.status == 64 && run.output.isEmpty, "\(run)")
  }
}
