// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Foundation
import TestSupport
import Testing

@Suite("Reports")
struct ReportTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  @Test("every run is JSON that the schema allows, failed ones too")
  func schema() throws {
    let schema = SchemaValidation(
      schema: try JSONValue.parse(try InspectSections.run(["schema"]).output))
    let path = try fixture.sharedObject()
    let object = try fixture.object("unretained.c")
    let archive = try fixture.archive([object], as: "lib.a")
    let half = try fixture.scratch.write(
      Array(try fixture.scratch.bytes(path).prefix(4000)), to: "half.so")
    let calls: [[String]] = [
      ["list", path, archive], ["dump", path, archive], ["dump", "--section", ".dynsym", path],
      ["dump", "--section", "graft_descriptors", path, object], ["check", path, object, half],
      ["check", "--explain", "unknown-kind"], ["check", "--linked", path, archive],
      ["diff", path, archive], ["why", "Greeter", path], ["why", "Nobody", path],
      ["list", half, "/nowhere", "/dev/null", "/etc/passwd"], ["list"], ["list", "--colour"],
      ["check", "--explain", "nothing"], ["diff", path], ["dump", "--require", "/nowhere"],
    ]
    for call in calls {
      let run = try InspectSections.run(call + ["--format", "json"])
      let report = try JSONValue.parse(run.output)
      #expect(schema.violation(report) == nil, "\(call)")
      #expect(report["exit"] == .integer(Int64(run.status)), "\(call)")
      let lines = try InspectSections.run(call + ["--format=ndjson"])
      let values = try JSONValue.parseLines(lines.output)
      #expect(lines.output.filter { $0 == "\n" }.count == values.count)
      #expect(values.first?["type"] == "start" && values.last?["type"] == "end")
      let results = report["results"]?.elements ?? []
      let diagnostics = report["diagnostics"]?.elements ?? []
      #expect(Set(values.dropFirst().dropLast()) == Set(results + diagnostics), "\(call)")
    }
  }

  @Test("says what is wrong and where, and prints the rest all the same")
  func messages() throws {
    let path = try fixture.sharedObject()
    let run = try InspectSections.run(["/nowhere", path, "/dev/null", "/etc/passwd"])
    #expect(run.status == 2 && run.output.contains("Fixtures.PlainGreeting"))
    #expect(
      run.errors == """
        inspect-sections: /nowhere: error: can't open: No such file or directory
        inspect-sections: /dev/null: error: not a regular file
        inspect-sections: /etc/passwd: error: text, and neither an ELF file nor an archive

        """)
  }

  @Test("has exit codes for scripts")
  func exitCodes() throws {
    let path = try fixture.sharedObject()
    let plain = try fixture.object("plain.c")
    #expect(try InspectSections.run([plain]).status == 0)
    #expect(try InspectSections.run(["--require", plain]).status == 1)
    #expect(try InspectSections.run(["--require", path]).status == 0)
    #expect(try InspectSections.run(["--require", "--protocol", "Other*", path]).status == 1)
    #expect(try InspectSections.run(["--require", "--protocol", "Gr*", path]).status == 0)
    #expect(try InspectSections.run(["--require", "--extension", "*.PlainG*", path]).status == 0)
    #expect(try InspectSections.run(["--require", "--arch", "s390x", path]).status == 1)
    #expect(try InspectSections.run(["/nowhere"]).status == 2)
    for usage in [
      [], ["--nonsense"], ["-x"], ["-j0", path], ["--format", "xml", path],
      ["dump", "--linked", "a", "b"], ["check", "--section", "a", path], ["--output"],
      ["--require=1", path],
      ["diff", path], ["why", "Greeter"], ["schema", path],
    ] {
      let run = try InspectSections.run(usage)
      #expect(run.status == 64 && run.output.isEmpty, "\(usage)")
      #expect(run.errors.hasPrefix("inspect-sections: error: "), "\(usage)")
    }
  }

  @Test("has help for each verb", arguments: ["list", "dump", "check", "diff", "why", "schema"])
  func help(verb: String) throws {
    let run = try InspectSections.run([verb, "--help"])
    #expect(run.status == 0 && run.output.contains("Examples:"))
    #expect(try InspectSections.run(["--help"]).output.contains("  \(verb)") || verb == "list")
  }

  @Test("a file appears as a whole or not at all")
  func output() throws {
    let path = try fixture.sharedObject()
    let target = fixture.scratch.path("report.json")
    #expect(try InspectSections.run(["-o", target, path]).status == 0)
    let direct = try InspectSections.run([path]).output
    #expect(String(decoding: try fixture.scratch.bytes(target), as: UTF8.self) == direct)
    let run = try InspectSections.run(["--output", "/nowhere/report", path])
    #expect(run.status == 2 && run.errors.contains("/nowhere/report: error: can't write"))
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.scratch.path)
    #expect(!names.contains { $0.hasSuffix(".partial") })
  }

  @Test("a file keeps its mode and its links, and a device stays one")
  func outputKinds() throws {
    let path = try fixture.sharedObject()
    let direct = try InspectSections.run([path]).output
    let target = try fixture.scratch.write([], to: "report")
    #expect(chmod(target, 0o600) == 0)
    #expect(symlink("report", fixture.scratch.path("link")) == 0)
    #expect(try InspectSections.run(["-o", fixture.scratch.path("link"), path]).status == 0)
    #expect(String(decoding: try fixture.scratch.bytes(target), as: UTF8.self) == direct)
    let files = FileManager.default
    #expect(
      try files.destinationOfSymbolicLink(atPath: fixture.scratch.path("link")) == "report")
    let mode = try files.attributesOfItem(atPath: target)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // A FIFO is written to, and is still one: it stands for /dev/null, which a test that
    // runs as root had better not try.
    let fifo = fixture.scratch.path("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    let piped = try Command.outcome(
      "sh", ["-c", "cat '\(fifo)' & '\(InspectSections.path)' -o '\(fifo)' '\(path)'; wait"])
    #expect(piped.status == 0 && piped.output == direct)
    #expect(
      try files.attributesOfItem(atPath: fifo)[.type] as? FileAttributeType != .typeRegular)
    let folder = try InspectSections.run(["-o", fixture.scratch.path, path])
    #expect(folder.status == 2 && folder.errors.hasSuffix("error: can't write: Is a directory\n"))
    #expect(try InspectSections.run(["-o", "-", path]).output == direct)
  }

  @Test("a full disk is an error, and a closed pipe is quiet")
  func broken() throws {
    let path = try fixture.sharedObject()
    let full = try Command.outcome("sh", ["-c", "'\(InspectSections.path)' '\(path)' > /dev/full"])
    #expect(full.status == 2)
    #expect(
      full.errors
        == "inspect-sections: standard output: error: can't write: No space left on device\n")
    let copies = (0..<400).map {
      "\(fixture.scratch.path)/./\(String(repeating: "./", count: $0))"
    }
    let closed = try Command.outcome(
      "bash",
      ["-c", "'\(InspectSections.path)' \"$@\" | head -n 1; exit ${PIPESTATUS[0]}", "-"] + copies)
    #expect(closed.status == 0 && closed.errors.isEmpty && closed.output.hasPrefix("protocol"))
  }

  @Test("a closed standard stream is an error, not a file of the run's own")
  func closedStreams() throws {
    let path = try fixture.sharedObject()
    let command = "'\(InspectSections.path)'"
    let input = try Command.outcome("sh", ["-c", "\(command) - <&-"])
    #expect(input.status == 2)
    #expect(input.errors.contains("standard input: error: can't read standard input: Bad file"))
    for format in ["table", "json"] {
      let output = try Command.outcome(
        "sh", ["-c", "\(command) --format \(format) - < '\(path)' >&-"])
      #expect(output.status == 2)
      #expect(
        output.errors
          == "inspect-sections: standard output: error: can't write: Bad file descriptor\n")
    }
    let errors = try Command.outcome(
      "sh", ["-c", "\(command) --format json /nowhere '\(path)' 2>&-"])
    #expect(errors.status == 2 && errors.output.contains("Fixtures.PlainGreeting"))
    #expect(throws: Never.self) { try JSONValue.parse(errors.output) }
  }

  @Test("escapes control characters, and keeps paths that are not UTF-8")
  func names() throws {
    let path = try fixture.sharedObject()
    let odd = Array((fixture.scratch.path + "/odd\u{1b}[31m").utf8) + [0xff]
    let copied = odd.withUnsafeBufferPointer { name in
      let terminated = name.map(CChar.init(bitPattern:)) + [0]
      return symlink(path, terminated)
    }
    #expect(copied == 0)
    let script = #"'\#(InspectSections.path)' "$@" '\#(fixture.scratch.path)'/odd*"#
    let table = try Command.outcome("sh", ["-c", script, "-"])
    #expect(table.status == 0 && table.output.contains(#"odd\x1b[31m\xff"#))
    let report = try JSONValue.parse(
      try Command.outcome("sh", ["-c", script, "-", "--format=json"]).output)
    let first = report["results"]?.elements?.first
    #expect(first?["pathBytes"]?.text == odd.hexadecimal)
  }

  @Test("colors only where it is asked to")
  func colors() throws {
    let path = try fixture.sharedObject()
    #expect(try !InspectSections.run([path]).output.contains("\u{1b}"))
    let colored = try InspectSections.run(["--color=always", path]).output
    #expect(colored.contains("\u{1b}[1m"))
    let target = fixture.scratch.path("report")
    for (color, isColored) in [("always", true), ("auto", false), ("never", false)] {
      #expect(try InspectSections.run(["--color", color, "-o", target, path]).status == 0)
      let report = String(decoding: try fixture.scratch.bytes(target), as: UTF8.self)
      #expect((report == colored) == isColored && report.contains("\u{1b}") == isColored)
    }
  }

  @Test("a parallel scan prints in the order of -j1")
  func order() throws {
    for index in 0..<40 { _ = try fixture.sharedObject(as: "lib\(index).so") }
    let one = try InspectSections.run(["-j1", fixture.scratch.path])
    let many = try InspectSections.run(["-j", "8", fixture.scratch.path])
    #expect(one.output == many.output && one.output.contains("lib39.so"))
  }

  @Test("a scan passes over what is no ELF file, and never blocks")
  func scan() throws {
    let path = try fixture.sharedObject()
    _ = try fixture.scratch.write(Array("text".utf8), to: "text")
    _ = try fixture.scratch.write([], to: "empty")
    #expect(mkfifo(fixture.scratch.path("fifo"), 0o600) == 0)
    #expect(symlink("/dev/zero", fixture.scratch.path("device")) == 0)
    #expect(symlink(".", fixture.scratch.path("loop")) == 0)
    let run = try InspectSections.run([fixture.scratch.path])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(
      run.output
        == (try InspectSections.run([path, fixture.scratch.path("greetings.o")]).output).reordered)
    let named = try InspectSections.run([fixture.scratch.path("fifo")])
    #expect(named.status == 2 && named.errors.contains("not a regular file"))
    let excluded = try InspectSections.run(["--exclude", "*.o", fixture.scratch.path])
    #expect(!excluded.output.contains("greetings.o") && excluded.output.contains("libfixture.so"))
  }
}

extension String {
  /// The report with the lines of objects before those of libraries, as folders
  /// are walked.
  fileprivate var reordered: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.dropFirst().filter { !$0.isEmpty }
    let sorted = rows.filter { $0.hasSuffix(".o") } + rows.filter { !$0.hasSuffix(".o") }
    return ([lines[0]] + sorted).joined(separator: "\n") + "\n"
  }
}
