// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import Testing

@Suite struct RequirementLineTests {
  @Test(
    "A line is read as it was written, without the fields that it leaves out",
    arguments: [
      (RequirementLine(name: "greet()", nameInRecords: "greet()"), "greet()"),
      (RequirementLine(name: "get name", nameInRecords: "name()"), "get name\tname()"),
      (
        RequirementLine(name: "f()", nameInRecords: "f()", obstacle: "it never returns"),
        "f()\t\tit never returns"
      ),
      (
        RequirementLine(name: "f(_:to:)", nameInRecords: "f(_:to:)", parameters: ["a", "b"]),
        "f(_:to:)\t\t\ta,b"
      ),
      (
        RequirementLine(
          name: "init(a:)", nameInRecords: "init(a:)", parameters: ["a"], throwing: .typed,
          isOfType: true), "init(a:)\t\t\ta\ttyped\ttype"
      ),
      (RequirementLine(name: "f()", nameInRecords: "f()", throwing: .any), "f()\t\t\t\tthrows"),
      (
        RequirementLine(name: "static f()", nameInRecords: "f()", isOfType: true),
        "static f()\tf()\t\t\t\ttype"
      ),
    ])
  func bothWays(line: RequirementLine, text: String) {
    #expect(line.text == text)
    #expect(RequirementLine(text: text[...]) == line)
  }
}
