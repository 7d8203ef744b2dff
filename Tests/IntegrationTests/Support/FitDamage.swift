// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// What became of a file on its way to a host.
enum FitDamage: CaseIterable {
  case cut, cutBehindSegments, emptied, noELF, folder
  case identification, type, segmentSize, alignment, machine
  case otherCompiler, anchorVersion, anchorBounds, recordVersion, manifestVersion
  case neededName, neededVersion, stripped, withoutSections, patched, withoutNotes

  /// Copies a file with this damage.
  ///
  /// - Returns: what was done in particular.
  func copy(_ file: String, to path: String, _ random: inout Generator) throws -> String {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
    var details = ""
    func write() throws { try Data(bytes).write(to: URL(filePath: path)) }
    func replace(_ text: String, _ new: String) {
      guard let range = bytes.firstRange(of: Array(text.utf8)) else { return }
      bytes.replaceSubrange(range, with: Array(new.utf8))
      details = "\(text) by \(new)"
    }
    func patch(_ offset: Int, _ value: UInt8) {
      bytes[offset] = value
      details = "\(offset) to \(value)"
    }
    switch self {
    case .cut:
      let end = random.below(random.once(in: 3) ? bytes.count : bytes.count / 4)
      bytes.removeSubrange(end...)
      details = "at \(end)"
    case .cutBehindSegments:
      guard Self.is64Bit(bytes), let end = try? ELFFile.loadedEnd(of: file) else { break }
      bytes.removeSubrange(min(bytes.count, end + random.below(100))...)
    case .emptied: bytes = []
    case .noELF: patch(random.below(4), 0)
    case .folder:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      return "instead"
    case .identification: patch(random.element(of: [6, 7, 8, 9, 15]), 77)
    case .type: patch(16, UInt8(random.below(5)))
    case .segmentSize: patch(54, 57)
    case .alignment: if Self.is64Bit(bytes) { patch(64 + 48, 8) }
    case .machine: patch(random.element(of: [5, 18]), 2)
    case .otherCompiler: replace("swift=60301", "swift=60200")
    case .anchorVersion:
      if let note = Self.anchor(bytes) { patch(note + 24, 2) }
    case .anchorBounds:
      // Where the section starts, by its distance: beyond the file, or at no multiple of 8.
      if let note = Self.anchor(bytes) {
        if random.once(in: 2) {
          patch(note + 35, 0x40)
        } else {
          patch(note + 32, bytes[note + 32] ^ 4)
        }
      }
    case .recordVersion:
      if let record = bytes.firstRange(of: Array("Speaker\0".utf8)), record.lowerBound > 24,
        bytes[record.lowerBound - 20] == 1
      {
        patch(record.lowerBound - 20, 3)
      }
    case .manifestVersion: replace("\u{0}fit-host 2", "\u{0}fit-host x")
    case .neededName: replace("libFitHelper.so", "libFitAbsent.so")
    case .neededVersion:
      // As if the C library had been newer where the plug-in was built.
      let (old, new) = ("GLIBC_2.2.5", "GLIBC_9.2.5")
      replace(old + "\u{0}", new + "\u{0}")
      if let place = bytes.firstRange(of: Self.hash(of: old)) {
        bytes.replaceSubrange(place, with: Self.hash(of: new))
      }
    case .stripped, .withoutSections, .patched, .withoutNotes:
      try write()
      guard Self.is64Bit(bytes) else { return "nothing" }
      try treat(path)
      return ""
    }
    try write()
    return details
  }

  private func treat(_ path: String) throws {
    switch self {
    case .stripped: try Command.run("strip", [path])
    case .withoutSections: try ELFFile.removeSectionHeaders(path)
    case .patched: try Command.run("patchelf", ["--set-rpath", "/nowhere:$ORIGIN/x", path])
    case .withoutNotes: try Command.run("objcopy", ["-R", ".note.graft", path])
    default: break
    }
  }

  private static func is64Bit(_ bytes: [UInt8]) -> Bool { bytes[4] == 2 }

  /// System V's hash of a version, as a file has it.
  private static func hash(of name: String) -> [UInt8] {
    let hash = name.utf8.reduce(UInt32(0)) { hash, byte in
      let next = (hash << 4) &+ UInt32(byte)
      let high = next & 0xf000_0000
      return (next ^ (high >> 24)) & ~high
    }
    return withUnsafeBytes(of: hash.littleEndian, Array.init)
  }

  /// The place of the note, from its start.
  private static func anchor(_ bytes: [UInt8]) -> Int? {
    bytes.firstRange(of: Array("GraftAnchor\0".utf8)).map { $0.lowerBound - 12 }
  }
}
