// SPDX-License-Identifier: Apache-2.0

/// Text for a page: what comes from files is never anything else.
struct HTMLText {
  private(set) var text = ""

  /// What the page itself is made of.
  mutating func raw(_ markup: String) { text += markup }

  /// What files say, or a word of ours.
  mutating func add(_ words: String) { text += Self.escaped(words.abbreviated(to: 4096)) }

  /// An element with text in it.
  mutating func element(_ tag: String, class name: String? = nil, _ words: String) {
    raw(name.map { "<\(tag) class=\"\($0)\">" } ?? "<\(tag)>")
    add(words)
    raw("</\(tag)>")
  }

  /// A name or place, which can go on in the next line behind a slash, and before the name of
  /// a type.
  mutating func addName(_ words: String) {
    var previous: Character = " "
    for character in Self.escaped(words.abbreviated(to: 4096)) {
      if previous == "/" || previous == "." && character.isUppercase { raw("<wbr>") }
      raw(String(character))
      previous = character
    }
  }

  mutating func name(_ style: String, _ words: String) {
    raw(" <span class=\"\(style)\">")
    addName(words)
    raw("</span>")
  }

  /// For text and for attributes in quotes. Control characters, and those that turn the
  /// direction of writing, are escaped too.
  static func escaped(_ words: String) -> String {
    var result = ""
    for scalar in words.escapingControls.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
