// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors
import Testing

/// The bytes of an ELF file, made in the test.
struct MadeImage {
  struct MadeSection {
    var name: String
    var type: UInt32 = 1
    var flags: UInt64 = 2
    var address: UInt64 = 0
    var link: UInt32 = 0
    var info: UInt32 = 0
    var bytes: [UInt8]
    /// The index, from 0, of the section whose bytes it shares instead of
    /// having its own.
    var sharesBytes: Int?
    /// The offset in the table of names, instead of `name`.
    var nameOffset: UInt64?
  }

  /// The extent of a segment: the whole file, or a section by index, from 0.
  enum Extent {
    case file
    case section(Int)
  }

  struct MadeSegment {
    var type: UInt32
    var address: UInt64 = 0
    var extent: Extent = .file
  }

  var encoding = Encoding(byteOrder: .little, is64Bit: true)
  /// 1 for an object, 3 for a shared object.
  var type: UInt16 = 3
  var machine: UInt16 = 62
  var sections: [MadeSection] = []
  var segments: [MadeSegment] = []
  /// Whether it lacks a section table.
  var isStripped = false
  /// More bytes after the names of the sections.
  var moreNames: [UInt8] = []

  private struct Writer {
    let encoding: Encoding
    var bytes: [UInt8] = []

    mutating func word(_ value: UInt64, _ byteCount: Int) {
      for position in 0..<byteCount {
        let shift = encoding.byteOrder == .little ? position : byteCount - 1 - position
        bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(shift))))
      }
    }

    mutating func address(_ value: UInt64) { word(value, encoding.is64Bit ? 8 : 4) }
  }

  /// Header, segment table, section bytes, then the section table with the names last.
  var bytes: [UInt8] {
    var names: [UInt8] = [0]
    var nameOffsets: [UInt64] = []
    let table = MadeSection(name: ".shstrtab", type: 3, flags: 0, bytes: [])
    for section in sections + [table] {
      nameOffsets.append(section.nameOffset ?? UInt64(names.count))
      if section.nameOffset == nil { names += Array(section.name.utf8) + [0] }
    }
    names += moreNames
    var all = sections + [table]
    all[all.count - 1].bytes = names
    let headerByteCount = (encoding.is64Bit ? 64 : 52) + segments.count * segmentByteCount
    var content: [UInt8] = []
    var offsets: [UInt64] = []
    for section in all {
      if let other = section.sharesBytes {
        offsets.append(offsets[other])
        continue
      }
      content += Array(repeating: 0, count: (8 - (headerByteCount + content.count) % 8) % 8)
      offsets.append(UInt64(headerByteCount + content.count))
      content += section.bytes
    }
    content += Array(repeating: 0, count: (8 - (headerByteCount + content.count) % 8) % 8)
    var writer = Writer(encoding: encoding)
    let tableOffset = isStripped ? 0 : UInt64(headerByteCount + content.count)
    writeHeader(&writer, tableOffset: tableOffset, count: isStripped ? 0 : all.count + 1)
    for segment in segments {
      switch segment.extent {
      case .file: write(segment, 0, UInt64(headerByteCount + content.count), &writer)
      case .section(let index):
        write(segment, offsets[index], UInt64(all[index].bytes.count), &writer)
      }
    }
    writer.bytes += content
    if isStripped { return writer.bytes }
    writer.bytes += Array(repeating: 0, count: encoding.is64Bit ? 64 : 40)
    for (index, section) in all.enumerated() {
      writer.word(nameOffsets[index], 4)
      writer.word(UInt64(section.type), 4)
      let byteCount = all[section.sharesBytes ?? index].bytes.count
      for value in [section.flags, section.address, offsets[index], UInt64(byteCount)] {
        writer.address(value)
      }
      writer.word(UInt64(section.link), 4)
      writer.word(UInt64(section.info), 4)
      writer.address(8)
      writer.address(0)
    }
    return writer.bytes
  }

  private func writeHeader(_ writer: inout Writer, tableOffset: UInt64, count: Int) {
    writer.bytes = [0x7f, 0x45, 0x4c, 0x46, encoding.is64Bit ? 2 : 1]
    writer.bytes += [encoding.byteOrder == .little ? 1 : 2, 1] + Array(repeating: 0, count: 9)
    writer.word(UInt64(type), 2)
    writer.word(UInt64(machine), 2)
    writer.word(1, 4)
    let segmentOffset: UInt64 = segments.isEmpty ? 0 : encoding.is64Bit ? 64 : 52
    for value in [0, segmentOffset, tableOffset] { writer.address(value) }
    writer.word(0, 4)
    let sizes: [UInt64] =
      encoding.is64Bit
      ? [64, 56, UInt64(segments.count), 64, UInt64(count), UInt64(max(0, count - 1))]
      : [52, 32, UInt64(segments.count), 40, UInt64(count), UInt64(max(0, count - 1))]
    for size in sizes { writer.word(size, 2) }
  }

  private var segmentByteCount: Int { encoding.is64Bit ? 56 : 32 }

  private func write(
    _ segment: MadeSegment, _ offset: UInt64, _ byteCount: UInt64, _ writer: inout Writer
  ) {
    writer.word(UInt64(segment.type), 4)
    if encoding.is64Bit { writer.word(4, 4) }
    for value in [offset, segment.address, 0, byteCount, byteCount] { writer.address(value) }
    if !encoding.is64Bit { writer.word(4, 4) }
    writer.address(4)
  }

  /// Words of so many bytes, in the image's order.
  func words(_ values: [UInt64], byteCount: Int) -> [UInt8] {
    var writer = Writer(encoding: encoding)
    for value in values { writer.word(value, byteCount) }
    return writer.bytes
  }
}

extension LocatedDescriptor {
  /// A descriptor that is nowhere in particular.
  static func made(
    _ name: String, _ constraints: [String] = [], priority: Int32 = 0, predicate: Bool = false,
    implements: [RequirementName] = ["greet(_:)"], of protocolName: String = "Greeter",
    in file: String = "a.so", _ image: ImageFacts = ImageFacts(), at offset: UInt64 = 0
  ) -> LocatedDescriptor {
    LocatedDescriptor(
      ExtensionDescriptor(
        protocolName: protocolName, extensionName: name, constraints: constraints,
        requirements: implements, priority: priority, hasPredicate: predicate,
        source: "M/\(name).swift:1"),
      origin: Origin(Path(file)), architecture: "x86_64", image: image, offset: offset)
  }
}

extension ELFFile {
  /// The sections with a name, in a file whose names are valid.
  func sections(named name: String) throws -> [Section] {
    try sections(named: name) { Issue.record("\($0)") }
  }
}
