// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// HTML under construction.
///
/// Text from files is always escaped.
struct HTMLText {
  private(set) var text = ""

  mutating func raw(_ markup: String) { text += markup }

  /// Adds text, escaped.
  mutating func add(_ words: String) { text += Self.escaped(words.abbreviated(to: 4096)) }

  /// Adds an element with text.
  mutating func element(_ tag: String, class name: String? = nil, _ words: String) {
    raw(name.map { "<\(tag) class=\"\($0)\">" } ?? "<\(tag)>")
    add(words)
    raw("</\(tag)>")
  }

  /// Adds a name or path that may break after a slash and before a type's name.
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

  /// The text escaped for content and quoted attributes.
  ///
  /// Control characters, and those that change the writing direction, are escaped
  /// too.
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
