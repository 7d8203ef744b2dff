// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Foundation
import TestSupport
import Testing

@Suite("Rows that tables are made of")
struct TableRowTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  private func rows(_ words: [String], input: String = "/dev/null") throws -> [JSONValue] {
    let run = try InspectSections.run(["list", "--format", "ndjson"] + words, input: input)
    return try JSONValue.parseLines(run.output)
  }

  @Test("each has the build id, SONAME and labels; a file's own row is its last")
  func columns() throws {
    let library = try fixture.sharedObject(
      as: "libfixture.so", ["-Wl,-soname,libfixture.so.2", "-Wl,--build-id=0x00ff17"])
    let archive = try fixture.archive([try fixture.object("greetings.c")], as: "lib.a")
    let plain = try fixture.link([fixture.object("plain.c")], as: "libplain.so", ["-shared"])
    let text = try fixture.scratch.write(Array("some text".utf8), to: "text")
    let columns = ["--files", "--label", "host=h=1", "--label", "release="]
    let rows = try rows(columns + [library, archive, plain, text, "/nowhere"])
    #expect(
      rows.dropFirst().dropLast().map { $0["type"]?.text } == [
        "descriptor", "descriptor", "file", "descriptor", "descriptor", "file", "file",
        "diagnostic", "file", "diagnostic", "file",
      ])
    for row in rows.dropFirst().dropLast() {
      #expect(row["labels"]?["host"] == "h=1" && row["labels"]?["release"] == "", "\(row)")
      guard let path = row["path"]?.text, row["type"] != "diagnostic", path != "/nowhere" else {
        continue
      }
      let isLibrary = path == library
      #expect(row["soname"] == (isLibrary ? "libfixture.so.2" : .null), "\(row)")
      if path != plain { #expect(row["buildID"] == (isLibrary ? "00ff17" : .null), "\(row)") }
    }
    let files = rows.filter { $0["type"] == "file" }
    #expect(files.map { $0["descriptorCount"]?.integer } == [2, 2, 0, 0, 0])
    #expect(files.map { $0["isComplete"] } == [true, true, true, false, false].map(JSONValue.bool))
    let architecture = rows[1]["architecture"]
    #expect(files.map { $0["architecture"] } == [architecture, .null, architecture, .null, .null])
    let sizes = try [library, archive, plain, text].map {
      JSONValue.integer(Int64(try fixture.scratch.bytes($0).count))
    }
    #expect(files.map { $0["byteCount"] } == sizes + [.null])
  }

  @Test("are what the schema allows, and none of them has what nobody asked for")
  func schema() throws {
    let schema = SchemaValidation(
      schema: try JSONValue.parse(try InspectSections.run(["schema"]).output))
    let path = try fixture.sharedObject()
    let archive = try fixture.archive([try fixture.object("greetings.c")], as: "lib.a")
    let paths = [path, archive, "/etc/passwd", "/nowhere"]
    let calls: [[String]] = [
      ["list"], ["list", "--files"], ["list", "--label", "a=b"],
      ["list", "--files", "--label", "a=b", "--sizes"],
      ["list", "--section", "*", "--label", "a=b"], ["check", "--label", "a=b"],
    ]
    for call in calls {
      let run = try InspectSections.run(call + paths + ["--format", "json"])
      let report = try JSONValue.parse(run.output)
      #expect(schema.violation(report) == nil, "\(call)")
      let lines = try InspectSections.run(call + paths + ["--format", "ndjson"])
      let values = try JSONValue.parseLines(lines.output).dropFirst().dropLast()
      let rows = (report["results"]?.elements ?? []) + (report["diagnostics"]?.elements ?? [])
      #expect(Set(values) == Set(rows) && !rows.isEmpty, "\(call)")
      for row in rows {
        #expect((row["labels"] != nil) == call.contains("--label"), "\(call): \(row)")
      }
      let hasFiles = rows.contains { $0["type"] == "file" }
      #expect(hasFiles == call.contains("--files"), "\(call)")
    }
  }

  @Test("of a folder are of what can hold extensions, and of what can't be read")
  func folder() throws {
    let folder = fixture.scratch.path("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try fixture.link([fixture.object("plain.c")], as: "folder/a.so", ["-shared"])
    _ = try fixture.scratch.write(Array("text".utf8), to: "folder/b.txt")
    _ = try fixture.scratch.write([0x42, 0x43, 0xc0, 0xde], to: "folder/c.bc")
    _ = try fixture.scratch.write(Array("\u{7f}ELF".utf8), to: "folder/d.so")
    let files = try rows(["--files", folder]).filter { $0["type"] == "file" }
    #expect(files.map { $0["path"]?.text?.suffix(4) } == ["a.so", "c.bc", "d.so"])
    #expect(files.map { $0["isComplete"] } == [true, false, false].map(JSONValue.bool))
    let others = try rows(["--files", "--arch", "none", folder + "/a.so"])
    #expect(!others.contains { $0["type"] == "file" }, "\(others)")
  }

  @Test("say of each file what is wrong with it, and once")
  func problems() throws {
    let folder = fixture.scratch.path("code")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for index in 0..<30 {
      _ = try fixture.scratch.write([0x42, 0x43, 0xc0, 0xde], to: "code/\(index).bc")
    }
    let bitcode = try rows(["--files", folder]).filter { $0["type"] == "diagnostic" }
    #expect(Set(bitcode.map { $0["path"]?.text }).count == 30 && bitcode.count == 30)
    // Spoil the offset of the segment table.
    var bytes = try fixture.scratch.bytes(try fixture.sharedObject())
    for index in 32..<40 { bytes[index] = 0x7f }
    let path = try fixture.scratch.write(bytes, to: "segments.so")
    let texts = try rows(["--files", path]).filter { $0["type"] == "diagnostic" }.map { $0["text"] }
    #expect(texts == ["the segment table lies outside the file"], "\(texts)")
  }

  @Test("can be compared like those without columns")
  func differences() throws {
    let path = try fixture.sharedObject()
    let rows = try InspectSections.run(
      ["list", "--format", "ndjson", "--files", "--label", "a=b", path]
    ).output
    let report = try fixture.scratch.write(Array(rows.utf8), to: "rows.ndjson")
    let run = try InspectSections.run(["diff", report, path])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
  }

  @Test("words that make no columns are wrong usage")
  func misuse() throws {
    let path = try fixture.sharedObject()
    let cases: [([String], String)] = [
      (["--files"], "--files goes with --format json or ndjson"),
      (["--label", "a=b", "--format", "dot"], "--label goes with --format json or ndjson"),
      (["--label", "a", "--format", "json"], "--label takes NAME=VALUE"),
      (["--label", "=b", "--format", "json"], "--label takes NAME=VALUE"),
      (["--label", "1a=b", "--format", "json"], "--label takes NAME=VALUE"),
      (["--label", "a-b=b", "--format", "json"], "--label takes NAME=VALUE"),
      (["--label", "a=b", "--label=a=c", "--format", "json"], "--label a is given twice"),
      (["--files", "--section", "x", "--format", "json"], "does not go with --section"),
    ]
    for (words, problem) in cases {
      let run = try InspectSections.run(["list", path] + words)
      #expect(run.status == 64 && run.errors.contains(problem), "\(words): \(run)")
    }
    #expect(try InspectSections.run(["dump", "--label", "a=b", path]).status == 64)
  }
}

@Suite("Lists of files")
struct FileListTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  @Test("of more bytes than there is memory are read on the way")
  func manyNames() throws {
    let path = try fixture.link([fixture.object("plain.c")], as: "libplain.so", ["-shared"])
    let name = String(repeating: "/", count: 3600) + path
    let list = fixture.scratch.path("list")
    _ = FileManager.default.createFile(atPath: list, contents: nil)
    let handle = try #require(FileHandle(forWritingAtPath: list))
    let part = Data(String(repeating: name + "\n", count: 1000).utf8)
    for _ in 0..<40 { try handle.write(contentsOf: part) }
    try handle.close()
    let limit = 1 << 27
    #expect(40 * part.count > limit)
    let command = """
      ulimit -v \(limit >> 10); "$0" list --files --format ndjson -j1 --files-from - < "$1" |
        grep -c '"type":"file"'; echo ${PIPESTATUS[0]}
      """
    let run = try Command.outcome("bash", ["-c", command, InspectSections.path, list])
    #expect(run.output == "40000\n0\n" && run.errors.isEmpty, "\(run)")
  }

  @Test("have their rows before more names are waited for")
  func conversation() throws {
    let path = try fixture.sharedObject()
    let script = """
      coproc "$0" list --files --format ndjson --files-from - -0
      for i in 1 2 3; do
        printf '%s\\0' "$1" >&${COPROC[1]}
        while read -r -t 100 line <&${COPROC[0]}; do
          case $line in *'"type":"file"'*) echo $i; break ;; esac
        done
      done
      """
    let run = try Command.outcome("bash", ["-c", script, InspectSections.path, path])
    #expect(run.output == "1\n2\n3\n", "\(run)")
  }

  @Test("name a file as often as it is to be read, and the words of the command once")
  func repetitions() throws {
    let path = try fixture.sharedObject()
    let folder = fixture.scratch.path
    let list = try fixture.scratch.write(Array("\(path)\n\(path)\n\(path)".utf8), to: "list")
    func count(_ words: [String]) throws -> Int {
      try InspectSections.results(["list"] + words).count
    }
    #expect(try count(["--files-from", list]) == 6)
    #expect(try count([path, "--files-from", list]) == 2)
    #expect(try count([folder, path, folder + "/"]) == 4)
    #expect(try count([path, folder]) == 4)
    // A file is compared once, whatever its names.
    let check = try InspectSections.run(["check", "--files-from", list])
    #expect(check.status == 0 && check.output.isEmpty, "\(check)")
  }

  @Test("that are damaged are bad input, and what they name before that is shown")
  func damage() throws {
    let path = try fixture.sharedObject()
    let cases: [([UInt8], [String], String)] = [
      (Array("\(path)\0\0".utf8), ["-0"], "an empty name (offset 0x"),
      (Array("\(path)\n\(path)\0".utf8), [], "NUL in a line"),
      (
        Array("\(path)\0".utf8) + [UInt8](repeating: 0x61, count: 1 << 17), ["-0"],
        "a name of more than 0x10000 bytes: do its names end in NUL, as -0 says?"
      ),
    ]
    for (bytes, options, problem) in cases {
      let list = try fixture.scratch.write(bytes, to: "list")
      let run = try InspectSections.run(["list", "--files-from", list] + options)
      #expect(run.status == 2 && run.errors.contains(problem), "\(run.errors)")
      #expect(run.output.contains("PlainGreeting"), "\(run)")
    }
  }

  @Test("walk the folders that they name in the order of names, each entry once")
  func folders() throws {
    let object = try fixture.object("greetings.c", as: "z.o")
    let folder = fixture.scratch.path("top")
    for name in ["b", "a", "b/d"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    for name in ["b/d/e.o", "b/c.o", "a/x.o", "c.o"] {
      try FileManager.default.copyItem(atPath: object, toPath: folder + "/" + name)
    }
    let list = try fixture.scratch.write(Array("\(folder)\n\(object)\n".utf8), to: "list")
    let paths = try InspectSections.results(["list", "--files-from", list]).compactMap {
      $0["path"]?.text
    }
    let expected = ["top/a/x.o", "top/b/c.o", "top/b/d/e.o", "top/c.o", "z.o"]
    #expect(paths == expected.flatMap { [$0, $0] }.map(fixture.scratch.path))
    let excluded = try InspectSections.results(["--exclude", "b", "--files-from", list])
    #expect(excluded.count == 6)
  }
}
