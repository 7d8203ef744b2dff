// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import CLibrary
import GraftDescriptors

/// The part of a file that the dynamic linker reads.
extension PluginFile {
  package struct DynamicSection {
    private let file: PluginFile
    private let segments: [Segment]
    private let entries: [Elf64_Dyn]

    fileprivate init(_ file: PluginFile, _ segments: [Segment], _ entries: [Elf64_Dyn]) {
      (self.file, self.segments, self.entries) = (file, segments, entries)
    }

    /// The value of a tag's last entry, which the dynamic linker takes.
    package func value(_ tag: Int32) -> UInt64? {
      entries.last { $0.d_tag == Int64(tag) }?.d_un.d_val
    }

    package func strings(_ tag: Int32) -> [String] {
      entries.filter { $0.d_tag == Int64(tag) }.compactMap { string($0.d_un.d_val) }
    }

    /// A string of the table of strings.
    ///
    /// - Parameter offset: the offset in the table.
    package func string(_ offset: UInt64) -> String? {
      guard let table = value(DT_STRTAB),
        let place = file.place(of: table &+ offset, segments)
      else { return nil }
      // PATH_MAX is the greatest length of a path.
      let text = file.bytes(at: place.offset, count: min(place.byteCount, Int(PATH_MAX)))
        .prefix { $0 != 0 }
      return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
  }

  package func dynamicSection(
    _ segments: [Segment]
  ) throws(ImageLoadError) -> DynamicSection? {
    guard let dynamic = segments.last(where: { $0.p_type == UInt32(PT_DYNAMIC) }) else {
      return nil
    }
    // 16,384 entries, one for each needed library.
    try check("dynamic segment", [dynamic.p_filesz], limit: 1 << 18)
    let entries = bytes(of: dynamic).elements(Elf64_Dyn.self).prefix { $0.d_tag != Int64(DT_NULL) }
    return DynamicSection(self, segments, Array(entries))
  }

  /// The offset in the file of a virtual address, and the rest of its segment, in
  /// bytes.
  ///
  /// Segments do not overlap (gABI, "Program Header").
  package func place(
    of address: UInt64, _ segments: [Segment]
  ) -> (offset: Int, byteCount: Int)? {
    let next = segments.firstSortedIndex { !$0.isOfLoadedBytes || $0.p_vaddr > address }
    guard next > 0 else { return nil }
    let segment = segments[next - 1]
    // `segments()` has checked that the file contains the whole segment.
    let distance = address - segment.p_vaddr
    guard distance < segment.p_filesz else { return nil }
    return (Int(segment.p_offset + distance), Int(segment.p_filesz - distance))
  }
}

extension [UInt8] {
  /// The consecutive values that fit.
  package func elements<Part>(_ type: Part.Type) -> [Part] {
    withUnsafeBytes { bytes in
      let step = MemoryLayout<Part>.stride
      return stride(from: 0, through: bytes.count - step, by: step).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: type)
      }
    }
  }
}
