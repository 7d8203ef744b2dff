// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The table of section names, read and checked.
///
/// If it is broken, libelf gives neither names nor an error, so that no section
/// would be found.
struct SectionNames {
  /// The table from the first NUL to the last.
  let bytes: [UInt8]

  /// The name at an offset, without NUL; nil outside the table.
  func name(at offset: UInt64) -> ArraySlice<UInt8>? {
    guard offset < UInt64(bytes.count) else { return nil }
    return bytes[Int(offset)...].prefix { $0 != 0 }
  }

  func has(_ name: String, at offset: UInt64) -> Bool {
    let (name, rest) = (name.utf8, bytes.dropFirst(Int(clamping: offset)))
    return rest.starts(with: name) && rest.dropFirst(name.count).first == 0
  }

  /// Whether the table has a name, also as the end of another one.
  func contain(_ name: String) -> Bool {
    contain(bytes: Array(name.utf8) + [0])
  }

  /// Whether the table has a name with a prefix.
  func containPrefix(_ prefix: String) -> Bool { contain(bytes: Array(prefix.utf8)) }

  private func contain(bytes wanted: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
  }
}

extension ELFFile {
  /// The most bytes of the section table that are read at once; the rest is
  /// left to libelf.
  private static let headersByteCount = 1 << 16

  /// Whether sections can be found by name.
  ///
  /// False for a single entry without names, which only stores counts.
  public var hasSectionTable: Bool {
    header.sectionTableOffset != 0 && (sectionCount != 1 || header.nameSectionIndex != 0)
  }

  /// Checks that sections can be looked for: a file that is no core had a section table.
  public func checkSectionTable() throws(InspectionError) {
    guard !hasSectionTable, header.isLinked || header.type == .relocatable else { return }
    throw InspectionError(
      .nothingToGoBy, "the section table was stripped, so its sections are unknown")
  }

  /// The reason why no section can be found by name; nil if sections can be found, or
  /// if there are none.
  public var sectionNamesProblem: InspectionError? {
    do throws(InspectionError) {
      _ = try sectionNames()
      return nil
    } catch {
      return error
    }
  }

  /// The section names; nil for a file without section table.
  ///
  /// - Throws: if the names can't be used, so that no section can be found by
  ///   name.
  func sectionNames() throws(InspectionError) -> SectionNames? {
    if let sectionNamesOnce { return sectionNamesOnce }
    if let sectionNamesError { throw sectionNamesError }
    guard hasSectionTable else { return nil }
    do throws(InspectionError) {
      let names = try readSectionNames()
      sectionNamesOnce = names
      return names
    } catch {
      sectionNamesError = error
      throw error
    }
  }

  private func readSectionNames() throws(InspectionError) -> SectionNames {
    let place = try SectionNamePlace(self)
    try budget.take(byteCount: place.byteCount)
    let bytes = try input.bytes(at: start + place.offset, count: Int(place.byteCount))
    guard bytes.first == 0, bytes.last == 0 else {
      throw InspectionError(
        .malformedSectionNames,
        "the table of section names does not begin and end with NUL: were bytes added or lost?",
        offset: place.offset, value: place.byteCount)
    }
    return SectionNames(bytes: bytes)
  }

  /// Whether a section may have a matching name.
  ///
  /// A scan asks this of each file: it takes two reads, instead of four and an
  /// allocation for each section.
  func mayHaveSection(_ matches: (SectionNames) -> Bool) throws(InspectionError) -> Bool {
    guard let names = try sectionNames() else { return false }
    if matches(names) { return true }
    return try !allNamesLie(inside: names)
  }

  private func allNamesLie(inside names: SectionNames) throws(InspectionError) -> Bool {
    let entry = header.encoding.is64Bit ? 64 : 40
    guard sectionCount * entry <= Self.headersByteCount else { return false }
    // The table is known to lie in the file.
    let headers = try input.bytes(
      at: start + header.sectionTableOffset, count: sectionCount * entry)
    return (0..<sectionCount).allSatisfy { index in
      var fields = FieldReader(header.encoding, at: index * entry)
      return UInt64(fields.u32(headers.span)) < UInt64(names.bytes.count)
    }
  }
}

/// The location of the section names, checked.
private struct SectionNamePlace {
  /// The offset in bytes, from the start of the file or archive member.
  private(set) var offset: UInt64 = 0
  private(set) var byteCount: UInt64 = 0

  init(_ file: ELFFile) throws(InspectionError) {
    let header = file.header
    let is64Bit = header.encoding.is64Bit
    guard file.sectionCount > 0 else {
      throw Self.unusable("the section table has no entries", at: is64Bit ? 60 : 48, 0)
    }
    let entry = UInt64(is64Bit ? 64 : 40)
    let (index, indexPlace) = try Self.index(file)
    guard index > 0 else {
      throw Self.unusable("the file header has no index of the section of names", at: indexPlace, 0)
    }
    guard index < UInt64(file.sectionCount) else {
      throw Self.unusable(
        "the section of names has an index beyond the \(file.sectionCount.counted("section"))",
        at: indexPlace, index)
    }
    // The table is known to lie in the file.
    let place = header.sectionTableOffset + index * entry
    let bytes = try file.input.bytes(at: file.start + place, count: Int(entry))
    var fields = FieldReader(header.encoding, at: 4)
    let type = fields.u32(bytes.span)
    guard type == SectionType.strings else {
      throw Self.unusable(
        "section \(index) should hold the names, but is not a table of strings", at: place + 4,
        UInt64(type))
    }
    let flags = fields.address(bytes.span)
    guard flags & SectionFlag.compressed == 0 else {
      throw Self.unusable("the table of section names is compressed", at: place + 8, flags)
    }
    _ = fields.address(bytes.span)
    offset = fields.address(bytes.span)
    byteCount = fields.address(bytes.span)
    try check(file, at: place + (is64Bit ? 24 : 16))
  }

  /// Checks the bounds of the table.
  ///
  /// - Parameter place: the offset of the fields that have offset and size.
  private func check(_ file: ELFFile, at place: UInt64) throws(InspectionError) {
    let size = place + UInt64(file.header.encoding.addressByteCount)
    guard byteCount > 0 else {
      throw Self.unusable("the table of section names is empty", at: size, 0)
    }
    guard offset <= file.byteCount, byteCount <= file.byteCount - offset else {
      throw Self.unusable(
        "the table of section names, of \(byteCount.hex) bytes, lies outside the file", at: place,
        offset)
    }
    guard byteCount <= SectionTableLimits.sectionByteCount else {
      throw InspectionError(
        .tooLarge,
        "the table of section names: more than \(SectionTableLimits.sectionByteCount.hex) bytes"
          + " are not read", offset: size, value: byteCount)
    }
  }

  /// The section's index, and the offset of the field that has it.
  private static func index(
    _ file: ELFFile
  ) throws(InspectionError) -> (index: UInt64, place: UInt64) {
    let header = file.header
    let is64Bit = header.encoding.is64Bit
    guard header.nameSectionIndex == ELFHeader.extendedNameIndex else {
      return (UInt64(header.nameSectionIndex), is64Bit ? 62 : 50)
    }
    // The field sh_link of section 0.
    let place = header.sectionTableOffset + (is64Bit ? 40 : 24)
    let bytes = try file.input.bytes(at: file.start + place, count: 4)
    var fields = FieldReader(header.encoding)
    return (UInt64(fields.u32(bytes.span)), place)
  }

  private static func unusable(
    _ what: String, at offset: UInt64, _ value: UInt64
  ) -> InspectionError {
    InspectionError(
      .malformedSectionNames, "\(what): no section can be found by name", offset: offset,
      value: value)
  }
}
