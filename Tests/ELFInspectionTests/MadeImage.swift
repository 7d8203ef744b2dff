// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// The bytes of an ELF file, made in the test: sections, no segments.
struct MadeImage {
  struct MadeSection {
    var name: String
    var type: UInt32 = 1
    var flags: UInt64 = 2
    var address: UInt64 = 0
    var link: UInt32 = 0
    var info: UInt32 = 0
    var bytes: [UInt8]
  }

  var encoding = Encoding(byteOrder: .little, is64Bit: true)
  /// 1 for an object, 3 for a shared object.
  var type: UInt16 = 3
  var machine: UInt16 = 62
  var sections: [MadeSection] = []

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

  /// Header, section bytes, then the section table with the names last.
  var bytes: [UInt8] {
    var names: [UInt8] = [0]
    var nameOffsets: [UInt64] = []
    let table = MadeSection(name: ".shstrtab", type: 3, flags: 0, bytes: [])
    for section in sections + [table] {
      nameOffsets.append(UInt64(names.count))
      names += Array(section.name.utf8) + [0]
    }
    var all = sections + [table]
    all[all.count - 1].bytes = names
    let headerByteCount = encoding.is64Bit ? 64 : 52
    var content: [UInt8] = []
    var offsets: [UInt64] = []
    for section in all {
      content += Array(repeating: 0, count: (8 - (headerByteCount + content.count) % 8) % 8)
      offsets.append(UInt64(headerByteCount + content.count))
      content += section.bytes
    }
    content += Array(repeating: 0, count: (8 - (headerByteCount + content.count) % 8) % 8)
    var writer = Writer(encoding: encoding)
    writeHeader(&writer, tableOffset: UInt64(headerByteCount + content.count), count: all.count + 1)
    writer.bytes += content
    writer.bytes += Array(repeating: 0, count: encoding.is64Bit ? 64 : 40)
    for (index, section) in all.enumerated() {
      writer.word(nameOffsets[index], 4)
      writer.word(UInt64(section.type), 4)
      for value in [section.flags, section.address, offsets[index], UInt64(section.bytes.count)] {
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
    for value in [0, 0, tableOffset] { writer.address(value) }
    writer.word(0, 4)
    let sizes: [UInt64] =
      encoding.is64Bit
      ? [64, 56, 0, 64, UInt64(count), UInt64(count - 1)]
      : [52, 32, 0, 40, UInt64(count), UInt64(count - 1)]
    for size in sizes { writer.word(size, 2) }
  }

  /// Words of four bytes, in the image's order.
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
    implements: [RequirementName] = ["greet(_:)"], in file: String = "a.so"
  ) -> LocatedDescriptor {
    LocatedDescriptor(
      Descriptor(
        protocolName: "Greeter", extensionName: name, constraints: constraints,
        requirements: implements, priority: priority, hasPredicate: predicate,
        source: "M/\(name).swift:1"),
      origin: Origin(Path(file)), architecture: "x86_64")
  }
}
