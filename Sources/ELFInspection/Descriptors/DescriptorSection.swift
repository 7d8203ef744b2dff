// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

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
  /// Descriptors, manifests and flaws, in the order of their records.
  public var elements: [DescriptorReader.Element]
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
    if hasSectionTable {
      do throws(InspectionError) {
        _ = try sectionNames()
        return try tabledSections(problem: problem)
      } catch  where error.code == .malformedSectionNames {
        problem(error)
      }
    }
    if header.isLinked { return try anchoredSections(problem: problem) }
    if !hasSectionTable, header.type == .relocatable {
      problem(nothingToGoBy("the object has no section table"))
    }
    return []
  }

  private func nothingToGoBy(_ what: String) -> InspectionError {
    InspectionError(
      .nothingToGoBy, "\(what): whether there are descriptors in it can't be known",
      offset: header.encoding.is64Bit ? 40 : 32, value: header.sectionTableOffset)
  }

  private func tabledSections(
    problem: (InspectionError) -> Void
  ) throws(InspectionError) -> [DescriptorSection] {
    var found: [DescriptorSection] = []
    for section in try sections(named: RecordLayout.sectionName, problem: problem) {
      do throws(InspectionError) {
        found.append(try read(section))
      } catch {
        problem(error)
        if budget.isExhausted { break }
      }
    }
    if found.isEmpty, header.type == .relocatable, try isIntermediateCode() {
      problem(.intermediateCode("an object of gcc's -flto"))
    }
    return found
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
        section: section, offset: section.offset, virtualAddress: section.virtualAddress,
        byteCount: bytes.count, elements: elements(of: bytes))
    }
    guard result.hasRecords else { return result }
    do throws(InspectionError) {
      let applied = try relocations(of: section)
      result.problems = applied.problems
      result.accessorsAreKnown = !applied.isIncomplete
      result.readAccessors(applied.relocations, header)
    } catch {
      result.problems.append(error)
      result.accessorsAreKnown = false
      result.readAccessors(RelocationList(), header)
    }
    return result
  }

  /// Whether the file keeps no bytes of what is loaded, notes aside.
  private var isDebugData: Bool {
    get throws(InspectionError) {
      try !sections().contains { $0.isLoaded && $0.type == SectionType.programBits }
    }
  }

  private func elements(of bytes: Span<UInt8>) -> [DescriptorReader.Element] {
    DescriptorReader(byteOrder: header.encoding.byteOrder, accessorsAreBound: false).readAll(bytes)
  }

  private func anchoredSections(
    problem: (InspectionError) -> Void
  ) throws(InspectionError) -> [DescriptorSection] {
    var found: [DescriptorSection] = []
    var seen: Set<Range<UInt64>> = []
    let anchors = try anchors()
    if anchors.isEmpty, !hasSectionTable {
      problem(nothingToGoBy("the file has neither a section table nor an anchor"))
    }
    for anchor in anchors {
      do throws(InspectionError) {
        guard let bounds = try checkedBounds(anchor), seen.insert(bounds.addresses).inserted
        else { continue }
        let bytes = try bytes(at: bounds.offset, count: UInt64(bounds.addresses.count))
        var section = DescriptorSection(
          section: nil, offset: bounds.offset, virtualAddress: bounds.addresses.lowerBound,
          byteCount: bytes.count, elements: elements(of: bytes.span))
        let relocations = try dynamicRelocations(in: bounds.addresses, bytes.span)
        section.readAccessors(relocations, header)
        if let offset = try dynamicSegment().androidRelocations {
          section.problems.append(.androidRelocations(offset: offset))
          section.accessorsAreKnown = false
        }
        found.append(section)
      } catch {
        problem(error)
        if budget.isExhausted { break }
      }
    }
    return found
  }

  /// Where an anchor points to, if that is in the file; nil for an empty section.
  func checkedBounds(
    _ anchor: AnchorNote
  ) throws(InspectionError) -> (addresses: Range<UInt64>, offset: UInt64)? {
    guard anchor.version == AnchorNote.knownVersion else {
      throw InspectionError(
        .malformedAnchor, "unknown version of the anchor", offset: anchor.offset,
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
  var hasRecords: Bool {
    elements.contains { if case .flaw = $0 { false } else { true } }
  }

  /// From the relocation of each slot, else from the word in it.
  fileprivate mutating func readAccessors<Relocations: RandomAccessCollection>(
    _ relocations: Relocations, _ header: ELFHeader
  ) where Relocations.Element == Relocation, Relocations.Index == Int {
    for (offset, word) in elements.compactMap(\.slot) {
      let slot = offset + RecordLayout.accessor
      if let relocation = relocations.first(in: slot..<slot + 8) {
        // A bad symbol index: the address is unknown, whatever the addend.
        guard relocation.symbolIndex == 0 || relocation.symbol != nil else { continue }
        accessors[offset] = LocatedDescriptor.Accessor(
          symbol: relocation.symbol, value: UInt64(bitPattern: relocation.addend ?? 0))
      } else if word != 0 {
        // The first half of the slot, where addresses have 32 bits.
        let isHigh = !header.encoding.is64Bit && header.encoding.byteOrder == .big
        accessors[offset] = LocatedDescriptor.Accessor(
          symbol: nil, value: isHigh ? word >> 32 : word)
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
