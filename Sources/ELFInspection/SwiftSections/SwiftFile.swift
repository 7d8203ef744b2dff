// SPDX-License-Identifier: Apache-2.0

/// A linked file with what Swift's runtime would find in it.
final class SwiftFile {
  let origin: Origin
  let architecture: String
  let memory: LoadedMemory
  let pointers: PointerTable
  /// Among the files that are looked at together.
  let number: Int
  /// Needed by the given files, and not given: only asked for types of the toolchain.
  let isOfToolchain: Bool
  let file: ELFFile
  private let ranges: [String: [Range<UInt64>]]
  /// Read at the first need.
  var exportsOnce: [String: UInt64]?

  /// What is read here.
  enum SectionName {
    static let conformances = "swift5_protocol_conformances"
    static let types = "swift5_type_metadata"
    static let associatedTypes = "swift5_assocty"
    static let all = [conformances, types, associatedTypes]
  }

  /// - Throws: if it is not of the kind that is read here, or has no names of sections.
  init(
    _ file: ELFFile, _ origin: Origin, number: Int, isOfToolchain: Bool = false
  ) throws(InspectionError) {
    guard file.header.isLinked else {
      throw InspectionError(
        .unsupported, "no linked file: its Swift types can't be known before it is linked")
    }
    if let foreign = file.header.foreignClass { throw foreign }
    self.file = file
    self.origin = origin
    self.number = number
    self.isOfToolchain = isOfToolchain
    architecture = file.header.architecture
    memory = try LoadedMemory(file)
    pointers = try PointerTable(file, memory)
    guard file.hasSectionTable else {
      throw InspectionError(
        .nothingToGoBy, "the section table was stripped: where the Swift types are can't be known",
        offset: 40, value: file.header.sectionTableOffset)
    }
    ranges = try Self.ranges(file)
  }

  private static func ranges(
    _ file: ELFFile
  ) throws(InspectionError) -> [String: [Range<UInt64>]] {
    _ = try file.sectionNames()
    var ranges: [String: [Range<UInt64>]] = [:]
    for section in try file.sections() {
      guard let name = section.name, section.isLoaded, section.byteCount > 0,
        SectionName.all.contains(name)
      else { continue }
      guard section.byteCount <= file.byteCount else {
        throw InspectionError(
          .malformedSwiftSection, "section \(section.label) is larger than the file",
          offset: section.offset, value: section.byteCount)
      }
      let (end, overflow) = section.virtualAddress.addingReportingOverflow(section.byteCount)
      if !overflow { ranges[name, default: []].append(section.virtualAddress..<end) }
    }
    return ranges
  }

  /// The addresses of the entries of a section.
  func addresses(of name: String, by byteCount: UInt64) -> [UInt64] {
    ranges(of: name).flatMap { range in
      (0..<(range.upperBound - range.lowerBound) / byteCount).map {
        range.lowerBound + $0 * byteCount
      }
    }
  }

  /// Where a section's content begins and ends.
  func ranges(of name: String) -> [Range<UInt64>] { ranges[name] ?? [] }

  /// The files that it needs, and the folders where it looks for them.
  func needed() throws(InspectionError) -> (names: [String], folders: [String]) {
    let dynamic = try file.dynamicSegment()
    func text(_ offset: UInt64) throws(InspectionError) -> String? {
      try dynamic.string(at: offset, of: file)
    }
    var names: [String] = []
    for offset in dynamic.needed {
      if let name = try text(offset) { names.append(name) }
    }
    var folders: [String] = []
    for tag in [DynamicSegment.Tag.runPath, DynamicSegment.Tag.rPath] {
      guard let offset = dynamic.values[tag], let list = try text(offset) else { continue }
      folders += list.split(separator: ":").map(String.init)
    }
    return (names, folders)
  }

  /// Runs of text in what is loaded and not written to, as string literals leave them.
  func eachText(_ visit: (Span<UInt8>) -> Void) throws(InspectionError) {
    for section in try file.sections() {
      guard section.isLoaded, section.type == SectionType.programBits,
        section.name?.hasPrefix(".rodata") == true
      else { continue }
      try file.withBytes(of: section) { Self.eachText($0, visit) }
    }
  }

  private static func eachText(_ bytes: Span<UInt8>, _ visit: (Span<UInt8>) -> Void) {
    var start = 0
    for index in bytes.indices where bytes[index] == 0 {
      if index > start { visit(bytes.extracting(start..<index)) }
      start = index + 1
    }
  }
}

extension ELFFile {
  /// Whether it has any; false also where that can't be known.
  var mayHaveSwiftSections: Bool {
    guard header.isLinked else { return false }
    guard hasSectionTable else { return needsSwift }
    guard let names = try? sectionNames() else { return false }
    return SwiftFile.SectionName.all.contains { names.contain($0) }
  }

  /// Whether it needs the library with Swift's runtime.
  private var needsSwift: Bool {
    guard let dynamic = try? dynamicSegment() else { return false }
    return dynamic.needed.contains { (try? dynamic.string(at: $0, of: self)) == "libswiftCore.so" }
  }
}
