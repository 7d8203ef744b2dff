// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("why")
struct WhyTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  private func steps(_ question: String, _ paths: [String]) throws -> [[String]] {
    try InspectSections.results(["why", question] + paths).map { step in
      #expect(step["by"] == "name")
      return [
        step["requirement"]?.text ?? "", step["descriptor"]?["extension"]?.text ?? "",
        step["rule"]?.text ?? "",
      ]
    }
  }

  @Test("orders by priority")
  func order() throws {
    let paths = try [
      fixture.sharedObject(), fixture.sharedObject(["holidays.c"], as: "holidays.so"),
    ]
    let expected = [
      ["greet(_:)", "Fixtures.HolidayGreeting", "priority"],
      ["greet(_:)", "Fixtures.PlainGreeting", "priority"],
      ["greet(_:)", "Fixtures.NamedGreeting", "last"],
    ]
    #expect(try steps("Greeter.greet(_:)", paths) == expected)
    #expect(try steps("Greeter.greet", paths) == expected)
    #expect(
      try steps("Greeter", paths)
        == [["farewell(_:)", "Fixtures.PlainGreeting", "last"]] + expected)
  }

  @Test("puts the type that something is before what it conforms to")
  func sameType() throws {
    let path = try fixture.sharedObject(["same-type.c"], as: "same-type.so")
    #expect(
      try steps("Held.item()", [path]) == [
        ["item()", "Fixtures.OfInt", "specific"], ["item()", "Fixtures.OfHashable", "specific"],
        ["item()", "Fixtures.Default", "last"],
      ])
  }

  @Test("answers no where nothing implements it")
  func nothing() throws {
    let run = try InspectSections.run(["why", "Nobody", fixture.sharedObject()])
    #expect(run.status == 1 && run.output.contains("No extension of Nobody"))
  }
}
