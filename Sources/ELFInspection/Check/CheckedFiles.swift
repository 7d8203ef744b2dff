// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The findings in one file, or in each member of an archive.
public struct CheckedFiles: Sendable {
  /// The findings, in the order of the files and their sections.
  public var findings: [Finding] = []
  /// Parts that can't be read and that no rule reports.
  public var problems = ProblemList()
  /// The descriptors of executables and shared objects, to compare among
  /// themselves.
  public var linked = ComparedDescriptors()
  /// The descriptors of objects, to compare among themselves.
  public var objects = ComparedDescriptors()
  /// Whether a linked file has the record of an `@Extensible` protocol.
  public var declaresProtocols = false
  /// A linked file by its architecture, as a target triple spells it; empty for anything else.
  public var entries: [String: [ScanEntry]] { architecture.map { [$0: [entry]] } ?? [:] }
  private var architecture: String?
  /// The file, or the archive.
  public let entry: ScanEntry

  /// Checks a file or an archive.
  ///
  /// - Parameter selects: tells whether to check files for an architecture.
  public init(_ entry: ScanEntry, selects: (String) -> Bool = { _ in true }) {
    self.entry = entry
    entry.eachFile { origin, file in
      do throws(InspectionError) {
        let file = try file.get()
        guard selects(file.header.architecture) else { return }
        try check(file, origin)
      } catch {
        take(error, origin)
      }
    }
  }

  /// Records an error: as a finding if a rule looks for it, else as a problem.
  private mutating func take(_ error: InspectionError, _ origin: Origin) {
    switch error.code {
    case .sectionTableOutside: findings.append(Finding(.sectionTableOutside, origin, error))
    case .unknownVersion: findings.append(Finding(.unknownVersion, origin, error))
    case .malformedNote: findings.append(Finding(.noteMalformed, origin, error))
    case .malformedAnchor: findings.append(Finding(.anchorMisplaced, origin, error))
    default: problems.append(entry.problem(origin, error))
    }
  }

  private mutating func check(_ file: ELFFile, _ origin: Origin) throws(InspectionError) {
    for section in try file.sections() where section.isWritableAndExecutable {
      findings.append(
        Finding(
          .sectionWritableExecutable, origin,
          "section \(section.label) is writable and executable", offset: section.offset))
    }
    _ = try file.packagingNotes { take($0, origin) }
    var isWhole = true
    let sections = try file.descriptorSections {
      isWhole = false
      take($0, origin)
    }
    for section in sections { check(section, file, origin) }
    if file.header.isLinked {
      checkManifests(sections, file, origin)
      architecture = file.header.architecture
      checkEvolution(of: sections, file, origin)
    }
    // A missing anchor proves nothing if a section can't be read.
    guard file.header.isLinked, isWhole, file.hasSectionTable,
      let first = sections.first(where: \.needsAnchor), try file.anchors().isEmpty
    else { return }
    findings.append(
      Finding(.anchorMissing, origin, "the file has records and no anchor", offset: first.offset))
  }

  private mutating func check(_ section: DescriptorSection, _ file: ELFFile, _ origin: Origin) {
    section.eachElement { element in
      guard case .flaw(let flaw) = element else { return }
      findings.append(Finding(flaw.rule, origin, section.error(flaw)))
    }
    let isLinked = file.header.isLinked
    section.eachDescriptor(origin: origin, architecture: file.header.architecture) { error in
      if error.code != .malformedRecord { problems.append(Problem(origin, error)) }
    } _: { descriptor in
      if descriptor.accessor == nil, section.accessorsAreKnown {
        let flaw = DescriptorFlaw(.nullAccessor, offset: Int(descriptor.offset))
        var finding = Finding(.recordMalformed, origin, section.error(flaw))
        finding.source = descriptor.descriptor.source
        findings.append(finding)
      }
      if isLinked { linked.append(descriptor) } else { objects.append(descriptor) }
    }
    if !isLinked {
      checkRetained(section, origin)
    } else if !section.protocolRecords.isEmpty {
      declaresProtocols = true
    }
  }

  /// Checks that a linked file has one manifest at most: others refuse it.
  private mutating func checkManifests(
    _ sections: [DescriptorSection], _ file: ELFFile, _ origin: Origin
  ) {
    let all = sections.flatMap {
      $0.manifests(origin: origin, architecture: file.header.architecture)
    }
    guard all.count > 1 else { return }
    let names = all.map { "\($0.manifest)" }.joined(separator: ", ")
    findings.append(
      Finding(
        .recordMalformed, origin, "it has several manifests, \(names): keep one GRAFT_PLUGIN",
        offset: all[1].offsetInFile, source: all[1].manifest.source))
  }

  private mutating func checkEvolution(
    of sections: [DescriptorSection], _ file: ELFFile, _ origin: Origin
  ) {
    let records = sections.flatMap { $0.protocolRecords.map(\.record) }
      .filter { $0.foundation != nil }
    do throws(InspectionError) {
      let evolution = try file.libraryEvolution(of: Set(records.map(\.baseClass)))
      for record in records where evolution[record.baseClass] == false {
        findings.append(
          Finding(
            .growingWithoutEvolution, origin,
            "\(record.name.abbreviated(to: 256)) grows, and its library was built without"
              + " -enable-library-evolution", source: record.source))
      }
    } catch {
      take(error, origin)
    }
  }

  private mutating func checkRetained(_ described: DescriptorSection, _ origin: Origin) {
    guard let section = described.section, described.byteCount > 0, !section.isRetained else {
      return
    }
    findings.append(
      Finding(
        .sectionNotRetained, origin, "section \(section.label) lacks the retain flag",
        offset: section.offset, value: section.flags))
  }
}

extension Section {
  var isWritableAndExecutable: Bool {
    flags & SectionFlag.write != 0 && flags & SectionFlag.execute != 0
  }
}

extension DescriptorFlaw {
  fileprivate var rule: Rule {
    switch code {
    case .unknownVersion: .unknownVersion
    case .unknownKind: .unknownKind
    default: .recordMalformed
    }
  }
}

extension CheckedFiles: Weighed {
  public var byteCount: Int { linked.byteCount + objects.byteCount }
}
