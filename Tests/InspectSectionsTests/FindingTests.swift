// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Foundation
import TestSupport
import Testing

@Suite("Findings: severities, and SARIF")
struct FindingTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  /// A warning, and an error.
  private func files() throws -> (warning: String, error: String) {
    let first = try fixture.sharedObject(["holidays.c"], as: "a.so")
    let second = fixture.scratch.path("b.so")
    try FileManager.default.copyItem(atPath: first, toPath: second)
    let record = try fixture.object("records.s")
    return (
      try fixture.object("writable_executable.s"),
      try fixture.link([record], as: "no anchor.so", ["-shared"])
    )
  }

  @Test("--fail-on says from which severity on findings are a no")
  func failOn() throws {
    let (warning, error) = try files()
    for (paths, atWarning, atError) in [
      ([warning], Int32(1), Int32(0)), ([error], 1, 1), ([warning, error], 1, 1),
      (["/bin/ls"], 0, 0),
    ] {
      #expect(try InspectSections.run(["check"] + paths).status == atWarning)
      #expect(
        try InspectSections.run(["check", "--fail-on", "warning"] + paths).status == atWarning)
      let run = try InspectSections.run(["check", "--fail-on=error"] + paths)
      #expect(run.status == atError, "\(run)")
      // It is shown all the same.
      #expect(run.output.isEmpty == (paths == ["/bin/ls"]), "\(run)")
    }
    let text = try InspectSections.run(["check", warning, error]).output
    #expect(text.contains(": warning: section-writable-executable: "), "\(text)")
    #expect(text.contains(": error: anchor-missing: "), "\(text)")
  }

  @Test("--ignore turns rules off")
  func ignore() throws {
    let (warning, error) = try files()
    let run = try InspectSections.run(["check", "--ignore", "anchor-missing", warning, error])
    #expect(run.status == 1 && !run.output.contains("anchor-missing"), "\(run)")
    let both = ["--ignore", "anchor-missing", "--ignore=section-writable-executable"]
    let none = try InspectSections.run(["check", warning, error] + both)
    #expect(none.status == 0 && none.output.isEmpty, "\(none)")
    let unknown = try InspectSections.run(["check", "--ignore", "nothing", error])
    #expect(unknown.status == 64 && unknown.errors.contains("takes one of record-malformed"))
  }

  /// Validates a report with Debian's validator.
  private func validate(_ text: String) throws {
    let report = try fixture.scratch.write(Array(text.utf8), to: "report.sarif")
    let script = """
      import json, jsonschema, sys
      schema, report = (json.load(open(path)) for path in sys.argv[1:])
      jsonschema.Draft4Validator.check_schema(schema)
      jsonschema.Draft4Validator(schema).validate(report)
      """
    try Command.run(
      "/usr/bin/python3", ["-c", script, Fixture.sources + "sarif-schema-2.1.0.json", report])
  }

  @Test("SARIF is valid, and has the rules, findings and problems of the run")
  func sarif() throws {
    let (warning, error) = try files()
    let odd = fixture.scratch.path("ö%.so")
    try FileManager.default.copyItem(atPath: error, toPath: odd)
    let archive = try fixture.archive([warning], as: "lib.a")
    let paths = [fixture.scratch.path("a.so"), fixture.scratch.path("b.so"), error, odd, archive]
    let run = try InspectSections.run(
      ["check", "--format", "sarif", "/nowhere", "--ignore", "unknown-kind"] + paths)
    #expect(run.status == 2)
    try validate(run.output)
    let report = try JSONValue.parse(run.output)
    #expect(report["version"] == "2.1.0")
    let whole = try #require(report["runs"]?.elements?.first)
    let rules = try #require(whole["tool"]?["driver"]?["rules"]?.elements)
    #expect(rules.map { $0["id"]?.text } == Rule.allCases.map(\.rawValue))
    let json = try InspectSections.report(["check", "/nowhere"] + paths)
    let results = try #require(whole["results"]?.elements)
    let findings = try #require(json["results"]?.elements)
    #expect(results.map { $0["ruleId"] } == findings.map { $0["rule"] })
    #expect(results.map { $0["level"] } == findings.map { $0["severity"] })
    for result in results {
      let index = try #require(result["ruleIndex"]?.integer)
      #expect(rules[Int(index)]["id"] == result["ruleId"])
    }
    let uris = results.compactMap {
      $0["locations"]?.elements?.first?["physicalLocation"]?["artifactLocation"]?["uri"]?.text
    }
    #expect(uris.count == results.count)
    #expect(uris.contains { $0.hasPrefix("file:///") && $0.hasSuffix("/%C3%B6%25.so") }, "\(uris)")
    let twice = try #require(results.first { $0["ruleId"] == "extension-twice" })
    let source = twice["relatedLocations"]?.elements?.first?["physicalLocation"]
    #expect(source?["artifactLocation"]?["uri"] == "Fixtures/Holidays.swift")
    #expect(source?["region"]?["startLine"] == .integer(1))
    let member = results.first { $0["logicalLocations"] != nil || uris.isEmpty }
    #expect(member == nil)
    let invocation = try #require(whole["invocations"]?.elements?.first)
    #expect(invocation["exitCode"] == .integer(2))
    #expect(invocation["executionSuccessful"] == .bool(false))
    let notification = invocation["toolExecutionNotifications"]?.elements?.first
    #expect(notification?["descriptor"]?["id"] == "system")
    let turnedOff = invocation["ruleConfigurationOverrides"]?.elements?.first
    #expect(turnedOff?["descriptor"]?["id"] == "unknown-kind")
  }

  @Test("SARIF is valid where there is nothing to say, and where the words are wrong")
  func otherSARIF() throws {
    for words in [["/bin/ls"], ["--explain", "anchor-missing"], ["--nonsense"]] {
      let run = try InspectSections.run(["check", "--format", "sarif"] + words)
      try validate(run.output)
      let results = try JSONValue.parse(run.output)["runs"]?.elements?.first?["results"]
      #expect(results == .array([]))
      #expect(run.status == (words == ["--nonsense"] ? 64 : 0))
    }
    let list = try InspectSections.run(["list", "--format", "sarif", "/bin/ls"])
    #expect(list.status == 64 && list.errors.contains("one of table, json, ndjson, dot with list"))
  }

  @Test("check --linked looks at the product by the other rules, too")
  func product() throws {
    let objects = try [fixture.object("greetings.c"), fixture.object("program.c")]
    let script = try fixture.scratch.write(
      Array("SECTIONS { /DISCARD/ : { *(.note.graft) } }\n".utf8), to: "discard.ld")
    let product = try fixture.link(
      objects, as: "program",
      ["-fuse-ld=bfd", "-Wl,-T,\(script)", "-no-pie", "-nostdlib", "-Wl,-e,main"])
    let run = try InspectSections.run(["check", "--linked", product] + objects)
    #expect(run.status == 1 && run.output.contains("holds all of them"), "\(run)")
    #expect(run.output.contains("program: error: anchor-missing: "), "\(run)")
    let off = ["--ignore", "anchor-missing", "--ignore", "section-writable-executable"]
    #expect(try InspectSections.run(["check", "--linked", product] + objects + off).status == 0)
  }

  @Test("a conflict that types in the files have is found, whatever their constraints")
  func conflictOfTypes() throws {
    let swift = try SwiftFixture.shared.get()
    let conflict = "neither VendorA.ForNamed where Named nor VendorB.ForAged where Aged"
    // The library that the program needs is read, too.
    for files in [swift.all, [swift.program, swift.first, swift.second]] {
      let run = try InspectSections.run(["check"] + files)
      #expect(run.status == 1, "\(run)")
      #expect(run.output.contains("libVendorA.so: warning: extension-conflict: \(conflict)"))
      #expect(
        run.output.contains(" answers Graft.Greeter.farewell(_:) first for Program.Guest ("),
        "\(run)")
    }
    let mended = [swift.program, swift.api, swift.first, swift.secondWithPriority]
    let run = try InspectSections.run(["check"] + mended)
    #expect(!run.output.contains("ForAged"), "\(run)")
  }
}
