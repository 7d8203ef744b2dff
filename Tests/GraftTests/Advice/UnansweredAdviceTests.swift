// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

@Extensible
protocol Unanswered {
  func none() -> String
}

@Advice
final class UnansweredClass<Subject: Unanswered>: UnansweredExtension<Subject> {
  override func none(_ subject: Subject) -> String { "class" }
}

@Suite("Advice where nothing answers")
struct UnansweredAdviceTests {
  @Test("Closures run and may answer, and classes do not run")
  func classes() throws {
    struct Nobody: Unanswered {}
    let token = try UnansweredExtension<Nobody>.joinPoints.none.around { _, _ in "closure" }
    #expect(Nobody().none() == "closure")
    try token.remove()
  }
}
