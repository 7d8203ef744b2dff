// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Foundation
import TestSupport
import Testing

@Suite("Thin archives")
struct ThinArchiveTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  /// A thin archive whose headers name these files, of whatever size.
  private func archive(_ members: [String], as name: String) throws -> String {
    let headers = members.flatMap { header($0 + "/", 0) }
    return try fixture.scratch.write(Array("!<thin>\n".utf8) + headers, to: name)
  }

  private func header(_ name: String, _ byteCount: Int) -> [UInt8] {
    Array((name.padded(16) + "0".padded(32) + String(byteCount).padded(10) + "`\n").utf8)
  }

  private func read(_ path: String) -> FoundDescriptors { FoundDescriptors(ScanEntry(Path(path))) }

  @Test("one that names itself is an error for each time")
  func itself() throws {
    let path = try archive(Array(repeating: "self.a", count: 20), as: "self.a")
    let found = read(path)
    #expect(found.problems.all.map(\.error.code) == Array(repeating: .malformedArchive, count: 20))
    #expect(
      found.problems.all.first?.error.text == "the thin archive \(path) is a member of itself")
    let run = try InspectSections.run([fixture.scratch.path])
    #expect(run.status == 2 && run.errors.contains("self.a is a member of itself"))
  }

  @Test("those that name each other are read once")
  func eachOther() throws {
    let names = (0..<20).map { "\($0).a" }
    let paths = try names.map { try archive(names, as: $0) }
    // The first one goes through the second, that one through the third, and so on, until
    // they are nested too deep; each names itself and those before it.
    let found = read(paths[0])
    #expect(found.problems.all.contains { $0.error.text.contains("is a member of itself") })
    #expect(found.problems.all.count < 20 * 20)
    #expect(found.problems.all.allSatisfy { $0.error.code == .malformedArchive })
  }

  @Test("archives that name the next one several times are read once")
  func several() throws {
    for index in 0..<7 {
      _ = try archive(Array(repeating: "\(index + 1).a", count: 20), as: "\(index).a")
    }
    let object = try fixture.object("greetings.c")
    _ = try archive(["greetings.o", "greetings.o"], as: "7.a")
    let found = read(fixture.scratch.path("0.a"))
    #expect(found.problems.isEmpty)
    #expect(found.descriptors.count == 2)
    #expect(found.descriptors == read(fixture.scratch.path("0.a")).descriptors)
    #expect(found.descriptors.map(\.descriptor) == read(object).descriptors.map(\.descriptor))
  }

  @Test("what is a member of another archive is read from there")
  func parts() throws {
    let objects = try [fixture.object("greetings.c"), fixture.object("holidays.c")]
    let whole = try fixture.archive(objects, as: "whole.a")
    let thin = try fixture.archive([whole], as: "thin.a", "rcT")
    let found = read(thin)
    #expect(found.problems.isEmpty)
    #expect(found.descriptors.map(\.descriptor) == read(whole).descriptors.map(\.descriptor))
    #expect(
      Set(found.descriptors.map(\.origin.shortDisplay)) == [
        "thin.a(\(whole))(greetings.o)", "thin.a(\(whole))(holidays.o)",
      ])
    try Command.run("ar", ["d", thin, "greetings.o"])
    #expect(
      read(thin).descriptors.map(\.origin.shortDisplay) == ["thin.a(\(whole))(holidays.o)"])
    // The archive shrank, so that nothing is where the thin one says.
    try Command.run("ar", ["d", whole, "greetings.o"])
    let stale = read(thin)
    #expect(
      stale.descriptors.isEmpty && stale.problems.all.map(\.error.code) == [.malformedArchive])
  }

  @Test("no more than 256 archives are read through one")
  func many() throws {
    let names = (0..<260).map { "\($0).a" }
    for name in names { _ = try fixture.scratch.write(Array("!<arch>\n".utf8), to: name) }
    let most = read(try archive(Array(names.prefix(256)), as: "most.a"))
    #expect(most.problems.isEmpty)
    let found = read(try archive(names, as: "all.a"))
    #expect(found.problems.all.map(\.error.code) == Array(repeating: .tooLarge, count: 4))
  }

  @Test("a FIFO that one names is not opened: who writes to it still waits")
  func fifo() throws {
    let fifo = fixture.scratch.path("fifo")
    try Command.run("mkfifo", [fifo])
    let path = try archive(["fifo"], as: "names.a")
    let mark = fixture.scratch.path("mark")
    // Opening a FIFO for writing returns as soon as anyone opens it for
    // reading.
    let script = """
      (exec 3> '\(fifo)'; touch '\(mark)') & writer=$!
      sleep 0.2; '\(InspectSections.path)' '\(path)' '\(fifo)'; status=$?
      sleep 0.2; kill -9 $writer; exit $status
      """
    let run = try Command.outcome("bash", ["-c", script])
    #expect(run.status == 2, "\(run)")
    #expect(run.errors.contains("names.a(fifo): error: not a regular file"), "\(run)")
    #expect(run.errors.contains("fifo: error: not a regular file"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: mark))
  }

  @Test("a name is no longer than a path can be")
  func longName() throws {
    let names = Array(repeating: UInt8(ascii: "n"), count: 10_001) + [0x0a]
    let bytes =
      Array("!<thin>\n".utf8) + header("//", names.count) + names
      + (0..<100).flatMap { header("/\($0)", 0) }
    let found = read(try fixture.scratch.write(bytes, to: "long.a"))
    let problems = found.problems.all
    #expect(problems.dropLast().allSatisfy { $0.origin.members[0].bytes.count == 4096 })
    #expect(problems.count == 21 && problems.last?.count == 80)
  }
}

extension String {
  fileprivate func padded(_ count: Int) -> String {
    self + String(repeating: " ", count: count - utf8.count)
  }
}
