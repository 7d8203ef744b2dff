// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Files that a process maps, and those that it had when it ended.
@Suite("Processes and cores")
struct ProcessTests {
  let swift: SwiftFixture
  let fixture: Fixture

  init() throws {
    swift = try SwiftFixture.shared.get()
    fixture = try Fixture()
  }

  /// A process that maps files, and says when it has.
  ///
  /// - Parameter user: whose process it is; nil for one's own.
  private func mapping(_ paths: [String], as user: Int? = nil) throws -> Mapping {
    let script = """
      import mmap, os, sys
      files = [open(path, "rb") for path in sys.argv[1:]]
      kept = [mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) for file in files]
      print(os.getpid(), flush=True)
      sys.stdin.read()
      """
    let words = prefix(user) + ["/usr/bin/python3", "-c", script] + paths
    let command = try RunningCommand(Command(words[0], Array(words.dropFirst())))
    return Mapping(command: command, processIdentifier: try #require(command.line()))
  }

  private struct Mapping {
    let command: RunningCommand
    let processIdentifier: String
  }

  /// The words in front of a command that runs without rights.
  private func prefix(_ user: Int?) -> [String] {
    user.map { ["setpriv", "--reuid=\($0)", "--clear-groups", "--"] } ?? []
  }

  /// The command where everybody can run it.
  private func published() throws -> String {
    chmod(fixture.scratch.path, 0o755)
    let copy = try fixture.copy(InspectSections.path, as: "inspect-sections", "true", [])
    chmod(copy, 0o755)
    return copy
  }

  private static let nobody = 65534

  private func copies(_ paths: [String]) throws -> [String] {
    try paths.map { path in
      let copy = fixture.scratch.path((path as NSString).lastPathComponent)
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      return copy
    }
  }

  private func names(_ report: JSONValue) -> Set<String> {
    Set(report["results"]?.elements?.compactMap { $0["extension"]?.text } ?? [])
  }

  private func first(_ answer: JSONValue?) -> String? {
    answer?["chain"]?.elements?.first?["extension"]?.text
  }

  @Test("A process shows what it maps, and who answers in it")
  func running() throws {
    let process = try mapping(try copies(swift.all))
    defer { process.command.stop() }
    let words = ["--process", process.processIdentifier]
    let list = try InspectSections.report(["list"] + words)
    #expect(names(list).isSuperset(of: ["VendorA.ForNamed", "VendorB.ForAged", "Program.Plain"]))
    #expect(list["exit"] == .integer(0), "\(list)")
    let notes = list["diagnostics"]?.elements?.compactMap { $0["text"]?.text } ?? []
    #expect(
      notes == ["it has no Graft, so nothing is withdrawn, blocked or advised"], "\(notes)")
    let answers = try InspectSections.report(["resolve", "Greeter.farewell"] + words)
    let guest = answers["results"]?.elements?.first { $0["subject"] == "Program.Guest" }
    #expect(first(guest) == "VendorA.ForNamed", "\(answers)")
    #expect(try InspectSections.run(["why", "Greeter.farewell"] + words).status == 0)
  }

  @Test("A file of a process that is named too counts once, as the process has it")
  func namedToo() throws {
    let files = try copies(swift.all)
    let process = try mapping(files)
    defer { process.command.stop() }
    let words = ["resolve", "--process", process.processIdentifier]
    let alone = try InspectSections.report(words)
    #expect(alone["results"]?.elements?.isEmpty == false, "\(alone)")
    for named in [Array(files[2...2]), files, [fixture.scratch.path]] {
      let both = try InspectSections.report(words + named)
      #expect(both["results"] == alone["results"] && both["exit"] == alone["exit"], "\(both)")
    }
  }

  @Test("what a process still maps is read, though its file was deleted or replaced")
  func replaced() throws {
    let files = try copies(swift.all)
    let process = try mapping(files)
    defer { process.command.stop() }
    // An installer does the same: the new file takes the name, and the process
    // keeps the old one.
    let new = try fixture.copy(swift.secondWithPriority, as: "new.so", "true", [])
    #expect(rename(new, files[3]) == 0)
    try FileManager.default.removeItem(atPath: files[2])
    let words = ["resolve", "Greeter.farewell", "--process", process.processIdentifier]
    let answers = try InspectSections.report(words)
    let guest = answers["results"]?.elements?.first { $0["subject"] == "Program.Guest" }
    // The new build's extension would come first.
    #expect(first(guest) == "VendorA.ForNamed", "\(answers)")
    let said = answers["diagnostics"]?.elements?.filter { $0["code"] == "replaced-file" } ?? []
    #expect(said.count == 2, "\(answers)")
    let texts = said.compactMap { $0["text"]?.text }
    #expect(texts.contains { $0.hasPrefix("deleted since it was loaded: the process maps build ") })
    let builds = try [swift.second, swift.secondWithPriority].map { path in
      let text = try Command.run("readelf", ["-n", path])
      let line = text.split(separator: "\n").first { $0.contains("Build ID: ") }
      return line?.split(separator: " ").last.map(String.init) ?? "without id"
    }
    #expect(
      texts.contains(
        "replaced since it was loaded: the process maps build \(builds[0]), and build \(builds[1])"
          + " is there now"), "\(texts), \(builds)")
  }

  @Test(
    "another user's process is one clear error",
    .enabled(if: geteuid() == 0, "only root can become another user"))
  func notPermitted() throws {
    let process = try mapping(try copies([swift.first]))
    defer { process.command.stop() }
    let words = [try published(), "resolve", "--process", process.processIdentifier]
    let run = try Command.outcome("env", prefix(Self.nobody) + words)
    #expect(
      run.errors == """
        inspect-sections: process \(process.processIdentifier): error: the files of \
        process \(process.processIdentifier) can't be listed (can't \
        open: Permission denied): is it running, and yours?

        """, "\(run)")
    #expect(run.status == 2 && run.output.isEmpty, "\(run)")
  }

  @Test(
    "one's own process is read, but not what it maps of replaced files",
    .enabled(if: geteuid() == 0, "only root can become another user"))
  func replacedWithoutRights() throws {
    let files = try copies(swift.all)
    let command = try published()
    for file in files { chmod(file, 0o644) }
    let process = try mapping(files, as: Self.nobody)
    defer { process.command.stop() }
    let words =
      prefix(Self.nobody)
      + [command, "resolve", "Greeter.farewell", "--process", process.processIdentifier]
    let whole = try Command.outcome("env", words)
    #expect(whole.status == 0 && whole.output.contains("name  "), "\(whole)")
    try FileManager.default.removeItem(atPath: files[2])
    let run = try Command.outcome("env", words)
    let problems = run.errors.split(separator: "\n").filter { $0.contains("error: ") }
    #expect(run.status == 2 && problems.count == 1, "\(run)")
    #expect(
      problems.first?.contains(
        "deleted or replaced since it was loaded, and what the process maps can't be read") == true,
      "\(run)")
  }

  @Test("a process that is not there is one clear error")
  func missing() throws {
    let run = try InspectSections.run(["list", "--process", "4194303"])
    #expect(run.status == 2 && run.errors.split(separator: "\n").count == 1, "\(run)")
    #expect(run.errors.contains("the files of process 4194303 can't be listed"))
    for value in ["0", "-1", "self", "99999999999"] {
      #expect(try InspectSections.run(["list", "--process=\(value)"]).status == 64)
    }
  }

  /// A core file of which only the list of files is there.
  private func core(_ paths: [String], count: UInt64? = nil) -> [UInt8] {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    var note = bytes(count ?? UInt64(paths.count)) + bytes(UInt64(4096))
    for index in paths.indices {
      note += bytes(UInt64(index) << 16) + bytes(UInt64(index + 1) << 16) + bytes(UInt64(0))
    }
    for path in paths { note += Array(path.utf8) + [0] }
    let head =
      bytes(UInt32(5)) + bytes(UInt32(note.count)) + bytes(UInt32(0x4649_4c45))
      + Array("CORE\0\0\0\0".utf8)
    var file: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + Array(repeating: 0, count: 9)
    file += bytes(UInt16(4)) + bytes(UInt16(62)) + bytes(UInt32(1))
    file += bytes(UInt64(0)) + bytes(UInt64(64)) + bytes(UInt64(0)) + bytes(UInt32(0))
    for value in [64, 56, 1, 0, 0, 0] as [UInt16] { file += bytes(value) }
    note += Array(repeating: 0, count: (4 - note.count % 4) % 4)
    let byteCount = UInt64(head.count + note.count)
    file += bytes(UInt32(4)) + bytes(UInt32(0)) + bytes(UInt64(120)) + bytes(UInt64(0))
    file += bytes(UInt64(0)) + bytes(byteCount) + bytes(UInt64(0)) + bytes(UInt64(4))
    return file + head + note
  }

  @Test("A core file says what was mapped, and the files tell the rest")
  func cores() throws {
    let files = try copies(Array(swift.all.dropLast()))
    let gone = "/nowhere/libGone.so"
    // One of them is beside the core, whatever its folder was.
    let moved = "/elsewhere/" + (files[2] as NSString).lastPathComponent
    let path = try fixture.scratch.write(
      core([files[0], files[1], moved + " (deleted)", gone + " (deleted)"]), to: "core")
    let readelf = try Command.outcome("readelf", ["-nW", path])
    #expect(readelf.output.contains("NT_FILE"), "\(readelf)")
    let report = try InspectSections.report(["resolve", "Greeter.farewell", "--core", path])
    let guest = report["results"]?.elements?.first { $0["subject"] == "Program.Guest" }
    #expect(guest?["outcome"] == "answered", "\(report)")
    let paths = report["diagnostics"]?.elements?.compactMap { $0["path"]?.text } ?? []
    // Neither is its state known, nor the builds, of which this core keeps nothing.
    #expect(paths == [gone, path, path], "\(report)")
    #expect(report["exit"] == .integer(2), "\(report)")
    let texts = report["diagnostics"]?.elements?.compactMap { $0["text"]?.text } ?? []
    #expect(texts.contains { $0.hasPrefix("the core lacks the build ids of 3 files") })
    #expect(texts.contains { $0.hasPrefix("none of the files at hand has Graft") })
  }

  @Test("a core file that is broken, or none, is bad input")
  func badCores() throws {
    for (bytes, problem) in [
      (core(["/a"], count: 99), "the list of mapped files ends inside"),
      (Array(core([]).prefix(120)), "a segment lies outside the file"),
    ] {
      let path = try fixture.scratch.write(bytes, to: "core")
      let run = try InspectSections.run(["list", "--core", path])
      #expect(run.status == 2 && run.errors.contains(problem), "\(run)")
    }
    let run = try InspectSections.run(["list", "--core", swift.first])
    #expect(run.status == 2 && run.errors.contains("not a core file"), "\(run)")
  }
}
