// SPDX-License-Identifier: Apache-2.0

package import GraftDescriptors

/// A section of descriptors and what was read from it.
public struct DescriptorSection: Sendable {
  /// The entry in the section table; nil if an anchor gave the bounds, in a
  /// file without section table.
  public var section: Section?
  /// The offset in bytes, from the start of the file or archive member.
  public var offset: UInt64
  /// The virtual address; 0 in an object.
  public var virtualAddress: UInt64
  /// The records, uncompressed.
  fileprivate let bytes: [UInt8]
  /// Whether it has records that a loader has to find.
  let hasRecords: Bool
  private let protocolFlaws: [DescriptorFlaw]
  /// The section's protocol records, in its order.
  package var protocolRecords: [DescriptorReader.FoundProtocol]
  /// Facts about the file.
  public var image = ImageFacts()
  fileprivate var relocations = RelocationList()
  /// Whether relocations could be read.
  ///
  /// If not, a descriptor without an accessor is no flaw.
  public var accessorsAreKnown = true
  /// Errors in its relocations.
  public var problems: [InspectionError] = []
}

extension ELFFile {
  /// The file's descriptor sections.
  ///
  /// The section table gives them, or the anchor if the table was stripped or has no
  /// names.
  public func descriptorSections(
    problem: (InspectionError) -> Void
  ) throws(InspectionError) -> [DescriptorSection] {
    var found = try unplacedSections(problem: problem)
    guard found.contains(where: \.hasRecords) else { return found }
    var image = imageFacts(problem: problem)
    var names: [String] = []
    for section in found { section.eachManifest { manifest, _, _ in names.append(manifest.name) } }
    image.pluginName = names.count == 1 ? names[0] : nil
    for index in found.indices { found[index].image = image }
    return found
  }

  /// The descriptor sections, still without the facts about the file.
  private func unplacedSections(
    problem: (InspectionError) -> Void
  ) throws(InspectionError) -> [DescriptorSection] {
    if let foreign = header.foreignClass {
      try refuse(foreign, problem)
      return []
    }
    var found: [DescriptorSection] = []
    var isWhole = true
    if hasSectionTable {
      do throws(InspectionError) {
        _ = try sectionNames()
        (found, isWhole) = try tabledSections(problem: problem)
      } catch  where error.code == .malformedSectionNames {
        problem(error)
      }
    }
    guard isWhole else { return found }
    if header.isLinked { return found + (try anchoredSections(beside: found, problem: problem)) }
    if !hasSectionTable, header.type == .relocatable {
      problem(nothingToGoBy("the object has no section table"))
    }
    return found
  }

  /// Reports the error for a file that has records or may have some.
  private func refuse(
    _ error: InspectionError, _ problem: (InspectionError) -> Void
  ) throws(InspectionError) {
    guard header.isLinked || header.type == .relocatable else { return }
    guard hasSectionTable else { return problem(error) }
    if try sections(named: RecordLayout.sectionName, problem: problem).contains(where: {
      $0.byteCount > 0
    }) {
      problem(error)
    }
  }

  private func nothingToGoBy(_ what: String) -> InspectionError {
    InspectionError(
      .nothingToGoBy, "\(what): whether it has descriptors can't be determined",
      offset: 40, value: header.sectionTableOffset)
  }

  /// Reads the descriptor sections that the section table names.
  ///
  /// - Returns: the sections, and whether all of them could be read.
  private func tabledSections(
    problem: (InspectionError) -> Void
  ) throws(InspectionError) -> (found: [DescriptorSection], areWhole: Bool) {
    var found: [DescriptorSection] = []
    var areWhole = true
    for section in try sections(named: RecordLayout.sectionName, problem: problem) {
      do throws(InspectionError) {
        found.append(try read(section))
      } catch {
        areWhole = false
        problem(error)
        if budget.isExhausted { break }
      }
    }
    if found.isEmpty, header.type == .relocatable, try isIntermediateCode() {
      problem(.intermediateCode("an object of gcc's -flto"))
    }
    return (found, areWhole)
  }

  private func read(_ section: Section) throws(InspectionError) -> DescriptorSection {
    guard !section.hasNoBytes || section.byteCount == 0 else {
      let isDebugData = try isDebugData
      throw InspectionError(
        isDebugData ? .debugData : .malformedSection,
        isDebugData
          ? "only debug information: the content of section \(section.label) is in the file that"
            + " this one was made from" : "section \(section.label) has no bytes",
        offset: section.offset, value: section.byteCount)
    }
    var result = DescriptorSection(
      section, offset: section.offset, virtualAddress: section.virtualAddress,
      try contentBytes(of: section))
    guard result.hasRecords else { return result }
    do throws(InspectionError) {
      let applied = try relocations(of: section)
      result.problems = applied.problems
      result.accessorsAreKnown = !applied.isIncomplete
      result.relocations = applied.relocations
    } catch {
      result.problems.append(error)
      result.accessorsAreKnown = false
    }
    return result
  }

  /// Whether the file keeps no contents of loaded sections, except notes.
  private var isDebugData: Bool {
    get throws(InspectionError) {
      try !sections().contains { $0.isLoaded && $0.type == SectionType.programBits }
    }
  }

  /// The descriptor sections that only anchors of a linked file lead to.
  private func anchoredSections(
    beside tabled: [DescriptorSection], problem: (InspectionError) -> Void
  ) throws(InspectionError) -> [DescriptorSection] {
    let anchors = try anchors()
    if anchors.isEmpty, !hasSectionTable {
      problem(nothingToGoBy("the file has neither a section table nor an anchor"))
    }
    let filled = tabled.filter { $0.byteCount > 0 }
    var isWhole = true
    var found: [DescriptorSection] = []
    var seen: [Range<UInt64>] = []
    for anchor in anchors {
      do throws(InspectionError) {
        guard let bounds = try checkedBounds(anchor), !seen.contains(bounds.addresses) else {
          continue
        }
        seen.append(bounds.addresses)
        if filled.contains(where: { $0.addresses.overlaps(bounds.addresses) }) { continue }
        let section = try anchoredSection(bounds.addresses, bounds.offset)
        // If the table has sections with records, a stray anchor is ignored.
        if !filled.isEmpty, section.hasFlaws { continue }
        found.append(section)
        guard hasSectionTable, filled.isEmpty, sectionNamesProblem == nil else { continue }
        problem(
          InspectionError(
            .malformedSectionNames,
            "the anchor leads to records outside any section \(RecordLayout.sectionName): was it"
              + " renamed, or the table of names changed?", offset: bounds.offset))
      } catch {
        isWhole = false
        problem(error)
        if budget.isExhausted { break }
      }
    }
    if isWhole, let anchor = anchors.first, !filled.allSatisfy({ seen.contains($0.addresses) }) {
      problem(
        InspectionError(
          .malformedAnchor,
          filled.count > 1
            ? "the anchor can't name \(filled.count) sections of records"
            : "the anchor's bounds are not those of the section of records",
          offset: anchor.offset, value: anchor.bounds?.lowerBound))
    }
    return found
  }

  private func anchoredSection(
    _ addresses: Range<UInt64>, _ offset: UInt64
  ) throws(InspectionError) -> DescriptorSection {
    var section = DescriptorSection(
      nil, offset: offset, virtualAddress: addresses.lowerBound,
      try bytes(at: offset, count: UInt64(addresses.count)))
    section.relocations = RelocationList(try dynamicRelocations(in: addresses, section.bytes.span))
    return section
  }

  /// The anchor's bounds, checked to lie in the file; nil for an empty section.
  func checkedBounds(
    _ anchor: AnchorNote
  ) throws(InspectionError) -> (addresses: Range<UInt64>, offset: UInt64)? {
    guard anchor.version == AnchorNote.knownVersion else {
      throw InspectionError(
        .unknownVersion, "unknown version of the anchor", offset: anchor.offset,
        value: UInt64(anchor.version))
    }
    // A file of debug data lacks no bytes of an empty section.
    if anchor.bounds?.isEmpty == true, try isDebugData { return nil }
    guard let bounds = anchor.bounds,
      bounds.upperBound - bounds.lowerBound <= SectionTableLimits.sectionByteCount,
      let offset = try fileOffset(
        ofAddress: bounds.lowerBound, byteCount: bounds.upperBound - bounds.lowerBound)
    else {
      throw InspectionError(
        .malformedAnchor, "the anchor points outside the file: was it changed after linking?",
        offset: anchor.offset, value: anchor.bounds?.lowerBound)
    }
    return bounds.isEmpty ? nil : (bounds, offset)
  }
}

extension DescriptorSection {
  private static let reader = DescriptorReader(byteOrder: .little, accessorsAreBound: false)

  fileprivate init(_ section: Section?, offset: UInt64, virtualAddress: UInt64, _ bytes: [UInt8]) {
    var flaws: [DescriptorFlaw] = []
    protocolRecords = Self.reader.protocols(in: bytes.span) { flaws.append($0) }
    protocolFlaws = flaws
    var offsetInSection = 0
    var hasRecords = false
    while !hasRecords, let element = Self.reader.next(in: bytes.span, at: &offsetInSection) {
      if case .flaw = element { continue }
      hasRecords = true
    }
    self.hasRecords = hasRecords
    self.section = section
    self.offset = offset
    self.virtualAddress = virtualAddress
    self.bytes = bytes
  }

  /// The size of its records, uncompressed.
  public var byteCount: Int { bytes.count }

  /// Calls `visit` with descriptors, manifests and flaws in the order of their records,
  /// then with the flaws of protocol records.
  ///
  /// Elements are not kept: a section can have hundreds of thousands.
  package func eachElement(_ visit: (DescriptorReader.Element) -> Void) {
    var offset = 0
    while let element = Self.reader.next(in: bytes.span, at: &offset) { visit(element) }
    for flaw in protocolFlaws { visit(.flaw(flaw)) }
  }

  /// Calls `visit` with each manifest, its offset in the section and its size in bytes.
  package func eachManifest(_ visit: (PluginManifest, Int, Int) -> Void) {
    Self.reader.eachManifest(in: bytes.span) { element in
      guard case .manifest(let manifest, let offset, let byteCount, _) = element else { return }
      visit(manifest, offset, byteCount)
    }
  }

  /// The section's addresses; empty if its end lies beyond the last address.
  fileprivate var addresses: Range<UInt64> {
    let (end, overflow) = virtualAddress.addingReportingOverflow(UInt64(byteCount))
    return virtualAddress..<(overflow ? virtualAddress : end)
  }

  fileprivate var hasFlaws: Bool {
    var hasFlaws = false
    eachElement { if case .flaw = $0 { hasFlaws = true } }
    return hasFlaws
  }

  /// Whether a loader or inspector needs an anchor to find it.
  ///
  /// Protocol records alone need none.
  var needsAnchor: Bool { byteCount > 0 && (hasRecords || protocolRecords.isEmpty) }

  /// The accessor of the record at an offset: from the relocation of its slot, else from
  /// the word in the slot; nil if both are empty or the relocation can't be read.
  func accessor(at offset: Int) -> LocatedDescriptor.Accessor? {
    let slot = offset + RecordLayout.accessor
    if let relocation = relocations.first(in: slot..<slot + 8) {
      // A bad symbol index leaves the address unknown, whatever the addend.
      guard relocation.symbolIndex == 0 || relocation.symbol != nil else { return nil }
      return LocatedDescriptor.Accessor(
        symbol: relocation.symbol, value: UInt64(bitPattern: relocation.addend ?? 0))
    }
    var fields = FieldReader(.graft, at: slot)
    let word = fields.address(bytes.span)
    return word == 0 ? nil : LocatedDescriptor.Accessor(symbol: nil, value: word)
  }

  /// Calls `visit` with each descriptor; errors in records and relocations go to
  /// `problem`.
  public func eachDescriptor(
    origin: Origin, architecture: String, problem: (InspectionError) -> Void,
    _ visit: (LocatedDescriptor) -> Void
  ) {
    problems.forEach(problem)
    eachElement { element in
      switch element {
      case .flaw(let flaw): problem(error(flaw))
      case .manifest: break
      case .descriptor(let descriptor, let recordOffset, let byteCount, _):
        let accessor = accessor(at: recordOffset)
        if accessor == nil, accessorsAreKnown {
          problem(error(DescriptorFlaw(.nullAccessor, offset: recordOffset)))
        }
        visit(
          LocatedDescriptor(
            descriptor, origin: origin, architecture: architecture, image: image,
            sectionIndex: section?.index, sectionOffset: offset,
            offset: UInt64(recordOffset), byteCount: byteCount, accessor: accessor))
      }
    }
  }

  /// The section's descriptors; errors in records and relocations go to `problem`.
  public func descriptors(
    origin: Origin, architecture: String, problem: (InspectionError) -> Void
  ) -> [LocatedDescriptor] {
    var found: [LocatedDescriptor] = []
    eachDescriptor(origin: origin, architecture: architecture, problem: problem) {
      found.append($0)
    }
    return found
  }

  /// The error for a flaw, with its offset in the file.
  func error(_ flaw: DescriptorFlaw) -> InspectionError {
    InspectionError(
      .malformedRecord, flaw.problem, offset: offset &+ UInt64(flaw.offset),
      value: flaw.code == .nullAccessor || flaw.code == .notUTF8 ? nil : UInt64(flaw.value))
  }
}

extension RelocationList {
  /// The first relocation of a sorted list in a range of offsets.
  fileprivate func first(in range: Range<Int>) -> Relocation? {
    let number = firstSortedIndex { $0.offset >= UInt64(range.lowerBound) }
    return number < endIndex && self[number].offset < UInt64(range.upperBound) ? self[number] : nil
  }
}
