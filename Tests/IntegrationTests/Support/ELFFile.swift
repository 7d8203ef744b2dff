// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Changes to ELF files of 64 bits in the machine's own byte order.
enum ELFFile {
  private struct ProgramHeaders {
    static let offset = 0x20
    static let entryByteCount = 0x36
    static let count = 0x38
  }

  /// Leaves what is loaded: cuts the file off behind its last segment, and takes
  /// the section header table out of its header.
  static func removeSectionHeaders(_ path: String) throws {
    let url = URL(filePath: path)
    var bytes = [UInt8](try Data(contentsOf: url))
    let end = bytes.withUnsafeBytes { file in
      let table = file.loadUnaligned(fromByteOffset: ProgramHeaders.offset, as: Int.self)
      let step = file.loadUnaligned(fromByteOffset: ProgramHeaders.entryByteCount, as: UInt16.self)
      let count = file.loadUnaligned(fromByteOffset: ProgramHeaders.count, as: UInt16.self)
      return (0..<Int(count)).map { index in
        let header = table + index * Int(step)
        return file.loadUnaligned(fromByteOffset: header + 8, as: Int.self)
          + file.loadUnaligned(fromByteOffset: header + 32, as: Int.self)
      }.max()!
    }
    bytes.removeSubrange(end...)
    for index in 0x28..<0x30 { bytes[index] = 0 }  // e_shoff
    for index in 0x3a..<0x40 { bytes[index] = 0 }  // e_shentsize, e_shnum, e_shstrndx
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    try Data(bytes).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: permissions!], ofItemAtPath: path)
  }

  /// Where the bytes end that the program headers speak of.
  static func loadedEnd(of file: String) throws -> Int {
    let headers = try Command.run("readelf", ["-lW", file]).split(separator: "\n")
    return headers.filter { $0.hasPrefix("  LOAD ") }.map { line in
      let words = line.split(separator: " ").map { Int($0.dropFirst(2), radix: 16) }
      return words[1]! + words[4]!
    }.max()!
  }
}
