// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Folders of plug-ins, and what these say of themselves.
@Suite(.inEachMode) struct PluginFolderTests {
  private static let host = "providing=images-host:2.1"

  @Test("The folder for temporary files is in no path, whatever its name")
  func temporary() async throws {
    let folder = try await MadeFolder("temporary")
    let plugin = try folder.copy("libAlpha.so")
    let lines = try await ImageHost.run(
      ["load-all \(folder.path) \(Self.host)", "paths"],
      environment: ["TMPDIR": try Folders.make("Images/\(folder.program.mode) sp ace")])
    #expect(lines.last?.hasPrefix("paths: ") == true && lines.last!.contains(plugin), "\(lines)")
    #expect(!lines.joined().contains("sp ace"), "\(lines)")
  }

  @Test("Each file has a result, in the order of the names, and what is needed is loaded first")
  func results() async throws {
    let folder = try await MadeFolder("results")
    try folder.plugin("z.so", name: "Z", soname: "libz-needed.so")
    try folder.plugin("a.so", name: "A", version: "1.5", needed: ["z.so"])
    try folder.plugin("plain.so")
    try folder.plugin("unmet.so", name: "Unmet", needs: "images-host 2.2")
    try folder.plugin("twice.so", name: "Twice", flags: ["-DTWICE"])
    try folder.plugin("bad.so", name: "Bad", version: "one")
    try folder.write(folder.data("z.so"), to: "copy.so")
    try folder.write(folder.data("z.so").prefix(3000), to: "cut.so")
    try folder.write(Data("text".utf8), to: "notes.so")
    try folder.write(Data("text".utf8), to: "notes.txt")
    try folder.write(folder.data("a.so"), to: ".hidden.so")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path + "link.so", withDestinationPath: "a.so")
    try manager.createDirectory(
      atPath: folder.path + "folder.so", withIntermediateDirectories: false)
    let lines = try await folder.run([
      "watch", "load-all \(folder.path) \(Self.host) deny=plain.so", "seen 7", "manifests",
      "load-all \(folder.path) \(Self.host)",
    ])
    // No policy is asked of what is refused anyway.
    let judged = ["a.so: A 1.5", "copy.so: Z 1", "plain.so: -", "z.so: Z 1"].map { "judging \($0)" }
    #expect(Array(lines.prefix(4)) == judged, "\(lines)")
    let results = Array(lines.dropFirst(4).prefix(11))
    func result(_ name: String) -> String? {
      results.first {
        $0.hasPrefix("result: \(name):") || $0.hasPrefix("result: refused: \(name):")
      }
    }
    let names = results.compactMap { $0.split(separator: " ").first { $0.hasSuffix(".so:") } }
    #expect(
      names == [
        "a.so:", "bad.so:", "copy.so:", "cut.so:", "folder.so:", "link.so:", "notes.so:",
        "plain.so:", "twice.so:", "unmet.so:", "z.so:",
      ], "\(lines)")
    #expect(result("a.so") == "result: a.so: loaded, with 0 descriptors")
    // Two files of one build: the first by name.
    #expect(result("copy.so") == "result: copy.so: loaded, with 0 descriptors")
    #expect(
      result("z.so")
        == "result: z.so: passed over: this process has loaded the same build from copy.so")
    #expect(result("cut.so")?.contains("truncated") == true)
    #expect(result("folder.so") == "result: folder.so: passed over: not a regular file")
    #expect(result("link.so")?.contains("passed over: a symbolic link") == true)
    #expect(result("notes.so") == "result: notes.so: passed over: not an ELF file")
    #expect(result("plain.so") == "result: refused: plain.so: refused by the host's policy")
    #expect(
      result("unmet.so")
        == "result: refused: unmet.so: Unmet 1 needs images-host 2.2, of which there is 2.1: "
        + "update the host, or say in providing: what it has")
    #expect(
      result("twice.so")
        == "result: refused: twice.so: it has several manifests: Twice 1 in plugin.c:1, "
        + "Twice 9 in plugin.c:2")
    #expect(result("bad.so")?.contains("string number 1 of the plug-in's manifest") == true)
    let changes = lines.filter { $0.hasPrefix("change: ") }
    #expect(
      changes
        == [
          "arrived copy.so", "arrived a.so", "refused bad.so: malformedManifest",
          "refused cut.so: truncated", "refused plain.so: refusedByPolicy",
          "refused twice.so: malformedManifest", "refused unmet.so: needsMissing",
        ].map { "change: \($0)" }, "\(lines)")
    #expect(lines.contains("manifests: A 1.5, Z 1"), "\(lines)")
    // What is there already stays as it is; what was refused can be loaded now.
    #expect(
      lines.suffix(13).contains(
        "result: a.so: passed over: this process has loaded the same build from a.so"))
    #expect(
      lines.contains(
        "result: plain.so: passed over: no plug-in, since it has no descriptors"
          + " (an extension needs @Extension)"))
  }

  @Test("An older file is loaded if the newer one is by another compiler")
  func compilers() async throws {
    let folder = try await MadeFolder("compilers")
    try folder.plugin("a-1.so", name: "Lively", version: "1")
    try folder.copy("libLively.so", as: "a-2.so")
    var bytes = try folder.data("a-2.so")
    let compiler = Data("swift=60200".utf8)
    var rest = bytes.startIndex..<bytes.endIndex
    while let found = bytes.range(of: compiler.prefix(8), in: rest) {
      bytes.replaceSubrange(found.lowerBound..<found.lowerBound + compiler.count, with: compiler)
      rest = found.upperBound..<bytes.endIndex
    }
    try folder.write(bytes, to: "a-2.so")
    let lines = try await folder.run(["load-all \(folder.path) \(Self.host)", "manifests"])
    let refusal = "result: refused: a-2.so: compiled by Swift 6.2, and the Graft of this process"
    #expect(lines.contains { $0.hasPrefix(refusal) }, "\(lines)")
    #expect(lines.last == "manifests: Lively 1", "\(lines)")
  }

  @Test("A file of the needed name comes before one that has it as its SONAME")
  func names() async throws {
    let folder = try await MadeFolder("dependency-names")
    // A needed library is found by its file's name, which sorts behind the other's.
    try folder.plugin("libz-1.so", soname: "libz.so")
    try folder.plugin("libz.so")
    try folder.plugin("a.so", name: "A", needed: ["libz.so"])
    try Command.run(
      "patchelf", ["--replace-needed", folder.path + "libz.so", "libz.so", folder.path + "a.so"])
    let lines = try await folder.run([
      "load-all \(folder.path) \(Self.host)", "mapped memfd:libz.so", "mapped memfd:libz-1.so",
    ])
    #expect(lines.suffix(2) == ["mapped: true", "mapped: false"], "\(lines)")
  }

  @Test("What needs the file of a blocked plug-in is refused, and says why it is not there")
  func blockedDependency() async throws {
    let folder = try await MadeFolder("dependency-blocked")
    try folder.plugin("b.so", name: "B", soname: "b.so")
    try folder.plugin("a.so", name: "A", needed: ["b.so"])
    let lines = try await folder.run([
      "block B", "load-all \(folder.path) \(Self.host)", "manifests",
    ])
    #expect(
      lines.contains {
        $0.hasPrefix("result: refused: a.so: ")
          && $0.hasSuffix("needs b.so, which is passed over: its plug-in is blocked")
      }, "\(lines)")
    #expect(lines.last == "manifests: ", "\(lines)")
  }

  @Test("What needs a refused file is refused unmapped, and so is all of a cycle")
  func dependencies() async throws {
    let folder = try await MadeFolder("dependencies")
    try folder.plugin("d.so", name: "D", soname: "d.so")
    try folder.plugin("c.so", name: "C", soname: "c.so", needed: ["d.so"])
    try folder.plugin("b.so", name: "B", soname: "b.so", needed: ["c.so"])
    // d needs b in turn.
    try folder.plugin("d.so", name: "D", soname: "d.so", needed: ["b.so"])
    try folder.plugin("a.so", name: "A", needed: ["b.so"])
    try folder.plugin("e.so", name: "E")
    let refused = try await folder.run([
      "load-all \(folder.path) \(Self.host) doubt=c.so", "manifests",
    ])
    #expect(
      refused.suffix(6) == [
        "result: refused: a.so: needs b.so, which was refused",
        "result: refused: b.so: needs c.so, which was refused",
        "result: refused: c.so: refused by the host's policy: in doubt",
        "result: refused: d.so: needs b.so, which was refused",
        "result: e.so: loaded, with 0 descriptors", "manifests: E 1",
      ], "\(refused)")
    let loaded = try await folder.run([
      "load-all \(folder.path) \(Self.host)", "manifests",
    ])
    #expect(
      loaded.suffix(6)
        == ["a", "b", "c", "d", "e"].map { "result: \($0).so: loaded, with 0 descriptors" }
        + ["manifests: A 1, B 1, C 1, D 1, E 1"], "\(loaded)")
  }

  @Test("What needs a file that is refused when it is loaded is refused")
  func lateRefusal() async throws {
    let folder = try await MadeFolder("late")
    let unwilling = try await ImageHost.variant("Lively", "UNWILLING")
    try FileManager.default.copyItem(atPath: unwilling, toPath: folder.path + "b.so")
    try Command.run(
      "patchelf",
      ["--set-soname", "b.so", "--set-rpath", folder.program.folder, folder.path + "b.so"])
    try folder.plugin("a.so", name: "A", needed: ["b.so"])
    let lines = try await folder.run([
      "load-all \(folder.path) \(Self.host)", "manifests", "descriptors",
    ])
    #expect(
      lines.suffix(4) == [
        "result: refused: a.so: needs b.so, which was refused",
        "result: refused: b.so: its onLoad failed: Unwilling()", "manifests: ",
        "descriptors: ImagesExtensions.Default, ImagesExtensions.OfNamed",
      ], "\(lines)")
  }

  @Test("A folder that can't be read is an error; patterns are the shell's")
  func folders() async throws {
    let folder = try await MadeFolder("empty")
    try folder.write(Data(), to: "libA.so.1")
    try folder.write(Data(), to: "libB.so.12")
    let lines = try await folder.run([
      "load-all \(folder.path)none", "load-all \(folder.path)libA.so.1", "load-all \(folder.path)",
      "load-all \(folder.path) matching=lib?.so.[0-9]",
    ])
    #expect(
      lines == [
        "no folder: none: No such file or directory: no plug-in of it was loaded",
        "no folder: libA.so.1: Not a directory: no plug-in of it was loaded",
        "result: libA.so.1: passed over: not an ELF file",
      ], "\(lines)")
  }

  @Test("A header that tells of more notes than are mapped is read as far as they are")
  func wideNotes() async throws {
    let folder = try await MadeFolder("wide-notes")
    let file = folder.program.folder + "libIdling.so"
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
    let headers = Int(bytes[32]) + Int(bytes[33]) << 8
    for header in (0..<Int(bytes[56])).map({ headers + 56 * $0 }) where bytes[header] == 4 {
      // The size in memory: a terabyte.
      bytes[header + 45] = 1
    }
    try folder.write(Data(bytes), to: "wide.so")
    try folder.copy("libLively.so")
    let lines = try await ImageHost.run(
      [
        "load \(folder.path)wide.so", "load-all \(folder.path) \(Self.host)",
        "load-all \(folder.path) \(Self.host)", "images",
      ])
    #expect(lines.last == "images: images, libLively.so, wide.so", "\(lines)")
  }

  @Test(
    "What a file says of itself is read without mapping it, whatever was done to the file",
    arguments: Linker.allCases)
  func candidates(linker: Linker) async throws {
    let folder = try await MadeFolder("candidates-\(linker)")
    let program = folder.program
    try folder.plugin("needed.so", soname: "libz-needed.so")
    let lively = program.folder + "Lively-\(linker).so"
    var link = Link(
      output: lively, objects: program.objects["Lively"], libraries: ImageHost.libraries,
      linker: linker)
    link.flags = ["-Xlinker", "--build-id=0xabcd", "-Xlinker", "-soname", "-Xlinker", "Lively.so"]
    link.flags += ["-Xlinker", "--no-as-needed", "-Xlinker", folder.path + "needed.so"]
    try link.run(FixtureMode.current)
    func copy(_ name: String) throws -> String {
      try folder.write(Data(contentsOf: URL(filePath: lively)), to: name)
      return folder.path + name
    }
    let stripped = try copy("stripped.so")
    try Command.run("strip", [stripped])
    let headless = try copy("headless.so")
    try ELFFile.removeSectionHeaders(headless)
    let patched = try copy("patched.so")
    try Command.run(
      "patchelf", ["--set-rpath", "/nowhere/in/particular:\(program.folder)", patched])
    let noteless = try copy("noteless.so")
    try Command.run("objcopy", ["-R", ".note.graft", noteless])
    let files = [lively, stripped, headless, patched, noteless]
    let lines = try await ImageHost.run(files.map { "candidate \($0)" } + ["images"])
    let line =
      "candidate: Lively 1.2.0, needs [images-host 2.1], in Lively/Lively.swift:8; "
      + "Lively.so; [\"libz-needed.so\"]; abcd"
    #expect(lines == files.map { _ in line } + ["images: images"], "\(lines)")
  }
}
