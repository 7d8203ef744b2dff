// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// A JSON value, for traces and the encoding of reports.
///
/// Members keep their order. Synthesized encoding of each type would be more code.
enum JSON {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// A string, or null.
  static func string(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
}

extension JSON: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, JSON)...) { self = .object(members) }
}

extension JSON: CustomStringConvertible {
  /// The value on one line.
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): "\(value)"
    case .string(let text): text.quotedInJSON
    case .array(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { $0.quotedInJSON + ":" + $1.description }.joined(separator: ",") + "}"
    }
  }
}

extension JSON: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var value = encoder.singleValueContainer()
      try value.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .number(let value): try value.encode(to: encoder)
    case .string(let value): try value.encode(to: encoder)
    case .array(let values): try values.encode(to: encoder)
    case .object(let members):
      var object = encoder.container(keyedBy: Name.self)
      for (name, value) in members { try object.encode(value, forKey: Name(stringValue: name)) }
    }
  }
}
