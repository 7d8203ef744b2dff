// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import Testing

/// The layouts of Swift's metadata, in bytes that neither this process nor a file has.
///
/// That real ones are read, tests of the process and of files show.
@Suite("Swift's metadata")
struct SwiftMetadataTests {
  /// A place in some bytes; what lies outside of them is an error.
  private struct Place: MetadataPlace, Equatable {
    struct Outside: Error {}

    let bytes: [UInt8]
    let index: Int

    private func value(_ offset: Int, _ byteCount: Int) throws(Outside) -> UInt64 {
      let start = index + offset
      guard start >= 0, start + byteCount <= bytes.count else { throw Outside() }
      return bytes[start..<start + byteCount].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    func byte(at offset: Int) throws(Outside) -> UInt8 { UInt8(try value(offset, 1)) }
    func half(at offset: Int) throws(Outside) -> UInt16 { UInt16(try value(offset, 2)) }
    func word(at offset: Int) throws(Outside) -> UInt32 { UInt32(try value(offset, 4)) }
    func advanced(by offset: Int) -> Place { Place(bytes: bytes, index: index + offset) }
    var target: Int { index }
    func pointer() throws(Outside) -> Int? {
      let address = Int(try value(0, 8))
      return address == 0 ? nil : address
    }
  }

  /// Bytes with fields of 32 bits at some offsets.
  private func place(_ fields: [Int: UInt32], byteCount: Int = 128) -> Place {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    for (offset, value) in fields {
      for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    return Place(bytes: bytes, index: 0)
  }

  @Test("Pointers are relative to their own place, and can lead to a pointer")
  func pointers() throws {
    let place = place([0: 20, 4: UInt32(bitPattern: -4), 8: 24 | 1, 12: 24 | 2, 16: 0, 32: 99])
    #expect(try place.relative(at: 0)?.index == 20)
    #expect(try place.relative(at: 4)?.index == 0)
    #expect(try place.relative(at: 16) == nil)
    #expect(try place.indirectable(at: 0) == 20)
    #expect(try place.indirectable(at: 8) == 99)
    #expect(try place.indirectable(at: 12, ignoring: 2) == 36)
    #expect(try place.indirectable(at: 16) == nil)
    #expect(throws: Place.Outside.self) { try place.relative(at: 126) }
  }

  @Test("Requirements follow the bytes of parameters, at a multiple of four", arguments: 1...9)
  func parameters(count: Int) throws {
    for (kind, header) in [(UInt32(16), 52), (17, 36), (18, 36)] {
      let context = try ContextDescriptor(
        at: place([0: kind | 0x80, header: UInt32(count) | 3 << 16, header + 4: 2]))
      let parameters = try context.parameters()
      #expect(parameters.count == count)
      #expect(parameters.requirementCount == 3)
      #expect(parameters.keyArgumentCount == 2)
      let first = parameters.requirements.index
      #expect(first % 4 == 0 && (0..<4).contains(first - (header + 8 + count)))
    }
  }

  @Test(
    "An actor's name follows what the flags of its conformance say",
    arguments: [
      (0, 16), (0x40, 20), (0x200, 40), (0x240, 44), (0x2_0000, 28), (0x1_0000, 16 + 4 + 16),
      (0x3_0240, 44 + 4 + 16 + 12),
    ] as [(UInt32, Int)])
  func actor(flags: UInt32, start: Int) throws {
    // Two resilient witnesses, if there are any.
    let isolated = flags | 0x8_0000
    var fields = [12: isolated, start: 8]
    if flags & 0x1_0000 != 0 { fields[start - 20 - (flags & 0x2_0000 == 0 ? 0 : 12)] = 2 }
    #expect(try ConformanceDescriptor(at: place(fields)).actor()?.index == start + 8)
    fields[12] = flags
    #expect(try ConformanceDescriptor(at: place(fields)).actor() == nil)
    fields[12] = isolated | 0x100_0000
    #expect(try ConformanceDescriptor(at: place(fields)).actor() == nil)
  }

  @Test("Flags that no Swift sets are told, each by itself", arguments: 0..<32)
  func unknownFlags(bit: UInt32) {
    let isKnown = ![0, 1, 2, 5, 21, 22, 23].contains(bit)
    let flags = ConformanceFlags(rawValue: 1 << bit)
    #expect(flags.unknown == (isKnown ? 0 : 1 << bit))
    // Conditions, all types of a protocol, an actor.
    #expect(flags.isUnconditional == ![8, 9, 10, 11, 12, 13, 14, 15, 18, 19].contains(bit))
    #expect(flags.isMadeAtRunTime == [16, 17].contains(bit))
  }

  @Test("A type is referred to by its descriptor, by a pointer, or in Objective-C's ways")
  func typesOfConformances() throws {
    let found = try (0..<8).map { kind in
      try ConformanceDescriptor(at: place([4: 28, 12: UInt32(kind) << 3, 32: 77])).type()
    }
    #expect(found == [32, 77, nil, nil, nil, nil, nil, nil])
  }

  @Test("A requirement of an unknown kind, or with an unknown flag, is told")
  func requirements() throws {
    let kinds: [GenericRequirement<Place>.Kind?] = [
      .conformance, .sameType, .superclass, nil, nil, .suppression, nil,
    ]
    for (number, kind) in kinds.enumerated() {
      #expect(try GenericRequirement(place([12: UInt32(number)]), at: 1).kind == kind)
      #expect(try GenericRequirement(place([12: UInt32(number) | 0x80]), at: 1).kind == kind)
    }
    #expect(try GenericRequirement(place([0: 0x1f]), at: 0).kind == .layout)
    #expect(try GenericRequirement(place([0: 0x20]), at: 0).kind == nil)
  }

  @Test("A mangled name has characters and references of four kinds")
  func mangledNames() throws {
    // Offsets of 7 from byte 2, of 19 from byte 7 to a pointer, and of 1 from byte 21.
    let bytes: [UInt8] =
      [0x78, 1, 7, 0, 0, 0, 2, 19, 0, 0, 0, 0x1f] + [UInt8](repeating: 9, count: 8)
      + [3, 1, 0, 0, 0, 0] + [5, 0, 0, 0, 0, 0, 0, 0]
    var parts = MangledParts(at: Place(bytes: bytes, index: 0))
    guard case .character(0x78)? = try parts.part(),
      case .declaration(9)? = try parts.part(),
      case .declaration(5)? = try parts.part(),
      case .address(let place)? = try parts.part(), case .other(let other)? = try parts.part()
    else {
      Issue.record("not as written")
      return
    }
    #expect(place.index == 12 && other.index == 22)
    #expect(try parts.part() == nil)
    var open = MangledParts(at: Place(bytes: [0x78], index: 0))
    _ = try open.part()
    #expect(throws: Place.Outside.self) { try open.part() }
  }
}
