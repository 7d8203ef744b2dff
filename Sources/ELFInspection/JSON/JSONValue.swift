// SPDX-License-Identifier: Apache-2.0

/// A JSON value (RFC 8259). Members of an object keep their order.
///
/// Foundation's coders cost more at the start of the process than all the rest of
/// a run over a small file.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Exact; other numbers are `double`.
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public var key: String
    public var value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  public static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  /// The string, or null.
  public init(_ text: String?) {
    self = text.map { .string($0) } ?? .null
  }

  /// An address or offset: `"0x1f"`, or null.
  public init(address: UInt64?) {
    self.init(address?.hex)
  }

  /// The first member of that key.
  public subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  public var text: String? { if case .string(let text) = self { text } else { nil } }
  public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var elements: [JSONValue]? { if case .array(let list) = self { list } else { nil } }
}

extension JSONValue {
  /// Appends the value as JSON in one line.
  public func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    // JSON has no infinities.
    case .double(let number):
      bytes.append(contentsOf: (number.isFinite ? String(number) : "null").utf8)
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let elements):
      Self.write(elements, "[", "]", to: &bytes) { $0.write(to: &$1) }
    case .object(let members):
      Self.write(members, "{", "}", to: &bytes) { member, bytes in
        Self.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: Unicode.Scalar, _ close: Unicode.Scalar,
    to bytes: inout [UInt8], each: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      each(element, &bytes)
    }
    bytes.append(UInt8(ascii: close))
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0a: bytes.append(contentsOf: "\\n".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x0d: bytes.append(contentsOf: "\\r".utf8)
      // DEL is allowed, but not on a terminal.
      case 0..<0x20, 0x7f:
        bytes.append(contentsOf: ("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONValue: CustomStringConvertible {
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
