// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

@Extensible
protocol Shared {
  func first() -> String
  func second() -> String
}

@Extension
private final class SameName<Subject: Shared>: SharedExtension<Subject> {
  override func first(_ subject: Subject) -> String { "of one file" }
}

@Suite("Private extensions of one name in one image")
struct SharedNameTests {
  private struct Subject: Shared {}

  @Test("are two, and not the same one twice")
  func both() {
    #expect(Subject().first() == "of one file")
    #expect(Subject().second() == "of another file")
  }
}
