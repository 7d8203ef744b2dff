// SPDX-License-Identifier: Apache-2.0

/// The members of all objects in reports: several forms have the same ones, and a
/// snapshot is read by those that `list` wrote.
enum ReportKey: String, CodingKey {
  // Of every value.
  case type, path, pathBytes, members, name, nameBytes
  // Of a report as a whole.
  case version, command, results, exit
  // Of descriptors.
  case kind, `protocol`, `extension`, constraints, requirements, priority, predicate, source
  case architecture, section, offset, byteCount, accessor, symbol, value
  case codeByteCount
  // What plug-ins' manifests have beside the keys of descriptors.
  case needs, minimum
  // Of protocols.
  case baseClass, shape, compiler, declarations, breaksExtensions, isAmbiguous
  // Options for files, and for each row that tables are made of.
  case buildID, soname, descriptorCount, isComplete, labels
  // Of sections, their relocations and strings.
  case index, sectionType, sectionTypeNumber, flags, flagsNumber, address, link, info, alignment,
    entryByteCount, isRegistration
  case number, symbolIndex, addend, text
  // Of findings and diagnostics.
  case rule, severity, code, count
  // Of differences and chains.
  case change, changes, old, new
  case subject, outcome, chain, conflict, excluded, dependsOn, reason
  // Of plug-ins that a host is to load.
  case isAccepted, conditions
  case by, requirement, position, with, withCount, descriptor
}

typealias ReportMembers = KeyedEncodingContainer<ReportKey>

extension ReportMembers {
  /// As `"0x1f"`, or null.
  mutating func encode(hex value: UInt64?, forKey key: ReportKey) throws {
    try encode(value?.hex, forKey: key)
  }

  /// A path or name under a key, and where its bytes are not UTF-8 as hexadecimal under
  /// a second.
  mutating func encode(_ path: Path, forKey key: ReportKey, bytes bytesKey: ReportKey) throws {
    try encode(String(decoding: path.bytes, as: UTF8.self), forKey: key)
    if path.utf8 == nil { try encode(path.bytes.hexadecimal, forKey: bytesKey) }
  }

  /// Where a thing was found.
  mutating func encode(_ origin: Origin) throws {
    try encode(origin.path, forKey: .path, bytes: .pathBytes)
    if !origin.members.isEmpty {
      try encode(origin.members.map(MemberName.init), forKey: .members)
    }
  }
}

/// A string, or an object where the name is not UTF-8.
private struct MemberName: Encodable {
  var name: Path

  func encode(to encoder: any Encoder) throws {
    if let text = name.utf8 {
      var value = encoder.singleValueContainer()
      try value.encode(text)
    } else {
      var members = encoder.container(keyedBy: ReportKey.self)
      try members.encode(name, forKey: .name, bytes: .nameBytes)
    }
  }
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
