// SPDX-License-Identifier: Apache-2.0

/// A section with its bytes, relocations and strings.
public struct SectionContent: Hashable, Sendable {
  /// The entry in the section table.
  public var section: Section
  /// The bytes in the file, uncompressed; empty for NOBITS.
  public var bytes: [UInt8]
  /// Whether `bytes` were uncompressed.
  public var wasCompressed: Bool { !section.hasNoBytes && UInt64(bytes.count) != section.byteCount }
  /// The relocations, by offset.
  public var relocations: RelocationList
  /// Runs of at least `shortestString` printable characters up to a NUL.
  public var strings: [LocatedString]

  /// The approximate memory that it takes, in bytes.
  public var memoryByteCount: Int {
    bytes.count + relocations.count * MemoryLayout<RelocationList.Entry>.stride
      + strings.count * 2 * MemoryLayout<LocatedString>.stride
  }

  /// A string and its location.
  public struct LocatedString: Hashable, Sendable {
    /// The offset in bytes, from the start of the section.
    public var offset: UInt64
    /// The text, without the NUL.
    public var text: String
  }

  static let shortestString = 4
}

extension ELFFile {
  /// The number of bytes that a section's content will have; 0 if it can't be
  /// read.
  public func contentByteCount(of section: Section) -> Int {
    guard !section.hasNoBytes, let (_, byteCount) = try? SectionBytes.check(section, of: self)
    else { return 0 }
    return Int(clamping: byteCount)
  }

  /// Reads a section with its relocations and strings.
  ///
  /// - Parameter problem: called for errors in the relocations.
  public func content(
    of section: Section, problem: (InspectionError) -> Void
  ) throws(InspectionError) -> SectionContent {
    let bytes = try contentBytes(of: section)
    var applied = AppliedRelocations()
    do throws(InspectionError) {
      applied = try relocations(of: section)
    } catch {
      applied.problems.append(error)
    }
    applied.problems.forEach(problem)
    return SectionContent(
      section: section, bytes: bytes, relocations: applied.relocations,
      strings: SectionContent.strings(in: bytes.span))
  }

  /// Reads the bytes, without libelf if they need no uncompressing: libelf
  /// would keep a second copy.
  func contentBytes(of section: Section) throws(InspectionError) -> [UInt8] {
    let (isCompressed, byteCount) = try SectionBytes.check(section, of: self)
    guard !isCompressed, !section.hasNoBytes else {
      return try withBytes(of: section) { bytes in bytes.withUnsafeBufferPointer { Array($0) } }
    }
    return try self.bytes(at: section.offset, count: byteCount)
  }
}

extension SectionContent {
  fileprivate static func strings(in bytes: Span<UInt8>) -> [LocatedString] {
    var strings: [LocatedString] = []
    var first = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if byte >= 0x20 && byte != 0x7f { continue }
      if byte == 0, index - first >= shortestString,
        let text = try? UTF8Span(validating: bytes.extracting(first..<index))
      {
        strings.append(LocatedString(offset: UInt64(first), text: String(copying: text)))
      }
      first = index + 1
    }
    return strings
  }
}
