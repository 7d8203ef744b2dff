// SPDX-License-Identifier: Apache-2.0

/// A note of the owner `FDO`, freedesktop.org, whose description is JSON.
struct DesktopNote {
  /// The content of a note.
  enum Kind: UInt32, CaseIterable {
    /// The UAPI Group's "ELF dlopen metadata".
    case dlopen = 0x407c_0c0a
    /// The package that the file was built for: the UAPI Group's "Package metadata".
    case package = 0xcafe_1a7e

    var sectionName: String {
      switch self {
      case .dlopen: ".note.dlopen"
      case .package: ".note.package"
      }
    }
  }

  let kind: Kind
  /// The note's offset, in bytes from the start of the file.
  let offset: UInt64
  /// The description; nil if it ends outside of the section or segment.
  let description: ArraySlice<UInt8>?

  /// The most notes of a file that are read.
  static let countLimit = 1 << 10
}

extension ELFFile {
  /// The notes of freedesktop.org, in the order of the file.
  ///
  /// Segments come first: stripped files have lost their sections, and linkers can rename
  /// them. An object has only sections.
  func desktopNotes() throws(InspectionError) -> [DesktopNote] {
    var reader = DesktopNoteReader(encoding: header.encoding)
    var read: Set<Segment> = []
    for segment in try segments() where segment.type == Segment.note {
      guard read.insert(segment).inserted else { continue }
      try reader.read(try bytes(of: segment), at: segment.offset)
    }
    guard let names = try? sectionNames() else { return reader.notes }
    for kind in DesktopNote.Kind.allCases where names.contain(kind.sectionName) {
      for section in try sections(named: kind.sectionName, problem: { _ in }) {
        let bytes = try withBytes(of: section) { $0.withUnsafeBufferPointer { Array($0) } }
        try reader.read(bytes, at: section.offset)
      }
    }
    return reader.notes
  }
}

private struct DesktopNoteReader {
  let encoding: Encoding
  private(set) var notes: [DesktopNote] = []
  private var offsets: Set<UInt64> = []

  private static let owner: [UInt8] = Array("FDO\0".utf8)
  /// The bytes in front of the description: three numbers and the owner.
  private static let headByteCount = 16

  init(encoding: Encoding) { self.encoding = encoding }

  /// Reads the notes in a section or segment.
  ///
  /// Tries every fourth byte: linkers put notes of alignment 4 into segments of 8.
  mutating func read(_ bytes: [UInt8], at offset: UInt64) throws(InspectionError) {
    var start = 0
    while start <= bytes.count - Self.headByteCount {
      let description = start + Self.headByteCount
      guard let (kind, count) = head(bytes, at: start) else {
        start += 4
        continue
      }
      let isInside = count <= bytes.count - description
      let note = DesktopNote(
        kind: kind, offset: offset &+ UInt64(start),
        description: isInside ? bytes[description..<description + count] : nil)
      start = isInside ? description + (count + 3) & ~3 : description
      guard offsets.insert(note.offset).inserted else { continue }
      guard notes.count < DesktopNote.countLimit else {
        throw InspectionError(
          .tooLarge, "more than \(DesktopNote.countLimit) packaging notes are not read",
          offset: note.offset)
      }
      notes.append(note)
    }
  }

  private func head(_ bytes: [UInt8], at start: Int) -> (kind: DesktopNote.Kind, count: Int)? {
    var fields = FieldReader(encoding, at: start)
    let (ownerCount, count) = (fields.u32(bytes.span), fields.u32(bytes.span))
    guard ownerCount == UInt32(Self.owner.count),
      let kind = DesktopNote.Kind(rawValue: fields.u32(bytes.span)),
      bytes[fields.offset..<fields.offset + Self.owner.count].elementsEqual(Self.owner)
    else { return nil }
    return (kind, Int(count))
  }
}
