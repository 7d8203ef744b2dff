// SPDX-License-Identifier: Apache-2.0

/// Validates by JSON Schema, as far as the command's own schema uses it.
struct SchemaValidation {
  let schema: JSONValue

  /// The location at which a value breaks the schema, or nil.
  func violation(_ value: JSONValue) -> String? { violation(value, schema, at: "") }

  private func violation(_ value: JSONValue, _ rule: JSONValue, at place: String) -> String? {
    if let reference = rule["$ref"]?.text {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard let definition = schema["$defs"]?[name] else { return "no definition \(name)" }
      return violation(value, definition, at: place)
    }
    if let choices = rule["oneOf"]?.elements {
      let matches = choices.filter { violation(value, $0, at: place) == nil }
      if matches.count != 1 { return "\(place): \(matches.count) forms match \(value)" }
    }
    if let constant = rule["const"], value != constant { return "\(place): not \(constant)" }
    if let choices = rule["enum"]?.elements, !choices.contains(value) {
      return "\(place): \(value) is none of \(choices)"
    }
    if let type = rule["type"], !matches(value, type) { return "\(place): \(value) is no \(type)" }
    if rule["pattern"] != nil, !isHexadecimal(value) { return "\(place): \(value) is no address" }
    if let items = rule["items"], let elements = value.elements {
      for (index, element) in elements.enumerated() {
        if let found = violation(element, items, at: "\(place)/\(index)") { return found }
      }
    }
    return memberViolation(value, rule, at: place)
  }

  private func memberViolation(
    _ value: JSONValue, _ rule: JSONValue, at place: String
  ) -> String? {
    guard case .object(let members) = value else { return nil }
    guard let properties = rule["properties"] else {
      guard let every = rule["additionalProperties"] else { return nil }
      return members.lazy.compactMap { violation($0.value, every, at: "\(place)/\($0.key)") }.first
    }
    for name in rule["required"]?.elements ?? [] where value[name.text ?? ""] == nil {
      return "\(place): lacks \(name)"
    }
    for member in members {
      guard let own = properties[member.key] else { return "\(place): unknown \(member.key)" }
      if let found = violation(member.value, own, at: "\(place)/\(member.key)") { return found }
    }
    return nil
  }

  private func matches(_ value: JSONValue, _ type: JSONValue) -> Bool {
    if let types = type.elements { return types.contains { matches(value, $0) } }
    switch (value, type.text) {
    case (.null, "null"), (.bool, "boolean"), (.integer, "integer"), (.string, "string"),
      (.array, "array"), (.object, "object"):
      return true
    default: return false
    }
  }

  private func isHexadecimal(_ value: JSONValue) -> Bool {
    value.text.map { $0.hasPrefix("0x") && UInt64($0.dropFirst(2), radix: 16) != nil } ?? false
  }
}
