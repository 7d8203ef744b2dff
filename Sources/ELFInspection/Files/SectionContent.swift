// SPDX-License-Identifier: Apache-2.0

/// A section with its bytes, what relocates them, and the text in them.
public struct SectionContent: Hashable, Sendable {
  /// Its entry in the section table.
  public var section: Section
  /// As in the file, uncompressed; none for NOBITS.
  public var bytes: [UInt8]
  /// `bytes` are others than those in the file.
  public var wasCompressed: Bool { !section.hasNoBytes && UInt64(bytes.count) != section.byteCount }
  /// By offset.
  public var relocations: RelocationList
  /// Runs of at least `shortestString` printable characters up to a NUL.
  public var strings: [LocatedString]

  /// What it takes of memory, in bytes and about.
  public var memoryByteCount: Int {
    bytes.count + relocations.count * MemoryLayout<RelocationList.Entry>.stride
      + strings.count * 2 * MemoryLayout<LocatedString>.stride
  }

  /// A string, and its place.
  public struct LocatedString: Hashable, Sendable {
    /// In bytes, from the start of the section.
    public var offset: UInt64
    /// Without the NUL.
    public var text: String
  }

  static let shortestString = 4
}

extension ELFFile {
  /// How many bytes the content of a section will have; 0 where it can't be read.
  public func contentByteCount(of section: Section) -> Int {
    guard !section.hasNoBytes, let (_, byteCount) = try? SectionBytes.check(section, of: self)
    else { return 0 }
    return Int(clamping: byteCount)
  }

  /// - Parameter problem: called for what is wrong with the relocations.
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

  /// Without libelf where it has nothing to do: it would keep the bytes a second time.
  private func contentBytes(of section: Section) throws(InspectionError) -> [UInt8] {
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
