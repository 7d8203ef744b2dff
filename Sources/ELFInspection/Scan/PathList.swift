// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Names of files that stand in another file.
public struct PathList: Sendable {
  /// In their order.
  public private(set) var paths: [Path] = []

  /// - Parameters:
  ///   - list: `-` is standard input; a FIFO will do.
  ///   - isTerminatedByNUL: each name ends in NUL, else in a newline; empty lines are none.
  /// - Throws: if there are no names, or one is empty.
  public init(_ list: Path, isTerminatedByNUL: Bool) throws(InspectionError) {
    let bytes = try Self.read(list)
    var start = bytes.startIndex
    let end: UInt8 = isTerminatedByNUL ? 0 : 0x0a
    while start < bytes.endIndex {
      let name = bytes[start...].prefix { $0 != end }
      if name.isEmpty, isTerminatedByNUL {
        throw InspectionError(
          .malformedList, "the list has an empty name", offset: UInt64(start))
      }
      if let nul = name.firstIndex(of: 0) {
        throw InspectionError(
          .malformedList, "the list has NUL in a line: are its names to end in NUL (-0)?",
          offset: UInt64(nul))
      }
      if !name.isEmpty { paths.append(Path(bytes: Array(name))) }
      start = name.endIndex + 1
    }
    guard !paths.isEmpty else {
      throw InspectionError(.malformedList, "the list names no file, so nothing was looked at")
    }
  }

  /// Some millions of names.
  private static let byteLimit = 1 << 28

  private static func read(_ list: Path) throws(InspectionError) -> [UInt8] {
    let isStandardInput = list == Path("-")
    let descriptor =
      isStandardInput ? STDIN_FILENO : list.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system("can't open") }
    defer { if !isStandardInput { close(descriptor) } }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = part.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system("can't read") }
      if count == 0 { return bytes }
      bytes += part[..<count]
      guard bytes.count <= byteLimit else {
        throw InspectionError(
          .tooLarge, "more than \(byteLimit.hex) bytes of names are not read")
      }
    }
  }
}
