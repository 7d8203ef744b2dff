// SPDX-License-Identifier: Apache-2.0

/// A pattern for a name: `*` stands for any characters, `?` for one.
struct Pattern {
  private let characters: [Character]

  init(_ text: String) {
    characters = Array(text)
  }

  func matches(_ text: String) -> Bool {
    let text = Array(text)
    // Where to go on if the characters after the last star do not match here.
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
