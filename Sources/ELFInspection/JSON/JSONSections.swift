// SPDX-License-Identifier: Apache-2.0

/// An entry of a file's section table.
public struct LocatedSection: Hashable, Sendable {
  public var origin: Origin
  public var section: Section

  public init(_ origin: Origin, _ section: Section) {
    self.origin = origin
    self.section = section
  }
}

extension Section {
  func json(type kind: String) -> JSONValue {
    .object([
      "type": .string(kind), "index": .integer(Int64(index)), "name": JSONValue(name),
      "sectionType": .string(SectionType.name(type)),
      "flags": .string(SectionFlag.letters(flags)), "address": JSONValue(address: virtualAddress),
      "offset": JSONValue(address: offset), "byteCount": JSONValue(address: byteCount),
      "link": .integer(Int64(link)), "info": .integer(Int64(info)),
      "alignment": JSONValue(address: alignment),
      "entryByteCount": JSONValue(address: entryByteCount),
      "isRegistration": .bool(isRegistration),
    ])
  }
}

extension LocatedSection: JSONRepresentable {
  public var json: JSONValue { section.json(type: "section").adding(origin.jsonMembers) }
}

extension [UInt8] {
  /// Two digits for each byte.
  public var hexadecimal: String {
    let digits = Array<UInt8>("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 2 * count) { buffer in
      for (index, byte) in self.enumerated() {
        buffer[2 * index] = digits[Int(byte >> 4)]
        buffer[2 * index + 1] = digits[Int(byte & 15)]
      }
      return 2 * count
    }
  }
}
