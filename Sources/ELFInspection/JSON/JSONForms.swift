// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A value that a report can hold. `inspect-sections schema` describes the forms.
public protocol JSONRepresentable {
  var json: JSONValue { get }
}

extension JSONValue {
  func adding(_ members: [Member]) -> JSONValue {
    .object(self.members + members)
  }

  /// Of an object.
  var members: [Member] { if case .object(let members) = self { members } else { [] } }

  static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension Path {
  /// Under a key, and where the bytes are not UTF-8 as hexadecimal under a second.
  func members(_ key: String) -> [JSONValue.Member] {
    if let utf8 { return [JSONValue.Member(key, .string(utf8))] }
    return [
      JSONValue.Member(key, .string(String(decoding: bytes, as: UTF8.self))),
      JSONValue.Member(key + "Bytes", .string(bytes.hexadecimal)),
    ]
  }
}

extension Origin {
  var jsonMembers: [JSONValue.Member] {
    let members = members.map { member in
      member.utf8.map { .string($0) } ?? JSONValue.object(member.members("name"))
    }
    return path.members("path")
      + (members.isEmpty ? [] : [JSONValue.Member("members", .array(members))])
  }
}

extension Problem: JSONRepresentable {
  public var json: JSONValue {
    JSONValue.object([
      "type": "diagnostic", "severity": "error", "code": .string(error.code.rawValue),
      "text": .string(error.text), "offset": JSONValue(address: error.offset),
      "value": JSONValue(address: error.value),
    ]).adding(origin.jsonMembers)
  }
}

extension LocatedDescriptor: JSONRepresentable {
  public var json: JSONValue {
    let place: JSONValue = .object([
      "architecture": .string(architecture),
      "section": sectionIndex.map { .integer(Int64($0)) } ?? .null,
      "offset": JSONValue(address: offset), "byteCount": .integer(Int64(byteCount)),
      "accessor": accessor.map { accessor in
        ["symbol": JSONValue(accessor.symbol), "value": JSONValue(address: accessor.value)]
      } ?? .null,
    ])
    return JSONValue.object([.init("type", "descriptor")] + descriptor.jsonMembers)
      .adding(place.members + origin.jsonMembers)
  }
}

extension DescriptorKind {
  /// In reports.
  public var name: String {
    switch self {
    case .extension: "extension"
    case .advice: "advice"
    }
  }

  init?(name: String) {
    switch name {
    case "extension": self = .extension
    case "advice": self = .advice
    default: return nil
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self = .string(text)
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}
