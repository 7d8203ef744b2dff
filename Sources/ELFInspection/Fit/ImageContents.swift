// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The contents of an image, from its records.
struct ImageContents {
  let file: LoadableFile
  let entry: ScanEntry
  let descriptors: [LocatedDescriptor]
  let manifests: [LocatedManifest]
  let protocols: [LocatedProtocol]
  private let compiled: [CompiledProtocol]
  /// Whether a newer build of the plug-in counts instead.
  var isSuperseded = false

  init(_ file: LoadableFile) {
    self.file = file
    entry = file.entry
    let found = FoundDescriptors(entry)
    (descriptors, manifests, protocols) = (found.descriptors, found.manifests, found.protocols)
    compiled = found.descriptors.isEmpty ? [] : file.compiledProtocols
  }

  /// The identities of its extensions, by which copies in other images are known.
  var copies: Set<String> {
    Set(
      descriptors.map { located in
        ([located.descriptor.extensionName] + located.descriptor.conditions).joined(separator: ",")
      })
  }

  /// Whether the registry knows it.
  var isRegistered: Bool { !descriptors.isEmpty || !manifests.isEmpty }

  /// The descriptors that count; those of a superseded build only for protocols of its own.
  var counting: [LocatedDescriptor] {
    guard isSuperseded else { return descriptors }
    return descriptors.filter { one in
      let names = compiledProtocols(of: one.descriptor).map(\.name)
      return !names.isEmpty && names.allSatisfy { protocolRecord($0) != nil }
    }
  }

  /// Whether the Swift runtime is linked into it.
  ///
  /// Each accessor compares the address of a type with Graft's, but such an image
  /// does not import that type.
  var hasOwnRuntime: Bool {
    !compiled.isEmpty
      && !file.dynamic.references.contains { $0.name == "$sSiN" && !$0.isOwn }
  }

  /// The name that builds of a plug-in share; nil if its file's name is all that there is.
  var identity: String? { manifests.first?.manifest.name ?? file.dynamic.soname?.display }

  /// The needs in its manifest: other plug-ins, and what the host has.
  var needs: [PluginManifest.Need] { manifests.first?.manifest.needs ?? [] }

  /// The record of a protocol that it declares; nil if it does not.
  func protocolRecord(_ name: String) -> ProtocolRecord? {
    protocols.first { $0.name == name }?.record
  }

  /// Whether it extends or advises a protocol, which is named with its module.
  func extends(_ name: String) -> Bool {
    descriptors.contains { one in
      !one.descriptor.isPointcut
        && compiledProtocols(of: one.descriptor).contains { $0.name == name }
    }
  }

  /// Whether it has descriptors but no section table, which leads to its types.
  var hidesTypes: Bool {
    !descriptors.isEmpty && (try? ELFFile(entry).sectionCount) ?? 0 == 0
  }

  /// The protocols of its extensions, without their modules.
  var protocolNames: Set<String> {
    Set(descriptors.map(\.descriptor.unqualifiedProtocolName))
  }

  /// Whether it neither extends a protocol nor declares one.
  var isWithoutRecords: Bool { descriptors.isEmpty && protocols.isEmpty }

  /// Whether it has no Swift types, and so can't cause conflicts.
  var isWithoutSwift: Bool {
    descriptors.isEmpty && (try? ELFFile(entry))?.mayHaveSwiftSections != true
  }

  /// The protocols that an extension may have been compiled against: those with
  /// its protocol's name.
  func compiledProtocols(of descriptor: ExtensionDescriptor) -> [CompiledProtocol] {
    let name = descriptor.protocolName
    let exact = compiled.filter { $0.name == name || $0.name.hasSuffix("." + name) }
    guard exact.isEmpty else { return exact }
    return compiled.filter {
      ExtensionDescriptor.unqualified(protocolName: $0.name) == descriptor.unqualifiedProtocolName
    }
  }

  // MARK: Flaws of records

  /// Checks the records by the loader's rules; `load` refuses an image with a
  /// flaw.
  func checkRecords() throws(PluginRefusal) {
    for section in sections {
      for flaw in section.flaws {
        switch flaw.code {
        case .unknownVersion, .unknownAnchorVersion:
          throw .newerRecord(file.name, version: Int(flaw.value))
        case .malformedManifest: throw .malformedManifest(file.name, flaw.problem)
        default: if flaw.refusesImage { throw .notLoaded(file.name, flaw.problem) }
        }
      }
      if section.manifests.count > 1 { throw .severalManifests(file.name, section.manifests) }
    }
  }

  /// Whether `loadAll` finds records before the file is mapped; it passes over others.
  var hasRecords: Bool { unmappedSections.contains(where: \.isInFile) }

  private var unmappedSections: [LoadableFile.RecordSection] {
    // A reader of manifests ignores anchors of another version.
    let anchored = file.anchoredSections.filter { $0.isOrdered }
    return anchored.isEmpty ? namedSections : anchored
  }

  /// The manifests, checked by the rules of `loadAll`, which reads them before
  /// the file is mapped.
  func checkedManifests() throws(PluginRefusal) -> [PluginManifest] {
    let sections = unmappedSections.map(Section.init)
    for flaw in sections.flatMap(\.flaws) where flaw.code == .malformedManifest {
      throw .malformedManifest(file.name, flaw.problem)
    }
    let all = sections.flatMap(\.manifests)
    if all.count > 1 { throw .severalManifests(file.name, all) }
    return all
  }

  /// The records that one announcement to the loader brings.
  private struct Section {
    var flaws: [DescriptorFlaw] = []
    var manifests: [PluginManifest] = []

    init(_ found: LoadableFile.RecordSection) {
      guard let bytes = found.bytes else {
        flaws = [found.flaw].compactMap(\.self)
        return
      }
      let reader = DescriptorReader(byteOrder: .little, accessorsAreBound: false)
      for element in reader.readAll(bytes.span) {
        switch element {
        case .flaw(let flaw): flaws.append(flaw)
        case .manifest(let manifest, _, _, _): manifests.append(manifest)
        case .descriptor: break
        }
      }
    }
  }

  /// The sections: first those that the image's own code announces, then others that
  /// its notes lead to.
  private var sections: [Section] {
    let announced = namedSections
    return
      (announced
      + file.anchoredSections.filter { one in
        !announced.contains { $0.address == one.address }
      }).map(Section.init)
  }

  /// The sections in the section table.
  ///
  /// The linker's symbols lead to them, wherever a note does.
  private var namedSections: [LoadableFile.RecordSection] {
    let sections = (try? ELFFile(entry).sections()) ?? []
    return sections.filter { $0.name == RecordLayout.sectionName }.map { section in
      LoadableFile.RecordSection(
        address: section.virtualAddress,
        bytes: file.bytes(
          at: Int(clamping: section.offset), count: Int(clamping: section.byteCount)),
        isInFile: section.byteCount > 0)
    }
  }
}

extension LoadableFile {
  /// A section of records, or the flaw of the note that leads to it.
  struct RecordSection {
    let address: UInt64
    var bytes: [UInt8]?
    var flaw: DescriptorFlaw?
    /// Whether the anchor's version is known and its bounds are in order.
    var isOrdered = true
    /// Its bounds are of bytes of the file, whatever these are.
    var isInFile = true
  }

  /// The sections that the anchors lead to.
  var anchoredSections: [RecordSection] {
    var seen: Set<UInt64> = []
    var found: [RecordSection] = []
    let headerAddress = segments.headerAddress
    for (base, bytes) in loadedNotes {
      for start in stride(from: 0, to: bytes.count, by: 4) {
        let fields = AnchorNote.fields(
          in: bytes.span, at: start, address: base, .graft, headerAddress: headerAddress)
        guard let (version, first, last) = fields else { continue }
        guard version == AnchorNote.knownVersion else {
          found.append(
            RecordSection(
              address: .max,
              flaw: DescriptorFlaw(.unknownAnchorVersion, offset: 0, value: version),
              isOrdered: false))
          continue
        }
        guard first != last, seen.insert(first).inserted else { continue }
        found.append(section((first, last)))
      }
    }
    return found
  }

  private func section(_ bounds: (first: UInt64, last: UInt64)) -> RecordSection {
    let isOrdered = bounds.first < bounds.last
    let place = isOrdered ? place(of: bounds.first) : nil
    let isInFile = place.map { bounds.last - bounds.first <= UInt64($0.byteCount) } ?? false
    guard let place, isInFile, bounds.first % 8 == 0 else {
      return RecordSection(
        address: bounds.first, flaw: DescriptorFlaw(.outsideImage, offset: 0),
        isOrdered: isOrdered, isInFile: isInFile)
    }
    return RecordSection(
      address: bounds.first,
      bytes: bytes(at: place.offset, count: Int(bounds.last - bounds.first)))
  }
}
