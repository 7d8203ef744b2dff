// SPDX-License-Identifier: Apache-2.0

/// A section of a file with what is in it.
public struct LocatedContent: Hashable, Sendable {
  /// The file, or member of an archive, that has it.
  public var origin: Origin
  /// The section, with its bytes.
  public var content: SectionContent

  /// A section of that file.
  public init(_ origin: Origin, _ content: SectionContent) {
    self.origin = origin
    self.content = content
  }
}

extension LocatedContent {
  private static let partByteCount = 1 << 15
  /// Relocations, or strings.
  private static let partRowCount = 1 << 7

  /// The JSON in one line, a part at a time: an encoder would hold many times the
  /// memory of the section, and a section can have hundreds of megabytes.
  ///
  /// The members that are lists come last, behind the others.
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

  /// All that is not a list.
  private struct Head: Encodable {
    var content: LocatedContent

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: ReportKey.self)
      try members.encode("content", forKey: .type)
      try members.encode(content.content.section)
      try members.encode(content.origin)
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
