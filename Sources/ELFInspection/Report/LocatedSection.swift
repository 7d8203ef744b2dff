// SPDX-License-Identifier: Apache-2.0

/// An entry of a file's section table.
public struct LocatedSection: Hashable, Sendable {
  /// The file, or member of an archive, that has the section.
  public var origin: Origin
  /// The section table's entry.
  public var section: Section

  /// Creates an entry of a file.
  public init(_ origin: Origin, _ section: Section) {
    self.origin = origin
    self.section = section
  }
}

extension LocatedSection: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "section", origin)
    try members.encode(section)
  }
}

extension ReportMembers {
  mutating func encode(_ section: Section) throws {
    try encode(section.index, forKey: .index)
    try encode(section.name, forKey: .name)
    try encode(SectionType.name(section.type, machine: section.machine), forKey: .sectionType)
    try encode(hex: UInt64(section.type), forKey: .sectionTypeNumber)
    try encode(SectionFlag.letters(section.flags, machine: section.machine), forKey: .flags)
    try encode(hex: section.flags, forKey: .flagsNumber)
    try encode(hex: section.virtualAddress, forKey: .address)
    try encode(hex: section.offset, forKey: .offset)
    try encode(hex: section.byteCount, forKey: .byteCount)
    try encode(section.link, forKey: .link)
    try encode(section.info, forKey: .info)
    try encode(hex: section.alignment, forKey: .alignment)
    try encode(hex: section.entryByteCount, forKey: .entryByteCount)
    try encode(section.isRegistration, forKey: .isRegistration)
  }
}
