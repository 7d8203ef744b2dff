// SPDX-License-Identifier: Apache-2.0

/// Finds `Subject` in the text of a signature in the class.
enum SubjectMentions {
  /// Whether a mention requires more than the existence of the type, as in
  /// `Subject.Item`, `Set<Subject>` and `[Subject: Int]`.
  static func askMore(in signature: String) -> Bool {
    var rest = signature[...]
    var depth = 0
    while let first = rest.first {
      if rest.hasPrefix("->") {
        rest.removeFirst(2)
      } else if first.isPartOfName {
        let name = rest.prefix(while: \.isPartOfName)
        rest.removeFirst(name.count)
        if name == "Subject", depth > 0 || rest.asksMore { return true }
      } else {
        depth += first == "<" ? 1 : first == ">" ? -1 : 0
        rest.removeFirst()
      }
    }
    return false
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}

extension Substring {
  /// Whether the text continues with a member that is not the metatype, or makes the
  /// type a dictionary's key.
  fileprivate var asksMore: Bool {
    let next = drop(while: \.isWhitespace)
    if next.hasPrefix(".") { return next.dropFirst().prefix(while: \.isPartOfName) != "Type" }
    return next.hasPrefix(":")
  }
}
