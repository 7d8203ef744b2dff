// SPDX-License-Identifier: Apache-2.0

/// Walks the members of an archive by their headers. libelf opens the members;
/// its own table of symbols is never asked for, since reading a crafted one
/// writes beyond its memory in 0.188.
struct Archive {
  struct Member {
    var name: Path
    /// From the start of the archive.
    var headerOffset: UInt64
    /// Of what the member holds; a thin archive's lies in a file of its own.
    var byteCount: UInt64
    /// The first bytes of it, as many as an ELF header has.
    var head: ArraySlice<UInt8>

    var isELF: Bool { head.starts(with: ELFHeader.magic) }
    var isArchive: Bool { head.starts(with: Archive.magic) || head.starts(with: Archive.thinMagic) }
  }

  let input: InputFile
  /// In bytes, from the start of the file.
  let start: UInt64
  let byteCount: UInt64
  let isThin: Bool

  static let headerByteCount = 60
  static let magic = Array("!<arch>\n".utf8)
  static let thinMagic = Array("!<thin>\n".utf8)
  private var longNames: [UInt8] = []

  init(_ input: InputFile, start: UInt64, byteCount: UInt64, isThin: Bool) {
    self.input = input
    self.start = start
    self.byteCount = byteCount
    self.isThin = isThin
  }

  /// Calls `visit` with each member that can hold an object, until the archive
  /// ends or its headers make no sense.
  mutating func eachMember(_ visit: (Member) -> Void) throws(InspectionError) {
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
        guard size <= SectionTableLimits.sectionByteCount else {
          throw InspectionError(.tooLarge, "the archive's names", offset: offset, value: size)
        }
        longNames = try input.bytes(at: start + data, count: Int(size))
      } else if !isSpecial {
        visit(
          Member(
            name: name(header), headerOffset: offset, byteCount: size,
            head: header.content.prefix(Int(min(size, UInt64(ELFHeader.byteCount64))))))
      }
      offset = isStored ? data + size + size % 2 : data
    }
  }
}

extension Archive {
  private struct Header {
    /// Without the blanks at its end.
    var name: [UInt8]
    var size: UInt64
    /// The first bytes of the member.
    var content: ArraySlice<UInt8>

    /// `/123`: where in the table of long names.
    var isLongName: Bool {
      name.count > 1 && name[0] == UInt8(ascii: "/") && name[1] >= 0x30 && name[1] <= 0x39
    }
  }

  private func header(at offset: UInt64) throws(InspectionError) -> Header {
    let wanted = min(UInt64(Self.headerByteCount + ELFHeader.byteCount64), byteCount - offset)
    let bytes = try input.bytes(at: start + offset, count: Int(wanted))
    guard bytes.count >= Self.headerByteCount, bytes[58] == 0x60, bytes[59] == 0x0a else {
      throw InspectionError(
        .malformedArchive, "what follows is no member's header: was the archive truncated?",
        offset: offset)
    }
    guard let size = Self.decimal(bytes[48..<58]) else {
      throw InspectionError(.malformedArchive, "a member's size is no number", offset: offset + 48)
    }
    let name = bytes[..<16].reversed().drop { $0 == 0x20 }.reversed()
    return Header(name: Array(name), size: size, content: bytes[Self.headerByteCount...])
  }

  private static func decimal(_ digits: some Collection<UInt8>) -> UInt64? {
    UInt64(String(decoding: digits.prefix { $0 != 0x20 }, as: UTF8.self))
  }

  private func name(_ header: Header) -> Path {
    guard header.isLongName, let start = Self.decimal(header.name[1...]),
      start < UInt64(longNames.count)
    else { return Path(bytes: Array(header.name.prefix { $0 != UInt8(ascii: "/") })) }
    var name = Array(longNames[Int(start)...].prefix { $0 != 0x0a && $0 != 0 })
    if name.last == UInt8(ascii: "/") { name.removeLast() }
    return Path(bytes: name)
  }
}
