// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The name of a protocol or requirement in a query: `Greeter`, `API.Greeter`,
/// `Greeter.greet` or `Greeter.greet(_:)`.
struct ProtocolQuestion {
  let text: String

  init(_ text: String) { self.text = text }

  /// Whether the question selects a requirement of a protocol.
  ///
  /// - Parameter name: the protocol's name, with or without its module.
  func selects(_ requirement: RequirementName, of name: String) -> Bool {
    for name in name.unqualifications {
      if text == name { return true }
      guard text.hasPrefix(name + ".") else { continue }
      let wanted = RequirementName(String(text.dropFirst(name.count + 1)))
      if requirement == wanted || requirement.untyped == wanted
        || NearNames.base(of: requirement.text) == wanted.text
      {
        return true
      }
    }
    return false
  }

  /// The question with each of its possible qualifiers dropped: records may
  /// have fewer.
  var unqualified: [ProtocolQuestion] {
    let path = text.prefix { $0 != "(" }
    return String(path).unqualifications.map { ProtocolQuestion($0 + text.dropFirst(path.count)) }
  }
}

extension String {
  /// The name without its first qualifiers: `A.B.C`, `B.C` and `C`.
  var unqualifications: [String] {
    let parts = split(separator: ".")
    return parts.indices.map { parts[$0...].joined(separator: ".") }
  }
}
