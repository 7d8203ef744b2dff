// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A program that watches its plug-in's file, and loads each new build.
@Suite struct ReloadTests {
  private static let fixture = Fixture(
    name: "Greetings",
    modules: ["GreetingsAPI", "Courtesies", "reload"].map { name in
      Module(name, ofFolderIn: "Greetings")
    })

  @Test("Each build is loaded or refused while the program goes on", .timeLimit(.minutes(60)))
  func rebuild() async throws {
    let program = try await Program(Self.fixture, .debug)
    let libraries = ["Graft-dynamic", "GreetingsAPI"]
    try program.link("libGreetingsAPI.so", program.objects["GreetingsAPI"])
    try program.link("reload", program.objects["reload", "Courtesies"], libraries: libraries)
    let source = try String(
      contentsOfFile: Folders.fixtures + "Greetings/Holidays/Holidays.swift", encoding: .utf8)

    func build(_ wish: String) throws {
      let file = program.folder + "Holidays.swift"
      try source.replacing("Happy holidays!", with: wish)
        .write(toFile: file, atomically: true, encoding: .utf8)
      let object = try Module("Holidays", of: "Greetings", writtenTo: file).compile(.debug)
      try program.link("libHolidays.so", [object], libraries: libraries)
    }

    try build("Happy holidays!")
    let running = try RunningCommand(
      Command(program.folder + "reload", [program.folder + "libHolidays.so"]))
    defer { running.stop() }
    let greeting = "Hello, Ann, I am Rex."
    #expect(
      running.lines(to: "Greeting 1: ") == [
        "Build 1: Holidays.HolidayGreeting", "Greeting 1: \(greeting) Happy holidays!",
      ])
    try build("Merry holidays!")
    #expect(
      running.lines(to: "Greeting 2: ") == [
        "Build 2: Holidays.HolidayGreeting",
        "  Greeter.greet(_:) of Dog: Holidays.HolidayGreeting → Holidays.HolidayGreeting",
        "Greeting 2: \(greeting) Merry holidays!",
      ])
    try FileManager.default.copyItem(
      atPath: program.folder + "libHolidays.so", toPath: program.folder + "saved.so")
    try "no plug-in".write(
      toFile: program.folder + "libHolidays.so", atomically: true, encoding: .utf8)
    let refused = running.lines(to: "Greeting 3: ")
    #expect(refused.first?.hasPrefix("Build 3 is refused: ") == true)
    #expect(refused.first?.hasSuffix("not an ELF file") == true)
    #expect(refused.last == "Greeting 3: \(greeting) Merry holidays!")
    // As a copy leaves it that has not come far; each time it is looked at.
    let whole = try Data(contentsOf: URL(filePath: program.folder + "saved.so"))
    var count = 3
    let end = try ELFFile.loadedEnd(of: program.folder + "saved.so")
    for part in [1, 10, 30, 60, 99] {
      count += 1
      try whole.prefix(end * part / 100).write(
        to: URL(filePath: program.folder + "libHolidays.so"))
      let lines = running.lines(to: "Greeting \(count): ")
      #expect(lines.first?.hasPrefix("Build \(count) is refused: ") == true, "\(lines)")
      #expect(lines.first?.contains(": truncated: it has ") == true, "\(lines)")
      #expect(lines.last == "Greeting \(count): \(greeting) Merry holidays!")
    }
    try build("Sunny holidays!")
    #expect(running.lines(to: "Greeting 9: ").last == "Greeting 9: \(greeting) Sunny holidays!")
  }
}
