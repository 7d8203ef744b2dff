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

  init(_ image: LoadedProcess.Image) { self.init(image.file) }

  init(_ file: LoadableFile) {
    self.file = file
    entry = ScanEntry(file.path, .met)
    let found = FoundDescriptors(entry)
    (descriptors, manifests, protocols) = (found.descriptors, found.manifests, found.protocols)
    compiled = found.descriptors.isEmpty ? [] : file.compiledProtocols
  }

  /// Whether its types can't be in a conflict.
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

  // MARK: What is wrong with records

  /// Checks the records by the loader's rules; `load` refuses an image with a
  /// flaw.
  func checkRecords() throws(PluginRefusal) {
    for flaw in flaws {
      switch flaw.code {
      case .unknownVersion, .unknownAnchorVersion:
        throw .newerRecord(file.name, version: Int(flaw.value))
      case .malformedManifest: throw .malformedManifest(file.name, flaw.problem)
      default: if flaw.refusesImage { throw .notLoaded(file.name, flaw.problem) }
      }
    }
    let all = manifests.map(\.manifest)
    if all.count > 1 { throw .severalManifests(file.name, all) }
  }

  /// The manifests, checked by the rules of `loadAll`, which reads them before
  /// the file is mapped.
  func checkedManifests() throws(PluginRefusal) -> [PluginManifest] {
    for flaw in flaws where flaw.code == .malformedManifest {
      throw .malformedManifest(file.name, flaw.problem)
    }
    let all = manifests.map(\.manifest)
    if all.count > 1 { throw .severalManifests(file.name, all) }
    return all
  }

  private var flaws: [DescriptorFlaw] {
    file.recordSections.flatMap { section -> [DescriptorFlaw] in
      switch section {
      case .failure(let flaw): return [flaw]
      case .success(let bytes):
        return DescriptorReader(byteOrder: .little, accessorsAreBound: false).readAll(bytes.span)
          .compactMap { if case .flaw(let flaw) = $0 { flaw } else { nil } }
      }
    }
  }
}

extension LoadableFile {
  /// The bytes that each anchor leads to, or the anchor's flaw.
  var recordSections: [Result<[UInt8], DescriptorFlaw>] {
    let header = segments.first { $0.type == Segment.load && $0.offset == 0 }?.address
    var seen: Set<UInt64> = []
    var found: [Result<[UInt8], DescriptorFlaw>] = []
    for segment in segments where segment.type == Segment.note {
      let bytes = bytes(of: segment)
      for start in stride(from: 0, through: bytes.count - 40, by: 4)
      where bytes.u32(start) == 12 && bytes.u32(start + 4) == 16 && bytes.u32(start + 8) == 1
        && bytes[start + 12..<start + 24].elementsEqual("GraftAnchor\0".utf8)
      {
        let version = bytes.u32(start + 24)
        guard version == 1 else {
          found.append(.failure(DescriptorFlaw(.unknownAnchorVersion, offset: 0, value: version)))
          continue
        }
        func address(_ field: Int) -> UInt64 {
          let distance = Int64(Int32(bitPattern: bytes.u32(start + field)))
          return segment.address &+ UInt64(start + field) &+ UInt64(bitPattern: distance)
        }
        let moved = header.map { $0 &- address(28) } ?? 0
        let bounds = (first: address(32) &+ moved, last: address(36) &+ moved)
        guard bounds.first != bounds.last, seen.insert(bounds.first).inserted else { continue }
        found.append(section(bounds))
      }
    }
    return found
  }

  private func section(
    _ bounds: (first: UInt64, last: UInt64)
  ) -> Result<[UInt8], DescriptorFlaw> {
    guard bounds.first < bounds.last, bounds.first % 8 == 0, let place = place(of: bounds.first),
      bounds.last - bounds.first <= UInt64(place.byteCount)
    else { return .failure(DescriptorFlaw(.outsideImage, offset: 0)) }
    return .success(bytes(at: place.offset, count: Int(bounds.last - bounds.first)))
  }
}
