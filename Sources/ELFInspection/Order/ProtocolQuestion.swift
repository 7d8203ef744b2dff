// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A protocol, or a requirement of it, as somebody asks for it: `Greeter`, `API.Greeter`,
/// `Greeter.greet` or `Greeter.greet(_:)`.
struct ProtocolQuestion {
  let text: String

  init(_ text: String) { self.text = text }

  /// Which of the requirements of a protocol it is about.
  ///
  /// - Parameter name: the protocol's, with its module or without.
  func selects(_ requirement: RequirementName, of name: String) -> Bool {
    for name in name.unqualifications {
      if text == name { return true }
      guard text.hasPrefix(name + ".") else { continue }
      let wanted = RequirementName(String(text.dropFirst(name.count + 1)))
      if requirement == wanted || requirement.untyped == wanted
        || requirement.base == wanted.text
      {
        return true
      }
    }
    return false
  }

  /// The same question with each of the qualifiers that its protocol may have: a record's can
  /// have fewer.
  var unqualified: [ProtocolQuestion] {
    let path = text.prefix { $0 != "(" }
    return String(path).unqualifications.map { ProtocolQuestion($0 + text.dropFirst(path.count)) }
  }
}

extension String {
  /// `A.B.C`, `B.C` and `C`.
  var unqualifications: [String] {
    let parts = split(separator: ".")
    return parts.indices.map { parts[$0...].joined(separator: ".") }
  }
}

extension RequirementName {
  /// `motto` of `static motto()`, `mood` of `get mood`.
  var base: String {
    String(text.prefix { $0 != "(" }.split(separator: " ").last ?? "")
  }
}
