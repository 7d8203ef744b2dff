// SPDX-License-Identifier: Apache-2.0

/// Where an image's Swift sections are, as its constructor tells the runtime: in files that
/// have no table of sections.
///
/// The constructor (swift/stdlib/public/runtime/SwiftRT-ELF-COFF.cpp) fills a structure of
/// a version, the image's ELF header, two null pointers, and the start and size of each
/// section, and passes it on. The linker has put addresses into its code, in which there
/// is no branch: it is followed to its end, and only what is whole counts.
struct SwiftRegistration {
  /// By name, in the order of the structure.
  let ranges: [String: Range<UInt64>]

  /// CurrentSectionMetadataVersion. Others have other lists of sections.
  private static let version: UInt64 = 5
  private static let names = [
    "swift5_protocols", SwiftFile.SectionName.conformances, SwiftFile.SectionName.types,
    "swift5_typeref", "swift5_reflstr", "swift5_fieldmd", SwiftFile.SectionName.associatedTypes,
    "swift5_replace", "swift5_replac2", "swift5_builtin", "swift5_capture", "swift5_mpenum",
    "swift5_accessible_functions", "swift5_runtime_attributes", "swift5_tests",
  ]
  /// More than any image has.
  private static let constructorLimit: UInt64 = 1 << 16

  /// Nil where none is found: of other architectures, and of static programs, which have
  /// no list of constructors that is found without sections.
  init?(
    _ file: ELFFile, _ memory: LoadedMemory, _ pointers: PointerTable
  ) throws(InspectionError) {
    let dynamic = try file.dynamicSegment()
    guard file.header.machine == Machine.x86_64,
      let list = dynamic.values[DynamicSegment.Tag.constructors],
      let byteCount = dynamic.values[DynamicSegment.Tag.constructorsByteCount],
      let header = try file.segments().first(where: { $0.type == Segment.load && $0.offset == 0 })
    else { return nil }
    for index in 0..<min(byteCount / 8, Self.constructorLimit) {
      guard case .address(let constructor)? = try pointers.target(at: list &+ 8 &* index),
        let stored = StraightCode.result(at: constructor, memory, pointers),
        let ranges = try Self.ranges(stored, header: header.virtualAddress, memory)
      else { continue }
      self.ranges = ranges
      return
    }
    return nil
  }

  /// The sections, if what a constructor passed on is such a structure, all of it.
  private static func ranges(
    _ stored: StraightCode.Result, header: UInt64, _ memory: LoadedMemory
  ) throws(InspectionError) -> [String: Range<UInt64>]? {
    let words = (0..<UInt64(stored.words.count)).map {
      stored.words[stored.argument &+ 8 &* $0]
    }
    guard words.count == 4 + 2 * names.count, words[0] == version, words[1] == header,
      words[2] == 0, words[3] == 0
    else { return nil }
    var ranges: [String: Range<UInt64>] = [:]
    for (index, name) in names.enumerated() {
      guard let start = words[4 + 2 * index], let byteCount = words[5 + 2 * index],
        byteCount == 0 || memory.has(start, byteCount: byteCount)
      else { return nil }
      ranges[name] = start..<start &+ byteCount
    }
    return ranges
  }
}
