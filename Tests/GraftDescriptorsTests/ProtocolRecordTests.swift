// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import CGraftLoader
import Testing

@testable import GraftDescriptors

@Suite("What an image says of a protocol")
struct ProtocolRecordTests {
  static let record = ProtocolRecord(
    name: "API.Greeter", baseClass: "API.GreeterExtension", shape: 0xfeed_0000_0000_0001,
    foundation: 0xbeef_0000_0000_0002,
    compiler: "6.3",
    requirements: [
      .init(
        name: "greet(_:)", nameInRecords: "greet(_:)", text: "func greet(_ other: String)"),
      .init(name: "get mood", nameInRecords: "mood()", text: "func mood() -> String"),
    ], source: "API/Greeter.swift:3")

  private func found(_ bytes: [UInt8]) -> (records: [ProtocolRecord], flaws: [DescriptorFlaw]) {
    var flaws: [DescriptorFlaw] = []
    let found = DescriptorReader(accessorsAreBound: false)
      .protocols(in: bytes.span) { flaws.append($0) }
    return (found.map(\.record), flaws)
  }

  @Test("It is read as it was written, among others that it is no matter for")
  func roundTrip() throws {
    let own = try Self.record.record().bytes()
    let other = try ExtensionDescriptor(
      protocolName: "Greeter", extensionName: "M.E", constraints: [], requirements: ["greet(_:)"],
      source: ""
    ).encoded(accessor: 8)
    let bytes = own + Array(repeating: 0, count: 16) + other + own + own
    let all = found(bytes)
    #expect(all.records == [Self.record, Self.record, Self.record] && all.flaws.isEmpty)
    let elements = DescriptorReader(accessorsAreBound: true).readAll(bytes.span)
    #expect(elements.count == 1)
    if case .descriptor(_, let offset, _, _) = elements.first {
      #expect(offset == own.count + 16)
    }
  }

  @Test("A process passes over it")
  func loader() throws {
    let own = try Self.record.record().bytes()
    var words = (own + own).withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
    var scan = graft_scan()
    #expect(graft_scan_records(&words, 8 * words.count, &scan))
    #expect(scan.record_count == 0 && scan.flaw_count == 0 && scan.manifest_count == 0)
  }

  @Test(
    "What is malformed is a flaw with its number, and hides no other",
    arguments: [
      ("shape", 2), ("shape=0", 2), ("growing=0", 3), ("greet(_:)\tgreet(_:)\t", 5),
      ("get mood\t", 6),
    ] as [(String, UInt32)])
  func malformed(text: String, number: UInt32) throws {
    let good = try Self.record.record().bytes()
    var own = good
    let place = try #require(own.firstRange(of: Array(text.utf8))).upperBound - 1
    own[place] = UInt8(ascii: "x")
    let all = found(good + own + good)
    #expect(all.records == [Self.record, Self.record])
    #expect(all.flaws == [DescriptorFlaw(.missingText, offset: good.count, value: number)])
  }

  @Test("Facts of later versions are passed over")
  func laterFacts() throws {
    let later = try EncodedRecord(
      "later", kind: RecordLayout.protocolKind, flags: 0, priority: 0, ["A.P", "A.PExtension"],
      constraints: ["shape=0x1", "colour=green"], requirements: ["f()\tf()\t0\tfunc f()"],
      source: "")
    let read = found(later.bytes())
    #expect(
      read.flaws.isEmpty && read.records.map(\.shape) == [1] && read.records[0].compiler == "")
    #expect(read.records.first?.requirements.map(\.text) == ["func f()"])
  }
}
