// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Files without section table, of which a constructor tells where Swift's sections are.
@Suite("resolve without section table")
struct RegistrationTests {
  let swift: SwiftFixture
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
    swift = try SwiftFixture.shared.get()
  }

  @Test("says the same as with one")
  func same() throws {
    let whole = try InspectSections.results(["resolve"] + swift.all)
    let bare = try swift.all.map(fixture.withoutSectionTable)
    let answers = try InspectSections.results(["resolve"] + bare)
    #expect(answers.count == whole.count && answers.count > 10)
    for (one, other) in zip(whole, answers) {
      for key in ["subject", "requirement", "outcome", "symbol"] {
        #expect(one[key] == other[key], "\(one)")
      }
      for key in ["chain", "conflict", "excluded", "dependsOn"] {
        let names = [one, other].map {
          $0[key]?.elements?.compactMap { $0["extension"]?.text } ?? []
        }
        #expect(names[0] == names[1], "\(one)")
      }
    }
  }

  @Test("of each linker")
  func linkers() throws {
    for linker in ["gold", "bfd", "lld"] {
      let path = fixture.scratch.path("lib\(linker).so")
      try Command.run(
        "swiftc",
        ["-emit-library", "-module-name", "Graft", "-parse-as-library", "-use-ld=\(linker)"]
          + [Fixture.sources + "Resolve/Graft.swift", "-o", path], in: fixture.scratch.path)
      try Command.run("strip", [path])
      let bare = try fixture.withoutSectionTable(path)
      let report = try InspectSections.report(["resolve", swift.program, bare])
      #expect((report["results"]?.elements?.count ?? 0) == 6 * 3, "\(linker): \(report)")
    }
  }

  /// The structure's version, put there by the first of the instructions that store a constant.
  private func versionPlace(_ bytes: [UInt8]) throws -> Int {
    let wanted: [UInt8?] = [0x48, 0xc7, 0x05, nil, nil, nil, nil, 5, 0, 0, 0]
    let found = (0..<bytes.count - wanted.count).filter { start in
      bytes[start] == 0x48 && bytes[start + 1] == 0xc7
        && wanted.indices.allSatisfy { wanted[$0] == nil || wanted[$0] == bytes[start + $0] }
    }
    try #require(found.count == 1, "\(found)")
    return found[0]
  }

  @Test("a structure of another version or form is said to be unknown")
  func otherForms() throws {
    let path = try fixture.withoutSectionTable(swift.first)
    let bytes = try fixture.scratch.bytes(path)
    let store = try versionPlace(bytes)
    // The version; a constant that is no null pointer; another header; an instruction that is
    // not understood; a section's start outside of the file.
    let patches: [(Int, UInt8)] = [
      (store + 7, 6), (store + 11 + 7 + 7 + 7, 1), (store + 3, bytes[store + 3] &+ 8),
      (store + 11, 0x4c), (store + 11 + 7 + 7 + 11 + 11 + 6, 0x7f),
    ]
    for (place, value) in patches {
      var changed = bytes
      changed[place] = value
      let damaged = try fixture.scratch.write(changed, to: "changed.so")
      let run = try InspectSections.run(["resolve", swift.program, swift.api, damaged])
      #expect(
        run.status == 2
          && run.errors.contains(
            "the section table was stripped, and no constructor of a form that is known here"),
        "\(place - store): \(run)")
    }
  }

  @Test("a file that no Swift compiler had a part in has no such constructor")
  func none() throws {
    let bare = try fixture.withoutSectionTable(try fixture.sharedObject())
    let run = try InspectSections.run(["resolve", swift.program, swift.api, bare])
    #expect(run.status == 2 && run.errors.contains("no constructor of a form"), "\(run)")
  }

  @Test("no damaged byte stops the command")
  func damaged() throws {
    let path = try fixture.withoutSectionTable(swift.program)
    let bytes = try fixture.scratch.bytes(path)
    let names = [".text", ".init_array", ".dynamic", ".gnu.hash", ".hash", ".dynsym"]
    let places = try Readelf.sections(swift.program).filter { names.contains($0.name) }.flatMap {
      Int($0.numbers[1])..<Int($0.numbers[1] + $0.numbers[2])
    }
    var state: UInt64 = 7
    func number(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<100 {
      var changed = bytes
      for _ in 0..<1 + number(6) {
        changed[places[number(places.count)]] = [0, 0xff, 0x7f, 0x48, 0x80, 1][number(6)]
      }
      _ = try fixture.scratch.write(changed, to: "damaged.so")
      let run = try Command.outcome(
        "timeout",
        ["20", InspectSections.path, "resolve", "--format", "json"]
          + [fixture.scratch.path("damaged.so"), swift.api])
      #expect(!run.wasKilled && (0...2).contains(run.status), "\(run.status): \(run.errors)")
      #expect(throws: Never.self) { try JSONValue.parse(run.output) }
    }
  }
}
