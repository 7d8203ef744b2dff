// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Swift libraries without descriptors: what Graft reads of them is Swift's own.
@Suite struct SwiftLibraryTests {
  private static let without = "Dog default; Cat default"
  private static let named = "Dog default; Cat named"

  @Test(
    "What a closed library declared does not count any more, and is not read",
    .onThisMachine(because: "Swift 6.2's runtime, which Debian has, reads it"))
  func closed() async throws {
    let lines = try await ImageHost.run([
      "call", "open libConforming.so", "refresh", "call", "close", "refresh", "call", "kitten",
      "open libConforming.so", "refresh", "call",
    ])
    #expect(
      lines == [
        Self.without, "opened", Self.named, "closed: true", Self.without, "Kitten default",
        "opened", Self.named,
      ])
  }

  /// A library that adds a conformance, with a constructor that marks it as another Swift's.
  private func library(_ file: String, _ flags: [String]) async throws -> String {
    let program = try await ImageHost.program()
    let mark = try CGraft.compile(
      "Images/unknown-metadata.c", into: Folders.make("Images/\(file)"), .debug, flags)
    return try program.link(
      file, program.objects["Conforming"] + [mark], libraries: ImageHost.libraries)
  }

  @Test(
    "Conformances of an unknown layout are not read, listed, and asked of Swift's runtime",
    arguments: [
      ("libSections.so", [], "version 99 of its metadata sections is not known"),
      ("libFlags.so", ["-DFLAGS=0x200000"], "a conformance has the unknown flags 0x200000"),
    ])
  func unknownLayout(file: String, flags: [String], reason: String) async throws {
    _ = try await library(file, flags)
    let lines = try await ImageHost.run(["call", "open \(file)", "refresh", "call", "diagnostics"])
    #expect(lines.prefix(3) == [Self.without, "opened", Self.named])
    let diagnostics = lines.dropFirst(3)
    #expect(
      diagnostics.contains { $0.contains("\(file): its conformances are not read: \(reason)") },
      "\(lines)")
  }
}
