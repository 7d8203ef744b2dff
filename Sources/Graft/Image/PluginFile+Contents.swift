// SPDX-License-Identifier: Apache-2.0

import Glibc
import GraftDescriptors

/// What a file says of itself: by its dynamic section, and by the record in the section of its
/// descriptors. Nothing of it is mapped.
extension PluginFile {
  struct Contents {
    let state: FileState
    let candidate: PluginCandidate
  }

  static func contents(of path: String) throws(ImageLoadError) -> Contents {
    try opened(path) { file, status throws(ImageLoadError) in
      let segments = try file.segments()
      let state = file.state(status, segments)
      let dynamic = try file.dynamicStrings(segments)
      return Contents(
        state: state,
        candidate: PluginCandidate(
          path: path, buildID: state.buildID.isEmpty ? nil : state.buildID.hexadecimal,
          soname: dynamic.soname, neededLibraries: dynamic.needed,
          manifest: try file.manifest(segments)))
    }
  }

  // MARK: The dynamic section

  private func dynamicStrings(
    _ segments: [Segment]
  ) throws(ImageLoadError) -> (soname: String?, needed: [String]) {
    guard let dynamic = segments.first(where: { $0.p_type == UInt32(PT_DYNAMIC) }) else {
      return (nil, [])
    }
    try PluginFileLimit.dynamicSegment.check([dynamic.p_filesz], of: path)
    let step = MemoryLayout<Elf64_Dyn>.size
    let entries = bytes(of: dynamic).withUnsafeBytes { bytes in
      stride(from: 0, through: bytes.count - step, by: step).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: Elf64_Dyn.self)
      }
    }.prefix { $0.d_tag != Int64(DT_NULL) }
    guard let table = entries.first(where: { $0.d_tag == Int64(DT_STRTAB) }) else {
      return (nil, [])
    }
    func strings(_ tag: Int32) -> [String] {
      entries.filter { $0.d_tag == Int64(tag) }.compactMap { entry in
        string(at: table.d_un.d_ptr &+ entry.d_un.d_val, segments)
      }
    }
    return (strings(DT_SONAME).first, strings(DT_NEEDED))
  }

  /// Nil where the file does not have it.
  private func string(at address: UInt64, _ segments: [Segment]) -> String? {
    guard let place = place(of: address, segments) else { return nil }
    // The longest that a path can be.
    let text = bytes(at: place.offset, count: min(place.byteCount, Int(PATH_MAX)))
      .prefix { $0 != 0 }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// Where an address is in the file, and how much of its segment is there from then on.
  private func place(of address: UInt64, _ segments: [Segment]) -> (offset: Int, byteCount: Int)? {
    let segment = segments.first { segment in
      segment.p_type == UInt32(PT_LOAD) && address >= segment.p_vaddr
        && address - segment.p_vaddr < segment.p_filesz
    }
    return segment.map { segment in
      // `segments()` has found all of it in the file.
      let distance = address - segment.p_vaddr
      return (Int(segment.p_offset + distance), Int(segment.p_filesz - distance))
    }
  }

  // MARK: The manifest

  private func manifest(_ segments: [Segment]) throws(ImageLoadError) -> PluginManifest? {
    let reader = DescriptorReader(accessorsAreBound: false)
    var manifests: [PluginManifest] = []
    for section in try descriptorSections(segments) {
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
    let places = descriptorPlaces(segments)
    try PluginFileLimit.descriptors.check(places.map(\.byteCount), of: path)
    return places.map { bytes(at: Int(clamping: $0.offset), count: Int(clamping: $0.byteCount)) }
  }

  /// By the anchors, as the loader finds them; where they were removed, by the section table.
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

  /// The bounds of sections, as virtual addresses.
  private func anchors(_ segments: [Segment]) -> [Range<UInt64>] {
    let header = segments.first { $0.p_type == UInt32(PT_LOAD) && $0.p_offset == 0 }?.p_vaddr
    var found: [Range<UInt64>] = []
    for segment in segments where segment.p_type == UInt32(PT_NOTE) {
      bytes(of: segment).withUnsafeBytes { bytes in
        // At every fourth byte: notes of several alignments can lie in one segment.
        for start in stride(from: 0, through: bytes.count - Anchor.byteCount, by: 4) {
          let note = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Anchor.byteCount])
          if let bounds = Anchor.bounds(
            note, at: segment.p_vaddr &+ UInt64(start), header: header), !found.contains(bounds)
          {
            found.append(bounds)
          }
        }
      }
    }
    return found
  }

  /// The note that `docs/abi.md` specifies.
  private enum Anchor {
    static let byteCount = 40
    private static let head: [UInt32] = [12, 16, 1]
    private static let owner = Array("GraftAnchor\0".utf8)
    private static let version: UInt32 = 1

    /// - Parameters:
    ///   - address: that of the note, or where it would be had it not been moved.
    ///   - header: that of the ELF header.
    static func bounds(
      _ note: UnsafeRawBufferPointer, at address: UInt64, header: UInt64?
    ) -> Range<UInt64>? {
      func word(_ offset: Int) -> UInt32 {
        note.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      }
      guard head.indices.allSatisfy({ word(4 * $0) == head[$0] }),
        note[12..<24].elementsEqual(owner), word(24) == version
      else { return nil }
      // Each distance is from its own field.
      let said = [28, 32, 36].map { field in
        let distance = Int64(Int32(bitPattern: word(field)))
        return address &+ UInt64(field) &+ UInt64(bitPattern: distance)
      }
      let moved = header.map { $0 &- said[0] } ?? 0
      let (first, last) = (said[1] &+ moved, said[2] &+ moved)
      return first < last ? first..<last : nil
    }
  }

  private func sectionsByTable() -> [Elf64_Shdr] {
    let header = bytes(at: 0, count: MemoryLayout<Elf64_Ehdr>.size).withUnsafeBytes {
      $0.loadUnaligned(as: Elf64_Ehdr.self)
    }
    let step = MemoryLayout<Elf64_Shdr>.size
    guard Int(header.e_shentsize) == step, let start = Int(exactly: header.e_shoff), start > 0
    else { return [] }
    let sections = bytes(at: start, count: Int(header.e_shnum) * step).withUnsafeBytes { table in
      stride(from: 0, through: table.count - step, by: step).map {
        table.loadUnaligned(fromByteOffset: $0, as: Elf64_Shdr.self)
      }
    }
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

  func bytes(of segment: Segment) -> [UInt8] {
    bytes(at: Int(clamping: segment.p_offset), count: Int(clamping: segment.p_filesz))
  }
}

extension [UInt8] {
  /// Two digits for each byte.
  fileprivate var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
