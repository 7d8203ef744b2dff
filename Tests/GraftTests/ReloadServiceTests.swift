// SPDX-License-Identifier: Apache-2.0

@testable import GraftPlugins
import Testing

/// What a process answers to the tool that hands code over.
@Suite struct ReloadServiceTests {
  @Test("A library of replacements that can't be opened is refused with the reason")
  func replacements() {
    let answer = ReloadService.answer(to: ["replace", "/nowhere/replacements.so"])
    #expect(answer.count == 3 && answer.first == "refused", "\(answer)")
    #expect(answer.last?.contains("/nowhere/replacements.so: cannot open") == true, "\(answer)")
  }

  @Test(
    "A request that no version knows is refused by its name",
    arguments: [["replace"], ["replace", "a", "b"], ["exchange", "a"], []])
  func unknown(_ request: [String]) {
    let answer = ReloadService.answer(to: request)
    #expect(answer.first == "refused", "\(answer)")
    #expect(answer.last == "this Graft does not know the request \(request)", "\(answer)")
  }
}
