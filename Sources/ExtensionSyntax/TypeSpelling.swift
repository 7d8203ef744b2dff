// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax

extension SyntaxProtocol {
  /// The type without comments, on one line, with the usual spaces: the same text however it is
  /// laid out, so that a protocol and an extension have one name for an overload.
  public var typeSpelling: String {
    let tokens = tokens(viewMode: .sourceAccurate).map(\.text)
    return tokens.indices.reduce(into: "") { text, index in
      if Self.isApart(index, in: tokens) { text += " " }
      text += tokens[index]
    }
  }

  /// Whether a space is before a token of a type.
  private static func isApart(_ index: Int, in tokens: [String]) -> Bool {
    guard index > 0 else { return false }
    let (previous, token) = (tokens[index - 1], tokens[index])
    let operators: Set = ["->", "&", "=="]
    if operators.contains(previous) || operators.contains(token) { return true }
    if previous == "," || previous == ":" { return true }
    let isAfterWord = isWord(previous)
    switch token {
    case "(":
      let takesList =
        ["throws", "nonisolated"].contains(previous)
        || ["convention", "isolated"].contains(previous) && index > 1 && tokens[index - 2] == "@"
      return previous == ")" || isAfterWord && !takesList
    case "[", "@", "~": return isAfterWord || previous == ")"
    default: return isWord(token) && (isAfterWord || [")", "]", ">", "?", "!"].contains(previous))
    }
  }

  private static func isWord(_ token: String) -> Bool {
    token.unicodeScalars.first.map {
      $0 == "_" || $0 == "`" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
    } ?? false
  }
}
