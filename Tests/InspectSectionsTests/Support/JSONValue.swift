// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whatever JSON a run printed.
enum JSONValue: Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The one value of a text.
  static func parse(_ text: String) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// The value of each line.
  static func parseLines(_ text: String) throws -> [JSONValue] {
    try text.utf8.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(JSONValue.self, from: Data($0))
    }
  }

  subscript(_ key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  var elements: [JSONValue]? { if case .array(let list) = self { list } else { nil } }
}

extension JSONValue: Decodable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let number = try? value.decode(Int64.self) {
      self = .integer(number)
    } else if let truth = try? value.decode(Bool.self) {
      self = .bool(truth)
    } else if let members = try? value.decode([String: JSONValue].self) {
      self = .object(members)
    } else if let list = try? value.decode([JSONValue].self) {
      self = .array(list)
    } else {
      self = .double(try value.decode(Double.self))
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  init(stringLiteral text: String) {
    self = .string(text)
  }
}
