// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The example of the documentation, built as a user builds it.
@Suite struct ExampleTests {
  @Test("SwiftPM builds the greetings example, and its plug-in answers")
  func greetings() throws {
    let host = try build("Host") + "greetings"
    let plugin = try build("Plugin") + "libHolidays.so"

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

  /// The folder of the products.
  private func build(_ package: String) throws -> String {
    let scratch = try Folders.make("Examples/" + package)
    let options = [
      "--package-path", Folders.package + "docs/examples/greetings/" + package,
      "--scratch-path", scratch,
    ]
    let cache = ["-module-cache-path", Folders.moduleCache].flatMap {
      ["-Xswiftc", $0, "-Xbuild-tools-swiftc", $0]
    }
    let build = try Command("swift", ["build"] + options + cache)
    let outcome = try build.run()
    guard outcome.succeeded else { throw Command.Failure(description: "\(outcome)") }
    return try Command.run("swift", ["build", "--show-bin-path"] + options)
      .trimmingCharacters(in: .newlines) + "/"
  }
}
