// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The example of the documentation, built as a user builds it.
@Suite(.inWholeRuns(because: "it builds the examples"))
struct ExampleTests {
  @Test("SwiftPM builds the greetings example, and its plug-in answers")
  func greetings() throws {
    let example = Folders.package + "docs/examples/"
    try Command.run(example + "greetings/run", [])
    let host = example + ".build/release/greetings"
    let plugin = example + ".build/release/libHolidays.so"

    let alone = try Command(host, []).run()
    #expect(alone.succeeded, "\(alone)")
    #expect(alone.output.contains("Courtesies.PlainGreeting: Greeter"), "\(alone)")
    #expect(alone.output.contains("Hello, Ann, I am Rex … Goodbye, Ann … Dog: at your service"))
    #expect(alone.output.contains("Drip, drip, Ann"))
    #expect(!alone.output.contains("Happy holidays!"))

    let opened = try Command(host, [plugin]).run()
    #expect(opened.succeeded, "\(opened)")
    #expect(opened.output.contains("Hello, Ann, I am Rex. Happy holidays!"), "\(opened)")

    let missing = try Command(host, ["/nowhere/libMissing.so"]).run()
    #expect(missing.status == 1)
    #expect(missing.output.contains("/nowhere/libMissing.so: cannot open shared object file"))
  }
}
