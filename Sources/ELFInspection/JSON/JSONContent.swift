// SPDX-License-Identifier: Apache-2.0

/// A section of a file with what is in it.
public struct LocatedContent: Hashable, Sendable {
  public var origin: Origin
  public var content: SectionContent

  public init(_ origin: Origin, _ content: SectionContent) {
    self.origin = origin
    self.content = content
  }
}

extension LocatedContent {
  private static let partByteCount = 1 << 15

  /// The JSON in one line, a part at a time: as a `JSONValue` it would take some 50
  /// times the memory of the section.
  public func writeJSON(_ write: ([UInt8]) -> Void) {
    var bytes: [UInt8] = []
    func flush(always: Bool = false) {
      guard always || bytes.count >= Self.partByteCount else { return }
      write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    func appendList(_ key: String, _ elements: some Sequence<JSONValue>) {
      append(",\"\(key)\":[")
      var isFirst = true
      for element in elements {
        if !isFirst { append(",") }
        isFirst = false
        element.write(to: &bytes)
        flush()
      }
      append("]")
    }
    content.section.json(type: "content").write(to: &bytes)
    // Without its end: more members follow.
    bytes.removeLast()
    append(",\"bytes\":\"")
    for start in stride(from: 0, to: content.bytes.count, by: Self.partByteCount) {
      let part = content.bytes[start..<min(start + Self.partByteCount, content.bytes.count)]
      append(Array(part).hexadecimal)
      flush()
    }
    append("\"")
    appendList("relocations", content.relocations.lazy.map(\.json))
    appendList(
      "strings",
      content.strings.lazy.map { ["offset": .init(address: $0.offset), "text": .string($0.text)] })
    for member in origin.jsonMembers {
      append(",\"\(member.key)\":")
      member.value.write(to: &bytes)
    }
    append("}")
    flush(always: true)
  }
}

extension Relocation: JSONRepresentable {
  public var json: JSONValue {
    .object([
      "offset": JSONValue(address: offset), "number": .integer(Int64(type)),
      "name": JSONValue(typeName), "symbol": JSONValue(symbol),
      "symbolIndex": .integer(Int64(clamping: symbolIndex)),
      "addend": addend.map { JSONValue(address: UInt64(bitPattern: $0)) } ?? .null,
    ])
  }
}
