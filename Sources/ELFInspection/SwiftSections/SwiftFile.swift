// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A linked file with its sections for Swift's runtime.
final class SwiftFile {
  let origin: Origin
  let memory: LoadedMemory
  let pointers: PointerTable
  /// The index among the program's files.
  let number: Int
  /// Whether it is a toolchain library that the given files need; only its
  /// types are looked up.
  let isOfToolchain: Bool
  let file: ELFFile
  private let ranges: [String: [Range<UInt64>]]
  /// The protocols that its extensions were compiled against; none if it can't be read.
  private(set) lazy var compiledProtocols = (try? memory.compiledProtocols()) ?? []
  /// The exported symbols, read on first use.
  private var exportsOnce: [String: UInt64]?

  /// The names of the sections that are read.
  enum SectionName {
    static let conformances = "swift5_protocol_conformances"
    static let types = "swift5_type_metadata"
    static let associatedTypes = "swift5_assocty"
    static let all = [conformances, types, associatedTypes]
    /// The symbol suffixes of a section's entries.
    static let symbolSuffix = [conformances: "Mc", types: "Mn", associatedTypes: "MA"]
  }

  /// Opens a file.
  ///
  /// - Throws: if it is of an unsupported kind, or its section names can't be
  ///   used.
  init(
    _ file: ELFFile, _ origin: Origin, number: Int, isOfToolchain: Bool = false
  ) throws(InspectionError) {
    guard file.header.isLinked else {
      throw InspectionError(
        .unsupported, "not a linked file: its Swift types are known only after linking")
    }
    if let foreign = file.header.foreignClass { throw foreign }
    self.file = file
    self.origin = origin
    self.number = number
    self.isOfToolchain = isOfToolchain
    memory = try LoadedMemory(file)
    pointers = try PointerTable(file, memory)
    guard file.hasSectionTable else {
      throw InspectionError(
        .nothingToGoBy, "the section table was stripped, so the Swift types can't be found",
        offset: 40, value: file.header.sectionTableOffset)
    }
    ranges = try Self.ranges(file)
    if !isOfToolchain { try checkNames() }
  }

  private static func ranges(_ file: ELFFile) throws(InspectionError) -> [String: [Range<UInt64>]] {
    _ = try file.sectionNames()
    var ranges: [String: [Range<UInt64>]] = [:]
    for section in try file.sections() {
      guard let name = section.name, section.isLoaded, SectionName.all.contains(name) else {
        continue
      }
      ranges[name, default: []] += []
      if section.byteCount == 0 { continue }
      guard section.byteCount <= file.byteCount else {
        throw InspectionError(
          .malformedSwiftSection, "section \(section.label) is larger than the file",
          offset: section.offset, value: section.byteCount)
      }
      try file.budget.take(byteCount: section.byteCount)
      let (end, overflow) = section.virtualAddress.addingReportingOverflow(section.byteCount)
      if !overflow { ranges[name, default: []].append(section.virtualAddress..<end) }
    }
    return ranges
  }

  /// Checks that no section is missing.
  ///
  /// The compiler's `swiftrt.o` gives each image all sections; some linkers drop
  /// empty ones, and then symbols tell whether they were empty.
  private func checkNames() throws(InspectionError) {
    let missing = SectionName.all.filter { ranges[$0] == nil }
    guard !missing.isEmpty else { return }
    var absent: String?
    if try file.sections().contains(where: { $0.isEmptySwiftSection }) {
      absent = missing[0]
    } else {
      try file.eachDefinedSymbol { _, name in
        guard name.starts(with: "$s".utf8) else { return }
        for section in missing {
          guard let suffix = SectionName.symbolSuffix[section],
            name.suffix(2).elementsEqual(suffix.utf8)
          else { continue }
          absent = section
        }
      }
    }
    guard let absent else { return }
    throw InspectionError(
      .malformedSectionNames,
      "a Swift file without section \(absent): was it renamed, or the table of names changed?",
      offset: file.header.sectionTableOffset)
  }

  /// The addresses of a section's entries.
  func addresses(of name: String, by byteCount: UInt64) -> [UInt64] {
    ranges(of: name).flatMap { range in
      (0..<(range.upperBound - range.lowerBound) / byteCount).map {
        range.lowerBound + $0 * byteCount
      }
    }
  }

  /// The address ranges of a section.
  func ranges(of name: String) -> [Range<UInt64>] { ranges[name] ?? [] }

  /// The addresses of descriptors of types and protocols, by exported symbol.
  func exports() throws(InspectionError) -> [String: UInt64] {
    if let exportsOnce { return exportsOnce }
    var exports: [String: UInt64] = [:]
    try file.eachDefinedSymbol(of: [SectionType.dynamicSymbols]) { symbol, name in
      guard let last = name.last, last == UInt8(ascii: "p") || last == UInt8(ascii: "n"),
        name.dropLast().last == UInt8(ascii: "M")
      else { return }
      exports[String(decoding: name, as: UTF8.self)] = symbol.value
    }
    exportsOnce = exports
    return exports
  }
}

extension Section {
  fileprivate var isEmptySwiftSection: Bool {
    byteCount == 0 && isLoaded && name?.hasPrefix("swift5_") == true
  }
}

extension ELFFile {
  /// Whether it may have sections for Swift's runtime: also true if it needs
  /// the runtime and the sections can't be read.
  var mayHaveSwiftSections: Bool {
    header.isLinked
      && ((try? sectionNames())?.containPrefix("swift5_") == true
        || (try? neededLibraries())?.contains("libswiftCore.so") == true)
  }
}
