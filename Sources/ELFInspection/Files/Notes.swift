// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension ELFFile {
  /// The descriptions of all notes with an owner and type in the note segments
  /// (gABI, "Note Section").
  private func notes(_ owner: String, _ type: UInt32) throws(InspectionError) -> [ArraySlice<UInt8>]
  {
    var found: [ArraySlice<UInt8>] = []
    for segment in try segments() where segment.type == Segment.note {
      found += Self.notes(try bytes(of: segment), header.encoding, owner, type)
    }
    return found
  }

  private static func notes(
    _ bytes: [UInt8], _ encoding: Encoding, _ owner: String, _ type: UInt32
  ) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var fields = FieldReader(encoding)
    while true {
      let (nameCount, count) = (Int(fields.u32(bytes.span)), Int(fields.u32(bytes.span)))
      let kind = fields.u32(bytes.span)
      guard fields.isInside else { break }
      let start = fields.offset
      let description = start + (nameCount + 3) & ~3
      guard description >= start, description <= bytes.count, count <= bytes.count - description
      else { break }
      let name = bytes[start..<min(bytes.count, start + nameCount)]
      if kind == type, name.elementsEqual(owner.utf8 + [0]) {
        found.append(bytes[description..<description + count])
      }
      fields.offset = description + (count + 3) & ~3
    }
    return found
  }

  /// The build ID in hexadecimal; nil if there is none.
  func buildID() throws(InspectionError) -> String? {
    try notes("GNU", 3).first.map { Array($0).hexadecimal }
  }

  /// The build ID in the bytes of a note segment.
  static func buildID(inNotes bytes: [UInt8], _ encoding: Encoding) -> String? {
    notes(bytes, encoding, "GNU", 3).first.map { Array($0).hexadecimal }
  }

  /// Whether a note says that it has a copy of Graft's loader.
  func hasLoader() throws(InspectionError) -> Bool { try !notes("GraftLoader", 1).isEmpty }

  /// The static probes of a provider, as `provider:name`, in the order of their notes.
  ///
  /// No segment has these notes, so a file without section table has none. Each
  /// describes the addresses of the probe, of the link's base and of the semaphore; then
  /// the provider, the name and the arguments as strings.
  func probes(of provider: String) throws(InspectionError) -> [String] {
    guard let names = try? sectionNames(), names.contain(Self.probeSection) else { return [] }
    var probes: [String] = []
    var seen: Set<String> = []
    for section in try sections(named: Self.probeSection, problem: { _ in }) {
      let bytes = try withBytes(of: section) { $0.withUnsafeBufferPointer { Array($0) } }
      for note in Self.notes(bytes, header.encoding, "stapsdt", 3) {
        let strings = note.dropFirst(3 * header.encoding.addressByteCount)
          .split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard strings.count == 3, strings[0].elementsEqual(provider.utf8) else { continue }
        let probe = "\(provider):\(String(decoding: strings[1], as: UTF8.self))"
        if seen.insert(probe).inserted { probes.append(probe) }
      }
    }
    return probes
  }

  private static let probeSection = ".note.stapsdt"

  /// The mappings in a core file's note NT_FILE (core(5)): their number and the
  /// page size; start, end and offset in pages of each; then their paths.
  func mappedFiles() throws(InspectionError) -> [FileMapping] {
    guard let note = try notes("CORE", 0x4649_4c45).first else {
      throw InspectionError(
        .malformedSegment, "the core file does not say which files the process had mapped")
    }
    let bytes = Array(note)
    var fields = FieldReader(header.encoding)
    let count = fields.address(bytes.span)
    let pageByteCount = fields.address(bytes.span)
    let entry = UInt64(3 * header.encoding.addressByteCount)
    let truncated = InspectionError(
      .malformedSegment, "the list of mapped files ends inside", value: count)
    guard fields.isInside, count <= UInt64(bytes.count) / entry else { throw truncated }
    let ranges = (0..<count).map { _ in
      let (start, end) = (fields.address(bytes.span), fields.address(bytes.span))
      return (start: start, end: end, page: fields.address(bytes.span))
    }
    guard fields.isInside else { throw truncated }
    let paths = bytes[fields.offset...].split(
      separator: 0, maxSplits: Int(count), omittingEmptySubsequences: false)
    return zip(ranges, paths).map { range, path in
      var path = path
      let isDeleted = FileMapping.takeMark(&path)
      return FileMapping(
        start: range.start, end: range.end, path: Path(bytes: Array(path)), isDeleted: isDeleted,
        offset: range.page &* pageByteCount)
    }
  }
}
