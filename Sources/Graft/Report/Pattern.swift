// SPDX-License-Identifier: Apache-2.0

/// A pattern for a name: `*` stands for any characters, `?` for one.
struct Pattern {
  private let text: String
  private let characters: [Character]
  private let isPlain: Bool

  init(_ text: String) {
    self.text = text
    characters = Array(text)
    isPlain = !text.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
  }

  func matches(_ name: String) -> Bool {
    if isPlain { return name == text }
    return text == "*" || matchesByCharacters(Array(name))
  }

  private func matchesByCharacters(_ text: [Character]) -> Bool {
    // The positions to retry from if the characters after the last star do not match.
    var (position, index) = (0, 0)
    var (star, mark) = (Int?.none, 0)
    while index < text.count {
      if position < characters.count, characters[position] == "*" {
        star = position
        mark = index
        position += 1
      } else if position < characters.count,
        characters[position] == "?" || characters[position] == text[index]
      {
        position += 1
        index += 1
      } else if let star {
        mark += 1
        position = star + 1
        index = mark
      } else {
        return false
      }
    }
    return characters[position...].allSatisfy { $0 == "*" }
  }
}
