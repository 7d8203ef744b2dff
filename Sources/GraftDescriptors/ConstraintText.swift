// SPDX-License-Identifier: Apache-2.0

/// A constraint as a record has it: `Named`, `Subject.Item: Hashable`, `Subject.Item == Int`.
package struct ConstraintText: Hashable, Sendable {
  /// What it constrains: `Subject`, or a path such as `Subject.Item`.
  package let path: String
  /// Whether it says which type that is, and not only that it is the same as another of the
  /// subject's.
  package let isConcrete: Bool
  /// Whether it says that two types are the same.
  package let isSameType: Bool

  /// Nil for text that is not a constraint of the kinds above.
  package init?(_ text: String) {
    if let sign = text.firstRange(of: "==") {
      isSameType = true
      path = Self.trimmed(text[..<sign.lowerBound])
      isConcrete = !Self.mentionsSubject(text[sign.upperBound...])
    } else if let colon = text.firstIndex(of: ":") {
      isSameType = false
      path = Self.trimmed(text[..<colon])
      isConcrete = false
    } else {
      isSameType = false
      path = "Subject"
      isConcrete = false
    }
    if path.isEmpty { return nil }
  }

  /// Whether another constraint follows from this one, for a subject that is known to meet
  /// both: of a type that is known, and of what is part of that, nothing is left to say.
  package func determines(_ other: ConstraintText) -> Bool {
    guard isConcrete else { return false }
    if other.path == path { return !other.isSameType }
    return other.path.hasPrefix(path + ".") && (other.isConcrete || !other.isSameType)
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    return String(start.dropLast(start.reversed().prefix { $0 == " " }.count))
  }

  private static func mentionsSubject(_ text: Substring) -> Bool {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains("Subject")
  }
}
