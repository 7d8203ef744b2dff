// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Files with holes: some KB on disk, and segments of some GB.
@Suite struct SparseFileTests {
  private static let apparent = 3 << 30

  /// In `Elf64_Phdr`.
  private struct Segment {
    var type: UInt32
    var offset: Int
    var byteCount: Int

    static func load(_ byteCount: Int) -> Segment {
      Segment(type: 1, offset: 0, byteCount: byteCount)
    }
    static func dynamic(_ byteCount: Int) -> Segment {
      Segment(type: 2, offset: 4096, byteCount: byteCount)
    }
    static func note(_ byteCount: Int) -> Segment {
      Segment(type: 4, offset: 512, byteCount: byteCount)
    }

    var bytes: Data {
      var words: [UInt64] = Array(repeating: 0, count: 7)
      words[0] = UInt64(type)
      words[1] = UInt64(offset)
      words[2] = UInt64(offset)
      words[4] = UInt64(byteCount)
      words[5] = UInt64(byteCount)
      return words.withUnsafeBytes { Data($0) }
    }
  }

  /// A plug-in's own header, with other segments and no sections.
  private func header(_ segments: [Segment]) async throws -> Data {
    let plugin = try await ImageHost.program().folder + "libAlpha.so"
    let file = try FileHandle(forReadingFrom: URL(filePath: plugin))
    var bytes = try #require(try file.read(upToCount: 64))
    bytes[0x20..<0x28] = Data([64, 0, 0, 0, 0, 0, 0, 0])  // e_phoff
    bytes[0x28..<0x30] = Data(count: 8)  // e_shoff
    bytes[0x38..<0x3a] = Data([UInt8(segments.count), 0])  // e_phnum
    bytes[0x3a..<0x40] = Data(count: 6)  // e_shentsize, e_shnum, e_shstrndx
    return segments.reduce(bytes) { $0 + $1.bytes }
  }

  /// The note of `docs/abi.md`, which says that descriptors begin behind it.
  private func anchor(at address: Int, descriptorByteCount: Int) -> Data {
    func words(_ values: Int...) -> Data {
      values.map(Int32.init).withUnsafeBytes { Data($0) }
    }
    // Each distance is from its own field.
    return words(12, 16, 1) + Data("GraftAnchor\0".utf8)
      + words(1, -(address + 28), 40 - 32, 40 + descriptorByteCount - 36)
  }

  private func write(_ bytes: Data, _ folder: String, _ name: String) throws {
    try bytes.write(to: URL(filePath: folder + name))
    let file = try FileHandle(forWritingTo: URL(filePath: folder + name))
    try file.truncate(atOffset: UInt64(Self.apparent + 4096))
  }

  @Test("A segment of some GB is refused before it is read, and the others are judged")
  func segments() async throws {
    let program = try await ImageHost.program()
    let folder = try Folders.make("Images/sparse")
    let size = Self.apparent
    try write(await header([.note(size)]), folder, "note.so")
    try write(await header(Array(repeating: .note(1 << 18), count: 8)), folder, "notes.so")
    try write(await header([.dynamic(size)]), folder, "dynamic.so")
    let descriptors = 1 << 30
    var bytes = try await header([.load(size), .note(40)])
    bytes += Data(count: 512 - bytes.count) + anchor(at: 512, descriptorByteCount: descriptors)
    try write(bytes, folder, "records.so")
    try FileManager.default.copyItem(
      atPath: program.folder + "libAlpha.so", toPath: folder + "whole.so")

    // A host that only judges has some 100 MB.
    let outcome = try Command(
      "bash",
      [
        "-c", "ulimit -v \(1 << 20); exec \"$0\" \"$@\"", program.folder + "images",
        "load-all \(folder) deny=whole.so",
      ]
    ).run()
    let lines = ImageHost.lines(outcome).map { $0.replacing(folder, with: "") }
    let limits = [
      ("dynamic", "too large: \(size) bytes of dynamic segment, and at most \(1 << 18) are read"),
      ("note", "too large: \(size) bytes of notes, and at most \(1 << 20) are read"),
      ("notes", "too large: \(2 << 20) bytes of notes, and at most \(1 << 20) are read"),
      (
        "records", "too large: \(descriptors) bytes of descriptors, and at most \(1 << 26) are read"
      ),
    ]
    for (file, text) in limits {
      let start = "result: refused: \(file).so: \(text)"
      #expect(lines.contains { $0.hasPrefix(start) }, "\(outcome)")
    }
    #expect(lines.contains("judging whole.so: -"), "\(outcome)")
    #expect(outcome.succeeded, "\(outcome)")
  }
}
