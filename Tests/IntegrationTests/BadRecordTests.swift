// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// A C file with records that are wrong, and what is said of it.
struct Defect: CustomTestStringConvertible {
  let file: String
  let finding: String
  /// Records of the file that are taken in.
  var survivors = ["Before", "After"]

  var testDescription: String { file }

  /// The second record begins here.
  private static let offset = "offset 0x58: "

  static let ofRecords = [
    Defect(file: "unknown-version", finding: offset + "record version 9 is unknown"),
    Defect(file: "unknown-kind", finding: offset + "record kind 77 is unknown"),
    Defect(file: "unterminated", finding: offset + "string number 3 of the record has no end"),
    Defect(file: "missing-text", finding: offset + "string number 4 is missing"),
    Defect(file: "counts-beyond-record", finding: offset + "string number"),
    Defect(file: "not-utf8", finding: offset + "the record's text is not UTF-8"),
    Defect(file: "null-accessor", finding: offset + "the accessor is NULL"),
    Defect(
      file: "accessor-outside", finding: offset + "the accessor lies outside of executable memory"),
    Defect(
      file: "accessor-nowhere", finding: offset + "the accessor lies outside of executable memory"),
  ]

  static let ofSections = [
    Defect(file: "size-zero", finding: offset + "a record of size 0 is not padding"),
    Defect(file: "size-misaligned", finding: offset + "the record's size 7 is no multiple of 8"),
    Defect(file: "size-too-small", finding: offset + "the record's size 16 is less than"),
    Defect(file: "size-beyond-section", finding: offset + "the record's size 4096 goes beyond"),
  ].map { Defect(file: $0.file, finding: $0.finding, survivors: ["Before"]) }

  static let ofAnchors = [
    Defect(file: "announced-outside", finding: "image refused: the anchor points outside"),
    Defect(file: "announced-elsewhere", finding: "image refused: the anchor points outside"),
    Defect(file: "note-outside", finding: "image refused: the anchor points outside"),
    Defect(file: "note-version", finding: "image refused: anchor version 2 is unknown"),
  ].map { Defect(file: $0.file, finding: $0.finding, survivors: []) }

  static let none = ["padding", "empty-section", "repeated-anchor"]
}

@Suite struct BadRecordTests {
  @Test(
    "A bad record is skipped and listed, in a plug-in as in the executable",
    arguments: Defect.ofRecords + Defect.ofSections, [false, true])
  func skipped(defect: Defect, isLinkedIn: Bool) async throws {
    let outcome = try await isLinkedIn ? runLinkedIn(defect.file) : runOpening(defect.file)
    #expect(outcome.succeeded, "\(outcome)")
    let image = isLinkedIn ? defect.file : "lib\(defect.file).so"
    expect(outcome, finds: "/\(image): \(defect.finding)", survivors: defect.survivors)
  }

  @Test("An anchor that points outside its image is refused", arguments: Defect.ofAnchors)
  func refused(defect: Defect) async throws {
    let outcome = try await runLinkedIn(defect.file)
    expect(outcome, finds: "/\(defect.file): \(defect.finding)", survivors: [])
  }

  @Test(
    "An announcement from a plug-in that points outside it is refused",
    arguments: Defect.ofAnchors.prefix(2))
  func refusedPlugin(defect: Defect) async throws {
    let outcome = try await runOpening(defect.file)
    expect(outcome, finds: "/lib\(defect.file).so: \(defect.finding)", survivors: [])
  }

  @Test("Padding, empty sections and repeated anchors are normal", arguments: Defect.none)
  func normal(file: String) async throws {
    for outcome in [try await runLinkedIn(file), try await runOpening(file)] {
      #expect(outcome.succeeded, "\(outcome)")
      #expect(!outcome.output.contains("offset 0x"), "\(outcome)")
      #expect(!outcome.output.contains("refused"), "\(outcome)")
      let records = outcome.output.split(separator: "\n").count { $0.hasPrefix("record: Bad.") }
      #expect(records == (file == "empty-section" ? 0 : 2), "\(outcome)")
    }
  }

  /// Whatever else is found, the plug-in that is opened too answers.
  private func expect(_ outcome: Command.Outcome, finds finding: String, survivors: [String]) {
    #expect(outcome.output.contains(finding), "\(outcome)")
    #expect(outcome.output.contains("call: hello"), "\(outcome)")
    for name in ["Before", "Middle", "After"] {
      let isListed = outcome.output.contains("record: Bad.\(name) in ")
      #expect(isListed == survivors.contains(name), "\(name): \(outcome)")
    }
  }

  // MARK: In a real image

  private func objects(_ file: String, _ folder: String) throws -> [String] {
    let files = file == "repeated-anchor" ? [file + "-1", file + "-2"] : [file]
    return try files.map {
      try CGraft.compile("BadRecords/\($0).c", into: folder, .release, ["-Wno-everything"])
    }
  }

  private func runOpening(_ file: String) async throws -> Command.Outcome {
    let host = try await Program.host("v1", .optimised)
    let folder = try Folders.make("BadRecords/opened/\(file)")
    let image = folder + "lib\(file).so"
    // Not linked against Graft: the program that opens it has the loader.
    try Link(output: image, objects: try objects(file, folder)).run(.optimised)
    return try host.run("host", [image, host.folder + "libplugin.so"])
  }

  private func runLinkedIn(_ file: String) async throws -> Command.Outcome {
    let host = try await Program.host("v1", .optimised)
    let folder = try Folders.make("BadRecords/linked/\(file)")
    try host.link(
      file, host.objects["host"] + objects(file, folder), libraries: ["Graft-dynamic", "HostAPI"])
    return try host.run(file, [host.folder + "libplugin.so"])
  }
}
