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
    let ehdrAddress = try ehdrAddress
    for segment in try segments() where segment.type == Segment.note {
      guard read.insert(segment).inserted else { continue }
      let bytes = try bytes(of: segment)
      // Try every fourth byte: linkers put notes of alignment 4 into segments
      // of 8.
      for offset in stride(from: 0, to: bytes.count, by: 4) {
        guard
          let note = AnchorNote(
            in: bytes.span, at: offset, of: segment, header.encoding, ehdrAddress: ehdrAddress)
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

  /// The virtual address of the ELF header.
  private var ehdrAddress: UInt64? {
    get throws(InspectionError) {
      try segments().first { $0.type == Segment.load && $0.offset == 0 }?.virtualAddress
    }
  }
}

extension AnchorNote {
  /// Reads the anchor at an offset of a segment; nil if there is none.
  fileprivate init?(
    in bytes: Span<UInt8>, at start: Int, of segment: Segment, _ encoding: Encoding,
    ehdrAddress: UInt64?
  ) {
    let ownerStart = start + Self.headerByteCount
    let description = ownerStart + Self.owner.count
    guard description + Self.descriptionByteCount <= bytes.count else { return nil }
    var fields = FieldReader(encoding, at: start)
    guard fields.u32(bytes) == UInt32(Self.owner.count),
      fields.u32(bytes) == UInt32(Self.descriptionByteCount), fields.u32(bytes) == 1,
      Self.owner.indices.allSatisfy({ bytes[ownerStart + $0] == Self.owner[$0] })
    else { return nil }
    fields.offset = description
    let address = segment.virtualAddress &+ UInt64(description)
    offset = segment.offset &+ UInt64(description)
    version = fields.u32(bytes)
    let distances = (1...3).map { _ in
      UInt64(bitPattern: Int64(Int32(bitPattern: fields.u32(bytes))))
    }
    // Each distance is relative to its own field.
    let said = distances.enumerated().map { index, distance in
      address &+ UInt64(4 * (index + 1)) &+ distance
    }
    let moved = ehdrAddress.map { $0 &- said[0] } ?? 0
    let (first, last) = (said[1] &+ moved, said[2] &+ moved)
    bounds = version == Self.knownVersion && first <= last ? first..<last : nil
  }
}
