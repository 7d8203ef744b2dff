// SPDX-License-Identifier: Apache-2.0

/// Why text is not JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  public var problem: String
  /// In bytes, from the start of the text.
  public var offset: Int

  public var description: String { "\(problem) at offset \(offset.hex)" }
}

extension JSONValue {
  /// All values of a text: one for JSON, one a line for NDJSON.
  public static func parseAll(_ bytes: [UInt8]) throws(JSONError) -> [JSONValue] {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONError(problem: "not UTF-8", offset: 0)
    }
    var parser = JSONParser(bytes)
    var values: [JSONValue] = []
    parser.skipBlanks()
    while !parser.isAtEnd {
      values.append(try parser.value(depth: 0))
      parser.skipBlanks()
    }
    return values
  }

  /// The one value of a text.
  public static func parse(_ text: String) throws(JSONError) -> JSONValue {
    let values = try parseAll(Array(text.utf8))
    guard let first = values.first, values.count == 1 else {
      throw JSONError(problem: "\(values.count) values where one is wanted", offset: 0)
    }
    return first
  }
}

private struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0
  private static let deepest = 256

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { index == bytes.count }
  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func error(_ problem: String) -> JSONError { JSONError(problem: problem, offset: index) }

  mutating func skipBlanks() {
    while let byte = current, [0x20, 0x0a, 0x0d, 0x09].contains(byte) { index += 1 }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < Self.deepest else { throw error("nested too deep") }
    skipBlanks()
    switch current {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case .some(0x30...0x39), UInt8(ascii: "-"): return try number()
    default:
      if take("null") { return .null }
      if take("true") { return .bool(true) }
      if take("false") { return .bool(false) }
      throw error("no JSON value")
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    index += 1
    var elements: [JSONValue] = []
    skipBlanks()
    if take("]") { return .array([]) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipBlanks()
      if take("]") { return .array(elements) }
      guard take(",") else { throw error("neither , nor ]") }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    index += 1
    var members: [JSONValue.Member] = []
    skipBlanks()
    if take("}") { return .object(members) }
    while true {
      skipBlanks()
      guard current == UInt8(ascii: "\"") else { throw error("no key") }
      let key = try string()
      skipBlanks()
      guard take(":") else { throw error("no :") }
      members.append(JSONValue.Member(key, try value(depth: depth + 1)))
      skipBlanks()
      if take("}") { return .object(members) }
      guard take(",") else { throw error("neither , nor }") }
    }
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = index
    _ = take("-")
    guard let first = current, (0x30...0x39).contains(first) else { throw error("no digit") }
    if !take("0") { skipDigits() }
    var isInteger = true
    if take(".") {
      isInteger = false
      try digits()
    }
    if take("e") || take("E") {
      isInteger = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    return .double(Double(text) ?? .nan)
  }

  private mutating func digits() throws(JSONError) {
    guard let byte = current, (0x30...0x39).contains(byte) else { throw error("no digit") }
    skipDigits()
  }

  private mutating func skipDigits() {
    while let byte = current, (0x30...0x39).contains(byte) { index += 1 }
  }

  private mutating func string() throws(JSONError) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = current {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escaped()
      case 0..<0x20: throw error("a control character in a string")
      default: text.append(byte)
      }
    }
    throw error("a string without end")
  }

  private mutating func escaped() throws(JSONError) -> [UInt8] {
    let simple: KeyValuePairs<StaticString, UInt8> = [
      "\"": 0x22, "\\": 0x5c, "/": 0x2f, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
    ]
    for (letter, byte) in simple where take(letter) { return [byte] }
    guard take("u") else { throw error("an unknown escape") }
    var unit = try hexadecimal()
    if (0xd800..<0xdc00).contains(unit) {
      guard take("\\u") else { throw error("half a surrogate pair") }
      let low = try hexadecimal()
      guard (0xdc00..<0xe000).contains(low) else { throw error("half a surrogate pair") }
      unit = 0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)
    }
    guard let scalar = Unicode.Scalar(unit) else { throw error("half a surrogate pair") }
    return Array(String(scalar).utf8)
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    guard index + 4 <= bytes.count,
      bytes[index..<index + 4].allSatisfy({ $0 != UInt8(ascii: "+") }),
      let unit = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw error("no four hexadecimal digits") }
    index += 4
    return unit
  }
}
