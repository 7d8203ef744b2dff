// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Testing

@Suite("diff")
struct DiffTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  @Test("linking the same source again is no difference")
  func relinked() throws {
    let first = try fixture.sharedObject(["greetings.c", "holidays.c"], as: "first.so")
    let second = try fixture.sharedObject(
      ["holidays.c", "greetings.c"], as: "second.so", ["-fuse-ld=lld", "-Wl,-s"])
    let run = try InspectSections.run(["diff", first, second])
    #expect(run.exit == 0 && run.output.isEmpty)
  }

  @Test("says what was added, removed and changed")
  func differences() throws {
    let old = try fixture.link(
      [fixture.object("holidays.c"), fixture.object("greetings.c")], as: "old.so", ["-shared"])
    let new = try fixture.link(
      [
        fixture.object("holidays.c", as: "changed.o", ["-DWANTED_PRIORITY=11"]),
        fixture.object("unretained.c"),
      ], as: "new.so", ["-shared"])
    let run = try InspectSections.run(["diff", old, new])
    #expect(run.exit == 1)
    #expect(
      run.output == """
        changed Fixtures.HolidayGreeting of Greeter
          priority: 10 → 11
        added Fixtures.LostGreeting of Greeter
        removed Fixtures.NamedGreeting where Named, Subject.Item == Int of Greeter
        removed Fixtures.PlainGreeting of Greeter

        """)
  }

  @Test("takes a snapshot for either side", arguments: ["json", "ndjson"])
  func snapshot(format: String) throws {
    let path = try fixture.sharedObject()
    let saved = fixture.scratch.path("saved." + format)
    let list = try InspectSections.run(["--format", format, "--output", saved, path])
    #expect(list.exit == 0 && list.output.isEmpty)
    #expect(try InspectSections.run(["diff", saved, path]).exit == 0)
    #expect(try InspectSections.run(["diff", path, saved]).exit == 0)
    let other = try fixture.sharedObject(["holidays.c"], as: "other.so")
    #expect(try InspectSections.run(["diff", saved, other]).exit == 1)
  }

  @Test(
    "a snapshot that is none is bad input",
    arguments: [
      "{", "{}", #"{"version":2,"command":"list","results":[]}"#,
      #"{"version":1,"command":"list","results":[{"type":"descriptor"}]}"#,
      #"{"version":1,"command":"dump","results":[]}"#,
    ])
  func malformedSnapshot(text: String) throws {
    let saved = try fixture.scratch.write(Array(text.utf8), to: "saved.json")
    let run = try InspectSections.run(["diff", saved, fixture.sharedObject()])
    #expect(run.exit == 2 && run.errors.contains("the snapshot") || run.errors.contains("snapshot"))
  }
}
