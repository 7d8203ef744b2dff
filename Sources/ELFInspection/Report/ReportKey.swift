// SPDX-License-Identifier: Apache-2.0

/// The members of all objects in reports.
///
/// Several forms share them, and snapshots are read with the same keys.
enum ReportKey: String, CodingKey {
  // Every value
  case type, path, pathBytes, members, name, nameBytes
  // The report as a whole
  case version, command, results, exit
  // Descriptors
  case kind, `protocol`, `extension`, constraints, requirements, priority, predicate, source
  case architecture, section, offset, byteCount, accessor, symbol, value
  case codeByteCount
  // Manifests, in addition to the keys of descriptors
  case needs, minimum, limit
  // Protocols
  case baseClass, shape, growing, evolution, compiler, declarations, types, breaksExtensions,
    isAmbiguous
  // Files, and the labels of each row
  case buildID, soname, descriptorCount, probes, isComplete, labels
  // Packaging notes of files
  case dlopen, package, feature, description, os
  // Images and advice of processes
  case state, plugin, recordCount, recordsAddress, subjects
  // Sections, relocations and strings
  case index, sectionType, sectionTypeNumber, flags, flagsNumber, address, link, info, alignment,
    entryByteCount, isRegistration
  case number, symbolIndex, addend, text
  // Findings and diagnostics
  case rule, severity, code, count
  // Differences and chains
  case change, changes, old, new
  case subject, outcome, chain, conflict, excluded, dependsOn, reason
  // Plug-ins for a host
  case isAccepted, conditions, libraries, neededBy, searched, floor, glibc, swift
  case by, requirement, position, with, withCount, descriptor
}

typealias ReportMembers = KeyedEncodingContainer<ReportKey>

extension Encoder {
  /// The members of an object of this type in a report, with those that name its file.
  func members(of type: String, _ origin: Origin? = nil) throws -> ReportMembers {
    var members = container(keyedBy: ReportKey.self)
    try members.encode(type, forKey: .type)
    if let origin { try members.encode(origin) }
    return members
  }
}

extension ReportMembers {
  /// Encodes a number as `"0x1f"`, or null.
  mutating func encode(hex value: UInt64?, forKey key: ReportKey) throws {
    try encode(value?.hex, forKey: key)
  }

  /// Encodes a path or name; if it is not UTF-8, its bytes follow in
  /// hexadecimal under a second key.
  mutating func encode(_ path: Path, forKey key: ReportKey, bytes bytesKey: ReportKey) throws {
    try encode(String(decoding: path.bytes, as: UTF8.self), forKey: key)
    if path.utf8 == nil { try encode(path.bytes.hexadecimal, forKey: bytesKey) }
  }

  mutating func encode(_ origin: Origin) throws {
    try encode(origin.path, forKey: .path, bytes: .pathBytes)
    if !origin.members.isEmpty {
      try encode(origin.members.map(MemberName.init), forKey: .members)
    }
  }
}

/// A member's name: a string, or an object if it is not UTF-8.
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
  /// The bytes as two digits each.
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
