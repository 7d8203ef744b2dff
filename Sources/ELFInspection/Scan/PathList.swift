// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// File names in a list, read in parts, so that a list of any length fits in
/// memory.
public struct PathList: ~Copyable {
  private let descriptor: Int32
  private let isStandardInput: Bool
  private let isTerminatedByNUL: Bool
  /// The start of a name whose end is not read yet.
  private var rest: [UInt8] = []
  /// The offset of the first byte that belongs to no name yet.
  private var offset: UInt64 = 0
  private var isAtEnd = false
  private var hasNames = false
  /// An error to throw after the names before it.
  private var failure: InspectionError?

  /// Opens a list.
  ///
  /// - Parameters:
  ///   - list: the list's path; `-` is standard input, and a FIFO works too.
  ///   - isTerminatedByNUL: whether names end in NUL, not in a newline. Empty
  ///     lines are skipped.
  public init(_ list: Path, isTerminatedByNUL: Bool) throws(InspectionError) {
    self.isTerminatedByNUL = isTerminatedByNUL
    isStandardInput = list == Path("-")
    descriptor =
      isStandardInput ? STDIN_FILENO : list.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system("can't open") }
  }

  deinit { if descriptor >= 0, !isStandardInput { close(descriptor) } }

  /// The longest name; much longer than the system's limit.
  private static var nameByteLimit: Int { 1 << 16 }

  /// The next names: those that can be read without waiting, at least one; none
  /// at the end.
  ///
  /// - Throws: if the list has no name at all, or an empty one.
  public mutating func next() throws(InspectionError) -> [Path] {
    var paths: [Path] = []
    var byteCount = 0
    while !isAtEnd, failure == nil,
      paths.isEmpty || byteCount < InputFile.partByteCount && isReadable
    {
      do throws(InspectionError) {
        let part = try InputFile.part(of: descriptor)
        isAtEnd = part.isEmpty
        byteCount += part.count
        try take(part, &paths)
      } catch {
        failure = error
      }
    }
    if paths.isEmpty, let failure { throw failure }
    hasNames = hasNames || !paths.isEmpty
    guard hasNames else {
      throw InspectionError(.malformedList, "the list names no file, so nothing was looked at")
    }
    return paths
  }

  private mutating func take(_ part: [UInt8], _ paths: inout [Path]) throws(InspectionError) {
    let bytes = rest + part
    rest = []
    var start = 0
    while start < bytes.count {
      let found = bytes.firstIndex(of: isTerminatedByNUL ? 0 : 0x0a, in: start..<bytes.count)
      let name = bytes[start..<(found ?? bytes.count)]
      if !isTerminatedByNUL, let nul = bytes.firstIndex(of: 0, in: name.indices) {
        throw InspectionError(
          .malformedList, "the list has NUL in a line: do its names end in NUL (-0)?",
          offset: offset + UInt64(nul - start))
      }
      guard name.count <= Self.nameByteLimit else {
        throw InspectionError(
          .malformedList,
          "the list has a name of more than \(Self.nameByteLimit.hex) bytes: do its names end in"
            + " \(isTerminatedByNUL ? "NUL, as -0 says" : "a newline")?", offset: offset)
      }
      if found == nil, !isAtEnd {
        rest = Array(name)
        return
      }
      if !name.isEmpty {
        paths.append(Path(bytes: Array(name)))
      } else if isTerminatedByNUL {
        throw InspectionError(.malformedList, "the list has an empty name", offset: offset)
      }
      offset += UInt64(name.count + 1)
      start = name.endIndex + 1
    }
  }

  /// Whether more can be read without waiting.
  ///
  /// A writer's pieces can be much smaller than the list.
  private var isReadable: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) == 1
  }
}

extension [UInt8] {
  /// The first index of a byte.
  ///
  /// `memchr` is fast even in debug builds.
  fileprivate func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      return memchr(base + range.lowerBound, Int32(byte), range.count).map { base.distance(to: $0) }
    }
  }
}
