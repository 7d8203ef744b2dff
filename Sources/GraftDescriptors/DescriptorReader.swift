// SPDX-License-Identifier: Apache-2.0

/// Reads the descriptors of one section, in either byte order.
///
/// It never traps: an error is a flaw with its offset.
package struct DescriptorReader: Sendable {
  /// An element of a section.
  package enum Element: Equatable, Sendable {
    /// A valid record. `offset` is in bytes from the start of the section,
    /// `byteCount` is the size of the whole record, and `accessor` the
    /// unchanged 64-bit slot.
    case descriptor(ExtensionDescriptor, offset: Int, byteCount: Int, accessor: UInt64)
    /// A valid manifest of a plug-in, with the same numbers; an `accessor` of 0
    /// means none.
    case manifest(PluginManifest, offset: Int, byteCount: Int, accessor: UInt64)
    /// A part that can't be read. The next element follows it, if there is one.
    case flaw(DescriptorFlaw)
  }

  private let byteOrder: ByteOrder
  private let accessorsAreBound: Bool

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - byteOrder: the image's byte order.
  ///   - accessorsAreBound: true for a running image, in which a NULL accessor
  ///     is a flaw; false for a file, in which a relocation may fill it.
  package init(byteOrder: ByteOrder = .native, accessorsAreBound: Bool) {
    self.byteOrder = byteOrder
    self.accessorsAreBound = accessorsAreBound
  }

  /// All elements of a section, in order.
  package func readAll(_ bytes: Span<UInt8>) -> [Element] {
    var elements: [Element] = []
    var offset = 0
    while let element = next(in: bytes, at: &offset) { elements.append(element) }
    return elements
  }

  /// The next descriptor, manifest or flaw; nil at the end of the readable part.
  ///
  /// - Parameters:
  ///   - bytes: the whole section.
  ///   - offset: the offset to start from, in bytes from the start of the section; it
  ///     moves behind the element.
  package func next(in bytes: Span<UInt8>, at offset: inout Int) -> Element? {
    skipPadding(in: bytes, at: &offset)
    skipProtocols(in: bytes, at: &offset)
    guard offset < bytes.count else { return nil }
    let start = offset
    let rest = bytes.count - start
    let size = UInt32(truncatingIfNeeded: word(in: bytes, at: start, byteCount: min(rest, 4)))
    if let code = sizeFlaw(size, rest: rest) {
      offset = bytes.count
      return .flaw(DescriptorFlaw(code, offset: start, value: size))
    }
    offset += Int(size)
    do {
      return try record(in: bytes, at: start, byteCount: Int(size))
    } catch {
      return .flaw(error)
    }
  }

  /// Calls `visit` with the manifests of a section, without reading other records.
  package func eachManifest(in bytes: Span<UInt8>, _ visit: (Element) -> Void) {
    var offset = 0
    while let start = nextRecord(in: bytes, at: &offset) {
      guard bytes[start + RecordLayout.kind] == RecordLayout.manifestKind,
        let element = try? record(in: bytes, at: start, byteCount: offset - start)
      else { continue }
      visit(element)
    }
  }

  private func skipPadding(in bytes: Span<UInt8>, at offset: inout Int) {
    while offset < bytes.count {
      let step = bytes.count - offset < RecordLayout.headerByteCount ? bytes.count - offset : 8
      for index in offset..<offset + step where bytes[index] != 0 { return }
      offset += step
    }
  }

  /// Skips protocol records of a valid size.
  private func skipProtocols(in bytes: Span<UInt8>, at offset: inout Int) {
    while let size = soundSize(in: bytes, at: offset),
      bytes[offset + RecordLayout.kind] == RecordLayout.protocolKind,
      word16(in: bytes, at: offset + RecordLayout.version) == RecordLayout.currentVersion
    {
      offset += size
      skipPadding(in: bytes, at: &offset)
    }
  }

  /// The size of the record at an offset, in bytes; nil if its end is unknown.
  private func soundSize(in bytes: Span<UInt8>, at offset: Int) -> Int? {
    guard bytes.count - offset >= RecordLayout.headerByteCount else { return nil }
    let size = word32(in: bytes, at: offset)
    return sizeFlaw(size, rest: bytes.count - offset) == nil ? Int(size) : nil
  }

  /// The start of the next record of a known version, whatever its kind; nil at the
  /// end of the readable part.
  func nextRecord(in bytes: Span<UInt8>, at offset: inout Int) -> Int? {
    while true {
      skipPadding(in: bytes, at: &offset)
      guard let size = soundSize(in: bytes, at: offset) else { return nil }
      let start = offset
      offset += size
      if word16(in: bytes, at: start + RecordLayout.version) == RecordLayout.currentVersion {
        return start
      }
    }
  }

  func protocolRecord(
    in bytes: Span<UInt8>, at start: Int, byteCount: Int
  ) throws(DescriptorFlaw) -> ProtocolRecord {
    let factCount = Int(word16(in: bytes, at: start + RecordLayout.constraintCount))
    let requirementCount = Int(word16(in: bytes, at: start + RecordLayout.requirementCount))
    var text = try TextReader(
      bytes: bytes, start: start, stop: start + byteCount,
      stringCount: 3 + factCount + requirementCount)
    return try ProtocolRecord(
      name: text.next(), baseClass: text.next(), facts: (0..<factCount).map { _ in text.next() },
      requirements: (0..<requirementCount).map { _ in text.next() }, source: text.next(),
      at: start)
  }

  private func sizeFlaw(_ size: UInt32, rest: Int) -> DescriptorFlaw.Code? {
    if size == 0 { return .sizeZero }
    if rest < RecordLayout.headerByteCount { return .sizeBeyondSection }
    if size % 8 != 0 { return .sizeMisaligned }
    if size < RecordLayout.headerByteCount { return .sizeTooSmall }
    return size > rest ? .sizeBeyondSection : nil
  }

  private func record(
    in bytes: Span<UInt8>, at start: Int, byteCount: Int
  ) throws(DescriptorFlaw) -> Element {
    let version = word16(in: bytes, at: start + RecordLayout.version)
    guard version == RecordLayout.currentVersion else {
      throw DescriptorFlaw(.unknownVersion, offset: start, value: UInt32(version))
    }
    let rawKind = bytes[start + RecordLayout.kind]
    let isManifest = rawKind == RecordLayout.manifestKind
    guard isManifest || DescriptorKind(rawValue: rawKind) != nil else {
      throw DescriptorFlaw(.unknownKind, offset: start, value: UInt32(rawKind))
    }
    let constraintCount = Int(word16(in: bytes, at: start + RecordLayout.constraintCount))
    let requirementCount = Int(word16(in: bytes, at: start + RecordLayout.requirementCount))
    var text = try TextReader(
      bytes: bytes, start: start, stop: start + byteCount,
      stringCount: 3 + constraintCount + requirementCount)
    let accessor = word64(in: bytes, at: start + RecordLayout.accessor)
    if isManifest {
      guard constraintCount == 0 else {
        throw DescriptorFlaw(.malformedManifest, offset: start, value: 2)
      }
      return .manifest(
        try manifest(of: &text, needCount: requirementCount, at: start), offset: start,
        byteCount: byteCount, accessor: accessor)
    }
    if accessorsAreBound && accessor == 0 { throw DescriptorFlaw(.nullAccessor, offset: start) }
    let protocolName = text.next()
    let descriptor = ExtensionDescriptor(
      kind: DescriptorKind(ofRecord: rawKind, protocolName: protocolName)!,
      written: protocolName, extensionName: text.next(),
      constraints: (0..<constraintCount).map { _ in text.next() },
      requirements: (0..<requirementCount).map { _ in RequirementName(text.next()) },
      priority: Int32(bitPattern: word32(in: bytes, at: start + RecordLayout.priority)),
      hasPredicate: bytes[start + RecordLayout.flags] & RecordLayout.predicateFlag != 0,
      source: text.next())
    return .descriptor(descriptor, offset: start, byteCount: byteCount, accessor: accessor)
  }

  /// Reads a manifest's strings: the name, the version, the needs and the
  /// source.
  private func manifest(
    of text: inout TextReader, needCount: Int, at start: Int
  ) throws(DescriptorFlaw) -> PluginManifest {
    let name = text.next()
    guard let version = PluginVersion(text.next()) else {
      throw DescriptorFlaw(.malformedManifest, offset: start, value: 1)
    }
    var needs: [PluginManifest.Need] = []
    for number in 0..<needCount {
      guard let need = PluginManifest.Need(written: text.next()) else {
        throw DescriptorFlaw(.malformedManifest, offset: start, value: UInt32(2 + number))
      }
      needs.append(need)
    }
    return PluginManifest(name: name, version: version, needs: needs, source: text.next())
  }

  private func word16(in bytes: Span<UInt8>, at index: Int) -> UInt16 {
    UInt16(word(in: bytes, at: index, byteCount: 2))
  }

  private func word32(in bytes: Span<UInt8>, at index: Int) -> UInt32 {
    UInt32(word(in: bytes, at: index, byteCount: 4))
  }

  private func word64(in bytes: Span<UInt8>, at index: Int) -> UInt64 {
    word(in: bytes, at: index, byteCount: 8)
  }

  private func word(in bytes: Span<UInt8>, at index: Int, byteCount: Int) -> UInt64 {
    var word: UInt64 = 0
    for position in 0..<byteCount {
      let significance = byteOrder == .little ? position : byteCount - 1 - position
      word |= UInt64(bytes[index + position]) << (8 * significance)
    }
    return word
  }
}

/// The strings of one record.
///
/// All are checked before the first is read.
private struct TextReader {
  private var strings: ArraySlice<String>

  init(bytes: Span<UInt8>, start: Int, stop: Int, stringCount: Int) throws(DescriptorFlaw) {
    var strings: [String] = []
    var index = start + RecordLayout.headerByteCount
    var isUTF8 = true
    for number in 0..<stringCount {
      guard index < stop else {
        throw DescriptorFlaw(.missingText, offset: start, value: UInt32(number))
      }
      let first = index
      while index < stop && bytes[index] != 0 { index += 1 }
      guard index < stop else {
        throw DescriptorFlaw(.unterminatedText, offset: start, value: UInt32(number))
      }
      if let text = try? UTF8Span(validating: bytes.extracting(first..<index)) {
        strings.append(String(copying: text))
      } else {
        isUTF8 = false
      }
      index += 1
    }
    guard isUTF8 else { throw DescriptorFlaw(.notUTF8, offset: start) }
    if let empty = strings.dropLast().firstIndex(of: "") {
      throw DescriptorFlaw(.missingText, offset: start, value: UInt32(empty))
    }
    self.strings = strings[...]
  }

  mutating func next() -> String { strings.removeFirst() }
}
