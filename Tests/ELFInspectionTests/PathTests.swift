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

  @Test("end in a component")
  func components() {
    #expect(Path("a/b/c.so").lastComponent == Path("c.so"))
    #expect(Path("c.so").lastComponent == Path("c.so"))
    #expect(Path("a").appending("b".utf8) == Path("a/b"))
    #expect(Path("a/").appending("b".utf8) == Path("a/b"))
    #expect(Path("a/b.so").matches("*.so"))
  }
}

@Suite("Ordered work")
struct OrderedWorkTests {
  @Test("hands over in order, on any number of threads", arguments: [1, 2, 7])
  func order(jobs: Int) {
    var taken: [Int] = []
    OrderedWork.run(Array(0..<500), jobs: jobs) {
      $0 * 2
    } take: { index, output in
      #expect(output == 2 * index)
      taken.append(index)
      return index < 300
    }
    #expect(taken == Array(0...300))
  }
}
