// SPDX-License-Identifier: Apache-2.0

@testable import ELFInspection
import GraftDescriptors
import Testing

@Suite("Snapshots")
struct SnapshotTests {
  private static let descriptor = ExtensionDescriptor(
    protocolName: "Greeter", extensionName: "Fixtures.Named → 👋\u{9b}",
    constraints: ["Named", "Subject.Item == Int"], requirements: ["greet(_:)"], priority: -3,
    hasPredicate: true, source: "Fixtures/\"Named\".swift:7")

  /// A member in the form of earlier releases, which put `type` first and
  /// escaped nothing beyond ASCII.
  private static let member = #"""
    {"type":"descriptor","kind":"extension","protocol":"Greeter",\#
    "extension":"Fixtures.Named → 👋\#u{9b}","constraints":["Named","Subject.Item == Int"],\#
    "requirements":["greet(_:)"],"priority":-3,"predicate":true,\#
    "source":"Fixtures/\"Named\".swift:7","architecture":"x86_64","section":10,"offset":"0x0",\#
    "byteCount":120,"accessor":{"symbol":"named_greeting","value":"0x0"},"path":"greetings.o"}
    """#

  private static func report(_ results: String, exit: String = "0") -> String {
    #"{"version":1,"command":"list","results":[\#(results)],"diagnostics":[],"exit":\#(exit)}"#
  }

  private static func lines(_ results: [String], end: String? = #"{"type":"end","exit":0}"#)
    -> String
  {
    ([#"{"type":"start","version":1,"command":"list"}"#] + results + (end.map { [$0] } ?? []))
      .joined(separator: "\n") + "\n"
  }

  private static func read(_ text: String) throws -> Snapshot {
    try Snapshot(bytes: Array(text.utf8))
  }

  @Test(
    "of older releases, and in whatever layout, are read",
    arguments: [
      report("\n" + member + "\n"), report("\r\n\t " + member + "\r\n"), lines([member]),
      lines([member]).replacing("\n", with: "\r\n"),
      lines([member, #"{"type":"diagnostic","text":"x"}"#]),
      report(member + #",{"type":"later","deep":[[[[{"a":null}]]]],"number":1.5e300}"#),
      report(member.replacing("👋", with: #"\ud83d\udc4b"#)),
    ])
  func older(text: String) throws {
    let snapshot = try Self.read(text)
    #expect(snapshot.entries.map(\.descriptor) == [Self.descriptor])
    #expect(snapshot.entries.map(\.architecture) == ["x86_64"] && snapshot.isComplete)
  }

  @Test("hold what a report says")
  func roundTrip() throws {
    let located = LocatedDescriptor(
      Self.descriptor, origin: Origin(Path("a.so")), architecture: "x86_64")
    let line = String(decoding: ReportJSON.line(located), as: UTF8.self)
    #expect(try Self.read(Self.lines([line])).entries.map(\.descriptor) == [Self.descriptor])
    #expect(try Self.read(Self.report(line)).entries.map(\.descriptor) == [Self.descriptor])
  }

  @Test("of a run that could not read all are not complete", arguments: [0, 1, 2, 64, -1])
  func complete(exit: Int) throws {
    #expect(try Self.read(Self.report("", exit: "\(exit)")).isComplete == (0...1).contains(exit))
  }

  @Test("with a member twice have the first one")
  func repeatedMember() throws {
    let twice = Self.member.replacing(#""priority":-3"#, with: #""priority":-3,"priority":4"#)
    #expect(try Self.read(Self.report(twice)).entries.map(\.descriptor.priority) == [-3])
  }

  private static let notJSON = "not JSON as list writes it: was it truncated?"

  @Test(
    "that are none are errors that say why",
    arguments: [
      ("", notJSON), ("{", notJSON), (report(member) + "{}", notJSON),
      (String(report(member).dropLast()), notJSON), (report("{\"type\":\"\u{0}\"}"), notJSON),
      (report(#"{"type":"\ud83d"}"#), notJSON), (report("1"), "results[0]"),
      (report(String(repeating: "[", count: 1_000_000)), notJSON),
      (
        report(String(repeating: "{\"a\":", count: 600) + "1" + String(repeating: "}", count: 600)),
        notJSON
      ),
      (report("", exit: "1" + String(repeating: "0", count: 100_000)), notJSON),
      (report("", exit: "1e999999"), notJSON), (report("", exit: "null"), "a wrong exit"),
      (report(member.replacing("-3", with: "2147483648")), "results[0].priority: It"),
      (report(member.replacing("-3", with: "\"3\"")), "a wrong results[0].priority: Expected"),
      (report(member.replacing("-3", with: "null")), "a wrong results[0].priority"),
      (report(member + "," + member.replacing("\"Named\",", with: "1,")), "[1].constraints[0]"),
      (report(member.replacing("\"extension\",\"pro", with: "\"advise\",\"pro")), "[0].kind"),
      (
        report(member.replacing("\"source\"", with: "\"sauce\"")), "lacks the member results[0].sou"
      ),
      (report(#"{"type":"descriptor"}"#), "lacks the member results[0].kind"),
      ("{}", "not a JSON report of list"), ("[]", notJSON),
      (#"{"version":1,"command":"dump","results":[],"exit":0}"#, "not a JSON report of list"),
      (#"{"version":2,"command":"list","results":7}"#, "unknown version"),
      (#"{"version":"1","command":"list"}"#, "a wrong version"),
      (#"{"command":"list"}"#, "unknown version"),
      (#"{"version":1,"command":"list","exit":0}"#, "not one whole report"),
      (#"{"version":1,"command":"list","results":[]}"#, "not one whole report"),
      (lines([member], end: nil), "not one whole report"),
      (lines([], end: nil), "not one whole report"),
      (lines([member, #"{"type":"end","exit":0}"#]), "not one whole report"),
      (lines([member, #"{"type":"start","version":1,"command":"list"}"#]), "not one whole report"),
      (lines([member, "{"]), "line 3 of the snapshot is not JSON"),
      (lines([member, "{}"]), "line 3 of the snapshot lacks the member type"),
      (lines([member.replacing("-3", with: "1.5")]), "line 2 of the snapshot"),
      (lines([member]).replacing("\"version\":1", with: "\"version\":2"), "unknown version"),
    ])
  func malformed(text: String, problem: String) {
    let error = #expect(throws: InspectionError.self) { try Self.read(text) }
    #expect(error?.code == .malformedSnapshot && error?.text.contains(problem) == true, "\(error)")
    #expect((error?.text.utf8.count ?? 0) < 300)
  }

  @Test("that are not UTF-8 are errors with the place")
  func encoding() {
    for text in [Self.report(#"{"type":"x","y":"?"}"#), Self.lines(["{\"type\":\"?\"}"])] {
      var bytes = Array(text.utf8)
      let place = bytes.firstIndex(of: UInt8(ascii: "?")) ?? 0
      bytes[place] = 0xff
      let error = #expect(throws: InspectionError.self) { try Snapshot(bytes: bytes) }
      #expect(error?.offset == UInt64(place) && error?.text == "the snapshot is not UTF-8")
    }
  }

  @Test("of a line that is broken name its place")
  func place() {
    let error = #expect(throws: InspectionError.self) { try Self.read(Self.lines(["{"])) }
    #expect(error?.offset == UInt64(Self.lines([], end: nil).utf8.count))
  }

  @Test("of more than a decoder should take at once are refused, and it says what to do")
  func large() throws {
    let blanks = [UInt8](repeating: 0x20, count: SnapshotReading.valueByteCount + 1)
    let error = #expect(throws: InspectionError.self) {
      try SnapshotReading.decode(SnapshotItem.self, blanks[...], "line 2", offset: 7)
    }
    #expect(error?.code == .tooLarge && error?.text.hasSuffix("--format ndjson") == true)
    #expect(error?.offset == 7 && error?.value == UInt64(blanks.count))
  }

  @Test("that were cut anywhere are errors", arguments: [report(member), lines([member])])
  func cut(text: String) {
    let bytes = Array(text.utf8)
    // Only the end of the last line can be missing.
    for count in 0..<(bytes.count - 1) {
      #expect(throws: InspectionError.self, "\(count)") {
        try Snapshot(bytes: Array(bytes[..<count]))
      }
    }
  }
}
