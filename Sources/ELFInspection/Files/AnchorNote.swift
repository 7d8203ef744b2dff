// SPDX-License-Identifier: Apache-2.0

/// The note that leads the loader to the section of a linked file;
/// `docs/abi.md` specifies it.
public struct AnchorNote: Hashable, Sendable {
  /// The offset of the note's description, in bytes from the start of the file.
  public var offset: UInt64
  /// The version; this Graft knows 1.
  public var version: UInt32
  /// The virtual addresses of the section's bounds, corrected if patchelf moved the
  /// note.
  ///
  /// Empty if the image has no record; nil if the version is unknown or the bounds
  /// are wrong.
  public var bounds: Range<UInt64>?

  static let knownVersion: UInt32 = 1
  /// The most anchors that are read.
  ///
  /// Linkers leave one for each file, or one for each object.
  static let countLimit = 1 << 10
  private static let owner: [UInt8] = Array("GraftAnchor\0".utf8)
  private static let headerByteCount = 12
  private static let descriptionByteCount = 16
}

extension ELFFile {
  /// The anchors of a linked file.
  ///
  /// Note segments have them, so they remain if the section table is stripped.
  public func anchors() throws(InspectionError) -> [AnchorNote] {
    var anchors: [AnchorNote] = []
    var seen: Set<AnchorNote> = []
    var read: Set<Segment> = []
    let segments = try segments()
    let headerAddress = segments.headerAddress
    for segment in segments where segment.type == Segment.note {
      guard read.insert(segment).inserted else { continue }
      let bytes = try bytes(of: segment)
      // Try every fourth byte: linkers put notes of alignment 4 into segments
      // of 8.
      for offset in stride(from: 0, to: bytes.count, by: 4) {
        guard
          let note = AnchorNote(
            in: bytes.span, at: offset, of: segment, header.encoding,
            headerAddress: headerAddress)
        else { continue }
        guard seen.insert(note).inserted else { continue }
        guard anchors.count < AnchorNote.countLimit else {
          throw InspectionError(
            .tooLarge, "more than \(AnchorNote.countLimit) anchors are not read",
            offset: note.offset)
        }
        anchors.append(note)
      }
    }
    return anchors
  }
}

extension AnchorNote {
  /// Reads the anchor at an offset of a segment; nil if there is none.
  fileprivate init?(
    in bytes: Span<UInt8>, at start: Int, of segment: Segment, _ encoding: Encoding,
    headerAddress: UInt64?
  ) {
    let fields = Self.fields(
      in: bytes, at: start, address: segment.virtualAddress, encoding,
      headerAddress: headerAddress)
    guard let fields else { return nil }
    offset = segment.offset &+ UInt64(start + Self.headerByteCount + Self.owner.count)
    version = fields.version
    bounds =
      version == Self.knownVersion && fields.first <= fields.last
      ? fields.first..<fields.last : nil
  }

  /// The version and the bounds of the anchor at an offset of notes; nil if there is none.
  ///
  /// - Parameters:
  ///   - address: the virtual address of the notes.
  ///   - headerAddress: that of the ELF header; nil if it is unknown.
  static func fields(
    in bytes: Span<UInt8>, at start: Int, address: UInt64, _ encoding: Encoding,
    headerAddress: UInt64?
  ) -> (version: UInt32, first: UInt64, last: UInt64)? {
    let ownerStart = start + Self.headerByteCount
    let description = ownerStart + Self.owner.count
    guard description + Self.descriptionByteCount <= bytes.count else { return nil }
    var fields = FieldReader(encoding, at: start)
    guard fields.u32(bytes) == UInt32(Self.owner.count),
      fields.u32(bytes) == UInt32(Self.descriptionByteCount), fields.u32(bytes) == 1,
      Self.owner.indices.allSatisfy({ bytes[ownerStart + $0] == Self.owner[$0] })
    else { return nil }
    fields.offset = description
    let version = fields.u32(bytes)
    // Each distance is relative to its own field.
    let said = (0..<3).map { _ in
      let place = address &+ UInt64(fields.offset)
      return place &+ UInt64(bitPattern: Int64(Int32(bitPattern: fields.u32(bytes))))
    }
    let moved = headerAddress.map { $0 &- said[0] } ?? 0
    return (version, said[1] &+ moved, said[2] &+ moved)
  }
}
