// SPDX-License-Identifier: Apache-2.0

/// Walks the members of an archive by their headers.
///
/// libelf opens the members, but its symbol index is never used: libelf 0.188
/// writes out of bounds when it reads a crafted one.
struct Archive {
  struct Member {
    var name: Path
    /// The header's offset, from the start of the archive.
    var headerOffset: UInt64
    /// The content's offset, from the start of the archive.
    ///
    /// The content follows the header and, if the member stores its name, the name.
    var offset: UInt64
    /// The content's size; a thin archive keeps the content in a separate file.
    var byteCount: UInt64
    /// The offset of the member's header in the archive that its name denotes;
    /// only in a thin archive.
    var nestedOffset: UInt64?
    /// The first bytes of the content, at most as many as an ELF header has.
    var head: ArraySlice<UInt8>

    /// Whether libelf reads this member right.
    ///
    /// It takes a name stored before the content for content, and searches all headers,
    /// for each member, for a name that does not exist.
    var isKnownToLibelf: Bool {
      offset == headerOffset + UInt64(Archive.headerByteCount) && !lacksName
    }
    /// Whether its name should be in the table of long names, but no table came
    /// before it.
    var lacksName = false
    var isELF: Bool { head.starts(with: ELFHeader.magic) }
    var isArchive: Bool { head.starts(with: Archive.magic) || head.starts(with: Archive.thinMagic) }
  }

  let input: InputFile
  /// The archive's offset in bytes, from the start of the file.
  let start: UInt64
  let byteCount: UInt64
  let isThin: Bool

  static let headerByteCount = 60
  /// The longest file name that is read: PATH_MAX.
  private static let longestStoredName: UInt64 = 4096
  static let magic = Array("!<arch>\n".utf8)
  static let thinMagic = Array("!<thin>\n".utf8)
  private(set) var longNames: [UInt8] = []

  /// Calls `visit` with each member that can hold an object, until the archive
  /// ends or a header is malformed.
  ///
  /// - Parameter problem: called for a member whose name can't be read.
  mutating func eachMember(
    problem: (InspectionError) -> Void, _ visit: (Member) -> Void
  ) throws(InspectionError) {
    var offset = UInt64(Self.magic.count)
    while offset < byteCount {
      let header = try header(at: offset)
      let size = header.size
      let data = offset + UInt64(Self.headerByteCount)
      let isSpecial = header.name.first == UInt8(ascii: "/") && !header.isLongName
      let isStored = !isThin || isSpecial
      guard !isStored || size <= byteCount - data else {
        throw InspectionError(
          .malformedArchive, "a member goes beyond the archive's end: was it truncated?",
          offset: offset, value: size)
      }
      if header.name == Array("//".utf8) {
        guard size <= min(SectionTableLimits.sectionByteCount, input.dataByteCount) else {
          throw InspectionError(
            .tooLarge, "the archive's names are too large", offset: offset, value: size)
        }
        longNames = try input.bytes(at: start + data, count: Int(size))
      } else if !isSpecial {
        do throws(InspectionError) {
          visit(try member(header, at: offset))
        } catch {
          problem(error)
        }
      }
      offset = isStored ? data + size + size % 2 : data
    }
  }
}

extension Archive {
  private struct Header {
    /// The name without trailing blanks.
    var name: [UInt8]
    var size: UInt64
    /// The first bytes of the member.
    var content: ArraySlice<UInt8>

    /// Whether the name is an offset in the table of long names, as in `/123`.
    var isLongName: Bool {
      name.count > 1 && name[0] == UInt8(ascii: "/") && name[1] >= 0x30 && name[1] <= 0x39
    }

    /// The length of a name that is stored before the content, as BSD's ar
    /// writes it: `#1/20`.
    var storedNameByteCount: UInt64? {
      name.starts(with: Array("#1/".utf8)) ? Archive.decimal(name[3...]) : nil
    }
  }

  private func header(at offset: UInt64) throws(InspectionError) -> Header {
    let wanted = min(UInt64(Self.headerByteCount + ELFHeader.byteCount64), byteCount - offset)
    let bytes = try input.bytes(at: start + offset, count: Int(wanted))
    guard bytes.count >= Self.headerByteCount, bytes[58] == 0x60, bytes[59] == 0x0a else {
      throw InspectionError(
        .malformedArchive, "a member's header is malformed: was the archive truncated?",
        offset: offset)
    }
    guard let size = Self.decimal(bytes[48..<58]) else {
      throw InspectionError(
        .malformedArchive, "a member's size is not a number", offset: offset + 48)
    }
    let name = bytes[..<16].reversed().drop { $0 == 0x20 }.reversed()
    return Header(name: Array(name), size: size, content: bytes[Self.headerByteCount...])
  }

  private func member(_ header: Header, at offset: UInt64) throws(InspectionError) -> Member {
    let data = offset + UInt64(Self.headerByteCount)
    guard let nameByteCount = header.storedNameByteCount else {
      return Member(
        name: name(header), headerOffset: offset, offset: data, byteCount: header.size,
        nestedOffset: isThin ? nestedOffset(header) : nil,
        head: header.content.prefix(Int(min(header.size, UInt64(ELFHeader.byteCount64)))),
        lacksName: header.isLongName && longNames.isEmpty)
    }
    guard nameByteCount <= min(header.size, Self.longestStoredName) else {
      throw InspectionError(
        .malformedArchive, "a member's name goes beyond the member", offset: offset,
        value: nameByteCount)
    }
    let byteCount = header.size - nameByteCount
    let headByteCount = min(byteCount, UInt64(ELFHeader.byteCount64))
    let bytes = try input.bytes(at: start + data, count: Int(nameByteCount + headByteCount))
    // NUL pads the name so that the content is aligned.
    let name = bytes[..<Int(nameByteCount)].prefix { $0 != 0 }
    return Member(
      name: Path(bytes: Array(name)), headerOffset: offset, offset: data + nameByteCount,
      byteCount: byteCount, head: bytes[Int(nameByteCount)...])
  }

  private static func decimal(_ digits: some Collection<UInt8>) -> UInt64? {
    UInt64(String(decoding: digits.prefix { $0 != 0x20 }, as: UTF8.self))
  }

  /// The offset after the colon of `/123:456`: that of a member's header in the
  /// archive whose name is at 123.
  private func nestedOffset(_ header: Header) -> UInt64? {
    guard header.isLongName, let colon = header.name.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return Self.decimal(header.name[(colon + 1)...])
  }

  private func name(_ header: Header) -> Path {
    let digits = header.name.dropFirst().prefix { $0 != UInt8(ascii: ":") }
    guard header.isLongName, let start = Self.decimal(digits),
      start < UInt64(longNames.count)
    else { return Path(bytes: Array(header.name.prefix { $0 != UInt8(ascii: "/") })) }
    let longest = longNames[Int(start)...].prefix(Int(Self.longestStoredName))
    var name = Array(longest.prefix { $0 != 0x0a && $0 != 0 })
    if name.last == UInt8(ascii: "/") { name.removeLast() }
    return Path(bytes: name)
  }
}
