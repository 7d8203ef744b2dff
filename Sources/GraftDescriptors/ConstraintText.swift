// SPDX-License-Identifier: Apache-2.0

/// A constraint in the form in which records have it: `Named`, `Subject.Item:
/// Hashable`, `Subject.Item == Int`.
package struct ConstraintText: Hashable, Sendable {
  /// The constrained type: `Subject`, or a path such as `Subject.Item`.
  package let path: String
  /// Whether it names a concrete type, not one that depends on the subject.
  package let isConcrete: Bool
  /// Whether it is a same-type constraint.
  package let isSameType: Bool

  /// Parses a constraint; nil for text of another form.
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

  /// Whether it implies another constraint, for a subject that meets both.
  ///
  /// A concrete type determines everything about itself and its parts.
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
