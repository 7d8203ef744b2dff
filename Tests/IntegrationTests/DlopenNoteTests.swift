// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Notes that name what a program opens by itself, as readelf prints them.
private enum DlopenNotes {
  /// Expects the owner and type of each note in `.note.dlopen`.
  ///
  /// An older readelf has no name for the type, and fails.
  static func expect(_ count: Int, in file: String) throws {
    let output = try Command.outcome("readelf", ["-n", file]).output
    let notes = output.components(separatedBy: "Displaying notes found in: ")
      .first { $0.hasPrefix(".note.dlopen") }
    #expect(notes?.matches(of: /FDO +0x\w+\s+\w.*?(0x407c0c0a|DLOPEN)/).count == count, "\(output)")
  }

  /// The JSON of the notes.
  static func json(in file: String) throws -> [String] {
    try Command.run("readelf", ["-p", ".note.dlopen", file]).split(separator: "\n").compactMap {
      $0.range(of: "[{").map { [line = $0] in String(line[$0.lowerBound...]) }
    }
  }

  /// Expects that loaders and packagers find the section: type, flags and alignment.
  static func expectSection(of file: String) throws {
    let rows = try Command.run("readelf", ["-SW", file]).split(separator: "\n")
      .filter { $0.contains(" .note.dlopen ") }
      .map { $0.split(separator: " ").map(String.init) }
    #expect(rows.count == 1)
    let row = try #require(rows.first)
    #expect(row.contains("NOTE") && row.last == "4", "\(row)")
    // `o` is lld's and bfd's for sections that name another; `R` is for the linker.
    #expect(row[row.count - 4].hasPrefix("A"), "\(row)")
    let segments = try Command.run("readelf", ["-lW", file])
    #expect(
      segments.split(separator: "\n").contains { line in
        line.contains(".note.dlopen") && !line.contains(".dynstr")
      }, "\(segments)")
  }
}

@Suite("Notes about what a program opens")
struct DlopenNoteTests {
  private static let json = [
    #"[{"feature":"pdf","description":"Prints \"PDF\"","priority":"suggested","#
      + #""soname":["libpoppler.so.2","libpoppler.so.1"]}]"#,
    #"[{"feature":"redaction","description":"Blackens names","priority":"recommended","#
      + #""soname":["libRedact.so"]}]"#,
  ]

  @Test(
    "Swift's are in the program, whichever linker made it", arguments: Linker.allCases,
    Mode.allCases)
  func swift(linker: Linker, mode: Mode) async throws {
    let program = try await Program(.dlopenNotes, mode, linker: linker)
    try program.link("notes", program.objects["notes"])
    let file = program.folder + "notes"
    try DlopenNotes.expectSection(of: file)
    try DlopenNotes.expect(2, in: file)
    #expect(try Set(DlopenNotes.json(in: file)) == Set(Self.json))
    let outcome = try program.run("notes")
    #expect(outcome.output == "notes\n", "\(outcome)")
    try Command.run("strip", [file])
    #expect(try DlopenNotes.json(in: file).count == 2)
  }

  @Test(
    "C's are in a library, whichever compiler and linker made it",
    .onThisMachine(because: "gcc compiles for this machine"),
    arguments: ["clang", "gcc"], Linker.allCases)
  func c(compiler: String, linker: Linker) throws {
    let folder = try Folders.make("DlopenNotes/\(compiler)-\(linker)")
    for level in ["-O0", "-O2"] {
      try Command.run(
        compiler,
        ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-shared", "-fPIC", level]
          + CGraft.include + ["-ffunction-sections", "-fdata-sections", "-fuse-ld=\(linker)"]
          + ["-Wl,--gc-sections", Folders.fixtures + "DlopenNotes/notes.c"]
          + ["-o", folder + "libnotes.so"])
      try DlopenNotes.expectSection(of: folder + "libnotes.so")
      try DlopenNotes.expect(2, in: folder + "libnotes.so")
      let json = try Set(DlopenNotes.json(in: folder + "libnotes.so"))
      #expect(json == Set(Self.json.map { $0.replacing("\\\"", with: "'") }))
    }
  }
}

extension Fixture {
  fileprivate static let dlopenNotes = Fixture(
    name: "DlopenNotes", modules: [Module("notes", of: "DlopenNotes", "main.swift")])
}
