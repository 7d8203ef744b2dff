// SPDX-License-Identifier: Apache-2.0

package import GraftDescriptors

/// A section of descriptors, read.
public struct DescriptorSection: Sendable {
  /// Nil where the anchor gave the bounds, in a file without section table.
  public var section: Section?
  /// In bytes, from the start of the file or archive member.
  public var offset: UInt64
  /// 0 in an object.
  public var virtualAddress: UInt64
  /// Of its records, uncompressed.
  public var byteCount: Int
  /// Descriptors, manifests and flaws, in the order of their records; then the flaws of protocols.
  package var elements: [DescriptorReader.Element]
  /// The section's records of protocols, in its order.
  package var protocolRecords: [DescriptorReader.FoundProtocol]
  /// Of the file.
  public var image = ImageFacts()
  /// By the slot's offset in the section.
  public var accessors: [Int: LocatedDescriptor.Accessor] = [:]
  /// False where relocations can't be read: that a descriptor has no accessor is then no
  /// flaw of it.
  public var accessorsAreKnown = true
  /// What is wrong with its relocations.
  public var problems: [InspectionError] = []
}

extension ELFFile {
  /// The sections of descriptors, by the section table or, where it was stripped or has
  /// no names, by the anchor.
  public func descriptorSections(
    problem: (InspectionError) -> Void
  ) throws(InspectionError) -> [DescriptorSection] {
    var found = try unplacedSections(problem: problem)
    guard found.contains(where: \.hasRecords) else { return found }
    let image = imageFacts(problem: problem)
    for index in found.indices { found[index].image = image }
    return found
  }

  /// Without the facts of the image.
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

  /// Says so of a file that has records, or of which that can't be known.
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
      .nothingToGoBy, "\(what): whether there are descriptors in it can't be known",
      offset: 40, value: header.sectionTableOffset)
  }

  /// - Returns: the sections of that name, and whether each of them was read.
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
          ? "a file of debug data: the content of section \(section.label) is in the file that it"
            + " was made of" : "section \(section.label) has no bytes",
        offset: section.offset, value: section.byteCount)
    }
    var result = try withBytes(of: section) { bytes throws(InspectionError) in
      // The texts of the records, of which there is another copy while they are checked.
      try InputFile.checkMemory(byteCount: 2 * bytes.count)
      return DescriptorSection(
        section, offset: section.offset, virtualAddress: section.virtualAddress, bytes)
    }
    guard result.hasRecords else { return result }
    do throws(InspectionError) {
      let applied = try relocations(of: section)
      result.problems = applied.problems
      result.accessorsAreKnown = !applied.isIncomplete
      result.readAccessors(applied.relocations)
    } catch {
      result.problems.append(error)
      result.accessorsAreKnown = false
      result.readAccessors(RelocationList())
    }
    return result
  }

  /// Whether the file keeps no bytes of what is loaded, notes aside.
  private var isDebugData: Bool {
    get throws(InspectionError) {
      try !sections().contains { $0.isLoaded && $0.type == SectionType.programBits }
    }
  }

  /// The bounds that anchors of a linked file lead to, and no section of descriptors holds.
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
        if filled.contains(where: { $0.overlaps(bounds.addresses) }) { continue }
        let section = try anchoredSection(bounds.addresses, bounds.offset)
        // Beside sections with records, an anchor may lead to something else.
        if !filled.isEmpty, section.hasFlaws { continue }
        found.append(section)
        guard hasSectionTable, filled.isEmpty, sectionNamesProblem == nil else { continue }
        problem(
          InspectionError(
            .malformedSectionNames,
            "the anchor leads to records that are in no section \(RecordLayout.sectionName): was it"
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
            : "the anchor names other bounds than those of the section of records",
          offset: anchor.offset, value: anchor.bounds?.lowerBound))
    }
    return found
  }

  private func anchoredSection(
    _ addresses: Range<UInt64>, _ offset: UInt64
  ) throws(InspectionError) -> DescriptorSection {
    let bytes = try bytes(at: offset, count: UInt64(addresses.count))
    var section = DescriptorSection(
      nil, offset: offset, virtualAddress: addresses.lowerBound, bytes.span)
    section.readAccessors(try dynamicRelocations(in: addresses, bytes.span))
    return section
  }

  /// Where an anchor points to, if that is in the file; nil for an empty section.
  func checkedBounds(
    _ anchor: AnchorNote
  ) throws(InspectionError) -> (addresses: Range<UInt64>, offset: UInt64)? {
    guard anchor.version == AnchorNote.knownVersion else {
      throw InspectionError(
        .unknownVersion, "unknown version of the anchor", offset: anchor.offset,
        value: UInt64(anchor.version))
    }
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
  fileprivate init(
    _ section: Section?, offset: UInt64, virtualAddress: UInt64, _ bytes: Span<UInt8>
  ) {
    let reader = DescriptorReader(byteOrder: .little, accessorsAreBound: false)
    var flaws: [DescriptorReader.Element] = []
    protocolRecords = reader.protocols(in: bytes) { flaws.append(.flaw($0)) }
    elements = reader.readAll(bytes) + flaws
    self.section = section
    self.offset = offset
    self.virtualAddress = virtualAddress
    byteCount = bytes.count
  }

  /// Empty where the section's end is beyond the last address.
  fileprivate var addresses: Range<UInt64> {
    let (end, overflow) = virtualAddress.addingReportingOverflow(UInt64(byteCount))
    return virtualAddress..<(overflow ? virtualAddress : end)
  }

  fileprivate func overlaps(_ other: Range<UInt64>) -> Bool { addresses.overlaps(other) }

  fileprivate var hasFlaws: Bool {
    elements.contains { if case .flaw = $0 { true } else { false } }
  }

  /// Whether a loader has to find it, or nobody can read it. Records of protocols need no anchor.
  var needsAnchor: Bool { byteCount > 0 && (hasRecords || protocolRecords.isEmpty) }

  /// Whether a loader has to find it.
  var hasRecords: Bool {
    elements.contains { if case .flaw = $0 { false } else { true } }
  }

  /// From the relocation of each slot, else from the word in it.
  fileprivate mutating func readAccessors<Relocations: RandomAccessCollection>(
    _ relocations: Relocations
  ) where Relocations.Element == Relocation, Relocations.Index == Int {
    for (offset, word) in elements.compactMap(\.slot) {
      let slot = offset + RecordLayout.accessor
      if let relocation = relocations.first(in: slot..<slot + 8) {
        // A bad symbol index: the address is unknown, whatever the addend.
        guard relocation.symbolIndex == 0 || relocation.symbol != nil else { continue }
        accessors[offset] = LocatedDescriptor.Accessor(
          symbol: relocation.symbol, value: UInt64(bitPattern: relocation.addend ?? 0))
      } else if word != 0 {
        accessors[offset] = LocatedDescriptor.Accessor(symbol: nil, value: word)
      }
    }
  }

  /// The descriptors, and what is wrong with the records and relocations.
  public func descriptors(
    origin: Origin, architecture: String, problem: (InspectionError) -> Void
  ) -> [LocatedDescriptor] {
    problems.forEach(problem)
    return elements.compactMap { element in
      switch element {
      case .flaw(let flaw):
        problem(error(flaw))
        return nil
      case .manifest: return nil
      case .descriptor(let descriptor, let recordOffset, let byteCount, _):
        let accessor = accessors[recordOffset]
        if accessor == nil, accessorsAreKnown {
          problem(error(DescriptorFlaw(.nullAccessor, offset: recordOffset)))
        }
        return LocatedDescriptor(
          descriptor, origin: origin, architecture: architecture, image: image,
          sectionIndex: section?.index,
          offset: UInt64(recordOffset), byteCount: byteCount, accessor: accessor)
      }
    }
  }

  /// A flaw, with its place in the file.
  func error(_ flaw: DescriptorFlaw) -> InspectionError {
    InspectionError(
      .malformedRecord, flaw.problem, offset: offset &+ UInt64(flaw.offset),
      value: flaw.code == .nullAccessor || flaw.code == .notUTF8 ? nil : UInt64(flaw.value))
  }
}

extension DescriptorReader.Element {
  /// The offset of a record in its section, and what its accessor's slot has.
  fileprivate var slot: (offset: Int, word: UInt64)? {
    switch self {
    case .descriptor(_, let offset, _, let word), .manifest(_, let offset, _, let word):
      (offset, word)
    case .flaw: nil
    }
  }
}

extension RandomAccessCollection where Element == Relocation, Index == Int {
  /// The first of a sorted list in a range of offsets.
  fileprivate func first(in range: Range<Int>) -> Relocation? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].offset < UInt64(range.lowerBound) { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].offset < UInt64(range.upperBound) ? self[low] : nil
  }
}
