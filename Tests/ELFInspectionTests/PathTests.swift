// SPDX-License-Identifier: Apache-2.0

import ELFInspection
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
