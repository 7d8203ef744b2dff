// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import CLibrary
import Graft
import GraftDescriptors

/// The contents of a file: its dynamic section, and the manifest in its
/// descriptors' section.
///
/// Nothing is mapped.
extension PluginFile {
  struct Contents {
    let file: PluginFile
    let state: FileState
    let candidate: PluginCandidate
    /// Whether it has descriptors.
    ///
    /// A library without them is no plug-in.
    let hasDescriptors: Bool
    /// Whether it contains a copy of Graft.
    let bringsGraft: Bool
    let segments: [PluginFile.Segment]
  }

  func contents() throws(ImageLoadError) -> Contents {
    let segments = try segments()
    let state = state(segments)
    let dynamic = try dynamicSection(segments)
    let sections = try descriptorSections(segments)
    return Contents(
      file: self, state: state,
      candidate: PluginCandidate(
        path: path, buildID: state.buildID.isEmpty ? nil : state.buildID.hexadecimal,
        soname: dynamic?.strings(DT_SONAME).last,
        neededLibraries: dynamic?.strings(DT_NEEDED) ?? [], manifest: try manifest(sections),
        source: PluginCandidate.Source(file: self)),
      hasDescriptors: !sections.isEmpty,
      bringsGraft: !notes(of: "GraftLoader", byteCount: 4, segments).isEmpty, segments: segments)
  }

  // MARK: Symbols

  /// The symbols that other images have to define.
  func importedSymbols() throws(ImageLoadError) -> [String] {
    let segments = try segments()
    guard let dynamic = try dynamicSection(segments), let table = dynamic.value(DT_SYMTAB) else {
      return []
    }
    func word(_ index: UInt64, of tag: Int32) -> Int? {
      dynamic.value(tag).flatMap { self.place(of: $0 &+ 4 * index, segments) }
        .flatMap { bytes(at: $0.offset, count: 4).elements(UInt32.self).first.map(Int.init) }
    }
    // `DT_HASH` counts all symbols, `DT_GNU_HASH` those before the first defined one.
    guard let counted = word(1, of: DT_HASH) ?? word(1, of: Int32(DT_GNU_HASH)) else {
      throw .notLoaded(path: path, reason: "its symbols are not counted: link it with a hash table")
    }
    // The dynamic linker binds what relocations name, whatever a hash table counts.
    let count = try max(counted, relocatedSymbols(dynamic, segments))
    let byteCount = count * MemoryLayout<Elf64_Sym>.stride
    // Some 2,800,000.
    try check("symbols", [UInt64(byteCount)], limit: 1 << 26)
    guard let place = place(of: table, segments), byteCount <= place.byteCount else {
      throw .notLoaded(path: path, reason: "its \(count) symbols are not in one segment")
    }
    return bytes(at: place.offset, count: byteCount)
      .elements(Elf64_Sym.self).filter { $0.st_shndx == 0 && $0.st_name != 0 }
      .compactMap { dynamic.string(UInt64($0.st_name)) }
  }

  /// The number of symbols that a table needs for the file's relocations.
  private func relocatedSymbols(
    _ dynamic: DynamicSection, _ segments: [Segment]
  ) throws(ImageLoadError) -> Int {
    var count = 0
    for (table, size) in [(DT_RELA, DT_RELASZ), (DT_JMPREL, DT_PLTRELSZ)] {
      guard let address = dynamic.value(table), let byteCount = dynamic.value(size), byteCount > 0
      else { continue }
      // Some 11,000,000.
      try check("relocations", [byteCount], limit: 1 << 28)
      guard let place = place(of: address, segments), byteCount <= UInt64(place.byteCount) else {
        throw .notLoaded(path: path, reason: "its relocations are not in one segment")
      }
      for relocation in bytes(at: place.offset, count: Int(byteCount)).elements(Elf64_Rela.self) {
        count = max(count, Int(relocation.r_info >> 32) + 1)
      }
    }
    return count
  }

  // MARK: The manifest

  private func manifest(_ sections: [[UInt8]]) throws(ImageLoadError) -> PluginManifest? {
    let reader = DescriptorReader(accessorsAreBound: false)
    var manifests: [PluginManifest] = []
    for section in sections {
      for element in reader.readAll(section.span) {
        switch element {
        case .manifest(let manifest, _, _, _): manifests.append(manifest)
        case .flaw(let flaw) where flaw.code == .malformedManifest:
          throw .malformedManifest(path: path, reason: flaw.problem)
        case .descriptor, .flaw: break
        }
      }
    }
    if manifests.count > 1 { throw .severalManifests(manifests, in: path) }
    return manifests.first
  }

  private func descriptorSections(
    _ segments: [Segment]
  ) throws(ImageLoadError) -> [[UInt8]] {
    let places = descriptorPlaces(segments).filter { $0.byteCount > 0 }
    // Some 500,000.
    try check("descriptors", places.map(\.byteCount), limit: 1 << 26)
    return places.map { bytes(at: Int(clamping: $0.offset), count: Int(clamping: $0.byteCount)) }
  }

  /// The locations of the descriptors, from the anchors, as the loader finds them; if
  /// these were removed, from the section table.
  private func descriptorPlaces(_ segments: [Segment]) -> [(offset: UInt64, byteCount: UInt64)] {
    let anchors = anchors(segments)
    guard anchors.isEmpty else {
      return anchors.compactMap { bounds in
        guard let place = place(of: bounds.lowerBound, segments),
          bounds.upperBound - bounds.lowerBound <= UInt64(place.byteCount)
        else { return nil }
        return (UInt64(place.offset), bounds.upperBound - bounds.lowerBound)
      }
    }
    return sectionsByTable().map { ($0.sh_offset, $0.sh_size) }
  }

  /// The bounds of sections as virtual addresses, from the notes that `docs/abi.md`
  /// specifies.
  private func anchors(_ segments: [Segment]) -> [Range<UInt64>] {
    let header = segments.first { $0.p_type == UInt32(PT_LOAD) && $0.p_offset == 0 }?.p_vaddr
    var found: [Range<UInt64>] = []
    for (address, note) in notes(of: "GraftAnchor", byteCount: 16, segments) {
      let words = note.elements(Int32.self)
      guard words[0] == 1 else { continue }
      // Each distance is relative to its own field. The address is the one that the note
      // had before it was moved.
      let said = (1...3).map { address &+ UInt64(4 * $0) &+ UInt64(bitPattern: Int64(words[$0])) }
      let moved = header.map { $0 &- said[0] } ?? 0
      let (first, last) = (said[1] &+ moved, said[2] &+ moved)
      if first < last, !found.contains(first..<last) { found.append(first..<last) }
    }
    return found
  }

  /// The descriptions of the notes of type 1 of an owner, and their addresses.
  ///
  /// - Parameter owner: eleven bytes.
  private func notes(
    of owner: StaticString, byteCount: Int, _ segments: [Segment]
  ) -> [(address: UInt64, description: [UInt8])] {
    let head: [UInt32] = [12, UInt32(byteCount), 1]
    let start = head.withUnsafeBytes { Array($0) } + Array("\(owner)\0".utf8)
    var found: [(address: UInt64, description: [UInt8])] = []
    for segment in segments where segment.p_type == UInt32(PT_NOTE) {
      // Some tools leave segments that point to nothing that is loaded.
      guard segment.p_vaddr % 4 == 0, let place = place(of: segment.p_vaddr, segments) else {
        continue
      }
      let bytes = bytes(
        at: place.offset, count: min(place.byteCount, Int(clamping: segment.p_filesz)))
      // Tries every fourth byte, since notes of several alignments can be in one
      // segment.
      for offset in stride(from: 0, through: bytes.count - start.count - byteCount, by: 4)
      where bytes[offset..<offset + start.count].elementsEqual(start) {
        let description = offset + start.count
        found.append(
          (
            segment.p_vaddr &+ UInt64(description),
            Array(bytes[description..<description + byteCount])
          ))
      }
    }
    return found
  }

  private func sectionsByTable() -> [Elf64_Shdr] {
    let step = MemoryLayout<Elf64_Shdr>.size
    // The file can be shorter now than when it was opened.
    guard
      let header = bytes(at: 0, count: MemoryLayout<Elf64_Ehdr>.size).elements(Elf64_Ehdr.self)
        .first, Int(header.e_shentsize) == step, let start = Int(exactly: header.e_shoff), start > 0
    else { return [] }
    let sections = bytes(at: start, count: Int(header.e_shnum) * step).elements(Elf64_Shdr.self)
    guard Int(header.e_shstrndx) < sections.count else { return [] }
    let names = sections[Int(header.e_shstrndx)]
    let wanted = Array(RecordLayout.sectionName.utf8) + [0]
    return sections.filter { section in
      section.sh_type == UInt32(SHT_PROGBITS)
        && bytes(
          at: Int(clamping: names.sh_offset &+ UInt64(section.sh_name)), count: wanted.count
        ) == wanted
    }
  }

  // MARK: The copy

  /// A copy in memory that nobody can write to.
  func sealed() throws(ImageLoadError) -> PluginFile {
    try check("file", [UInt64(byteCount)], limit: 1 << 29)
    let name = ExtensionImage.fileName(of: path)
    guard let copy = replaced(byCopy: graft_copy_sealed(descriptor, name, byteCount)) else {
      throw .notLoaded(path: path, reason: "can't copy it to memory: \(DynamicLinker.lastError)")
    }
    return copy
  }
}

extension [UInt8] {
  /// The bytes as hexadecimal, two digits each.
  fileprivate var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
