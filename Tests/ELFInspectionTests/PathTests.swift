// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors
import Testing

@Suite("Paths")
struct PathTests {
  @Test("are shown without control characters")
  func display() {
    #expect(Path("a\u{1b}b\n").display == "a\\u{1b}b\\u{a}")
    #expect(Path("right\u{202e}left").display == "right\\u{202e}left")
    #expect(Path(bytes: [0x61, 0xff, 0x0a]).display == "a\\xff\\x0a")
    #expect(Path("grün").display == "grün")
  }
}

@Suite("Displayed text")
struct DisplayedTextTests {
  @Test("escapes what terminals obey, and nothing else")
  func escapes() {
    // Each scalar of the planes by itself, and between others.
    for value in UInt32(0)..<0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isControl =
        value < 0x20 || (0x7f..<0xa0).contains(value) || value == 0x61c
        || (0x200e...0x200f).contains(value) || (0x2028...0x202e).contains(value)
        || (0x2066...0x2069).contains(value)
      let text = "é\(Character(scalar))â"
      let expected = isControl ? "é\\u{\(String(value, radix: 16))}â" : text
      #expect(text.escapingControls.utf8.elementsEqual(expected.utf8), "\(value)")
    }
    #expect("\u{1b}".escapingControls == "\\u{1b}" && "".escapingControls == "")
  }

  @Test("escapes a long string")
  func long() {
    let text = "\u{1b}" + String(repeating: "aé", count: 1 << 16)
    #expect(text.escapingControls.utf8.count == text.utf8.count + 5)
  }
}
