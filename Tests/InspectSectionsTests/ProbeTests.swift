// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("Static probes of files")
struct ProbeTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  private static let names = [
    "image_arrived", "image_refused", "image_withdrawn", "image_reinstated", "image_superseded",
    "image_rolled_back", "answer_changed", "advice_in", "advice_out", "call_begin", "call_end",
  ].map { "graft:\($0)" }

  /// The object of libGraft that has them.
  private func object(target: String? = nil) throws -> String {
    try fixture.object("../../../Sources/CGraft/probes.c", as: "probes.o", target: target)
  }

  private func library() throws -> String {
    try fixture.link(
      [fixture.object("greetings.c"), object()], as: "libprobed.so", ["-shared", "-Wl,-s"])
  }

  private func probes(of path: String) throws -> JSONValue? {
    let run = try InspectSections.run(["list", "--format", "json", "--files", path])
    #expect(run.status == 0, "\(run)")
    let schema = SchemaValidation(
      schema: try JSONValue.parse(try InspectSections.run(["schema"]).output))
    let report = try JSONValue.parse(run.output)
    #expect(schema.violation(report) == nil)
    return report["results"]?.elements?.last?["probes"]
  }

  private static let all = JSONValue.array(names.map(JSONValue.string))

  @Test("list shows them below its table, but not where descriptors are chosen by name")
  func table() throws {
    let path = try library()
    let plain = try fixture.sharedObject()
    let lines = try InspectSections.run(["list", plain, path, plain]).output.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines.last == "libprobed.so: probes: \(Self.names.joined(separator: ", "))")
    let chosen = try InspectSections.run(["list", "--protocol", "*", path])
    #expect(!chosen.output.contains("probes") && chosen.output.contains("PlainGreeting"))
  }

  @Test("They are in the JSON of a file, of what can be read")
  func json() throws {
    let path = try library()
    #expect(try probes(of: path) == Self.all)
    #expect(try probes(of: fixture.archive([object()], as: "lib.a")) == Self.all)
    #expect(try probes(of: fixture.sharedObject()) == .array([]))
    // No segment has them.
    #expect(try probes(of: fixture.withoutSectionTable(path)) == .array([]))
  }

  @Test(
    "Objects for other architectures have them",
    arguments: ["aarch64-linux-gnu", "riscv64-linux-gnu", "powerpc64le-linux-gnu"])
  func architectures(target: String) throws {
    let path = try object(target: target)
    #expect(try probes(of: path) == Self.all)
    #expect(try Command.run("readelf", ["-n", path]).contains("Provider: graft"))
  }

  @Test("Those of other providers are theirs, and notes behind a damaged one are unknown")
  func others() throws {
    let bytes = try fixture.scratch.bytes(try library())
    func changed(_ text: String, _ change: (inout [UInt8], Int) -> Void) throws -> JSONValue? {
      var bytes = bytes
      let range = try #require(bytes.firstRange(of: Array(text.utf8)))
      change(&bytes, range.lowerBound)
      return try probes(of: try fixture.scratch.write(bytes, to: "changed.so"))
    }
    let other = try changed("graft\0call_begin\0") { $0[$1] = UInt8(ascii: "c") }
    #expect(other == .array(Self.names.filter { $0 != "graft:call_begin" }.map(JSONValue.string)))
    // The size of the description, in front of the owner, three addresses and the provider.
    let damaged = try changed("graft\0image_withdrawn\0") { $0[$1 - 24 - 8 - 5] = 0xff }
    #expect(damaged == .array(Self.names.prefix(2).map(JSONValue.string)))
  }
}
