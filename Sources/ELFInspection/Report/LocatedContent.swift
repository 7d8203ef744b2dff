// SPDX-License-Identifier: Apache-2.0

/// A section of a file, with its contents.
public struct LocatedContent: Hashable, Sendable {
  /// The file, or member of an archive, that has the section.
  public var origin: Origin
  /// The section with its bytes.
  public var content: SectionContent

  /// Creates a section of a file.
  public init(_ origin: Origin, _ content: SectionContent) {
    self.origin = origin
    self.content = content
  }
}

extension LocatedContent {
  private static let partByteCount = 1 << 15
  /// The rows that are written at once: relocations or strings.
  private static let partRowCount = 1 << 7

  /// Writes one line of JSON in parts.
  ///
  /// An encoder would need many times the memory of a section, which can have
  /// hundreds of megabytes.
  ///
  /// Members that are lists come after all others.
  public func writeJSON(_ write: ([UInt8]) -> Void) {
    write(ReportJSON.line(Head(content: self)).dropLast() + Array(",\"bytes\":\"".utf8))
    for start in stride(from: 0, to: content.bytes.count, by: Self.partByteCount) {
      let part = content.bytes[start..<min(start + Self.partByteCount, content.bytes.count)]
      write(Array(Array(part).hexadecimal.utf8))
    }
    write(Array("\"".utf8))
    writeList("relocations", content.relocations, write)
    writeList("strings", content.strings, write)
    write(Array("}".utf8))
  }

  private func writeList<Rows: RandomAccessCollection>(
    _ key: String, _ rows: Rows, _ write: ([UInt8]) -> Void
  ) where Rows.Element: Encodable, Rows.Index == Int {
    write(Array(",\"\(key)\":[".utf8))
    for start in stride(from: 0, to: rows.count, by: Self.partRowCount) {
      let part = rows[start..<min(start + Self.partRowCount, rows.count)]
      write((start > 0 ? Array(",".utf8) : []) + ReportJSON.elements(part))
    }
    write(Array("]".utf8))
  }

  /// The members that are not lists.
  private struct Head: Encodable {
    var content: LocatedContent

    func encode(to encoder: any Encoder) throws {
      var members = try encoder.members(of: "content", content.origin)
      try members.encode(content.content.section)
    }
  }
}

extension Relocation: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode(hex: offset, forKey: .offset)
    try members.encode(type, forKey: .number)
    try members.encode(typeName, forKey: .name)
    try members.encode(symbol, forKey: .symbol)
    try members.encode(symbolIndex, forKey: .symbolIndex)
    try members.encode(hex: addend.map { UInt64(bitPattern: $0) }, forKey: .addend)
  }
}

extension SectionContent.LocatedString: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode(hex: offset, forKey: .offset)
    try members.encode(text, forKey: .text)
  }
}
