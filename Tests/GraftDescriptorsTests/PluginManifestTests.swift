// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import CGraftLoader
import GraftDescriptors
import Testing

@Suite("What a plug-in says of itself")
struct PluginManifestTests {
  @Test("Versions are in the order of Semantic Versioning")
  func order() throws {
    let ascending = [
      "0", "0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.2", "1.0.0-alpha.10",
      "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-rc.1", "1", "1.0.1", "1.2", "1.10",
      "2.0.0.1", "999999999999999999",
    ].map { PluginVersion($0)! }
    for (index, version) in ascending.enumerated() {
      for (other, another) in ascending.enumerated() {
        #expect((version < another) == (index < other), "\(version) and \(another)")
        #expect((version == another) == (index == other), "\(version) and \(another)")
      }
    }
    for (one, other) in [("2", "2.0.0"), ("0", "0.0"), ("1.0+build.7", "1"), ("01.2", "1.02")] {
      let versions = [PluginVersion(one)!, PluginVersion(other)!]
      #expect(versions[0] == versions[1])
      #expect(Set(versions).count == 1)
      #expect(!(versions[0] < versions[1]) && !(versions[1] < versions[0]))
    }
  }

  static let noVersions = [
    "", "1.", ".1", "1..2", "v1", "1.x", "1-", "1+", "1-a..b", "1-a_b", "1+a+b", "1 ", "1-é",
    "1234567890123456789", "١", "1\u{301}", "-1",
  ]

  @Test("What is no version is none", arguments: noVersions)
  func malformed(text: String) {
    #expect(PluginVersion(text) == nil)
    #expect(PluginManifest.Need(written: "name " + text) == nil)
  }

  static let manifest = PluginManifest(
    name: "Holidays", version: "1.2.0",
    needs: [.init("greetings-host", minimum: "2.1"), .init("calendar")], source: "M/a.swift:3")

  @Test("What is missing of a host is what it lacks, or has too early a version of")
  func missing() {
    let manifest = Self.manifest
    #expect(manifest.missing(providing: ["greetings-host": "2.1", "calendar": "0"]) == [])
    #expect(manifest.missing(providing: ["greetings-host": "3", "calendar": "0"]) == [])
    let missing = manifest.missing(providing: ["greetings-host": "2.1-beta", "other": "9"])
    #expect(
      missing.map(\.description) == [
        "greetings-host 2.1, of which there is 2.1-beta", "calendar, of which there is nothing",
      ])
  }

  @Test("It is read as it was written", arguments: [ByteOrder.little, .big])
  func roundTrip(byteOrder: ByteOrder) throws {
    let bytes = try Self.manifest.record().bytes(byteOrder: byteOrder, accessor: 7)
    // A running image's need not have an accessor.
    let bare = try PluginManifest(name: "B", version: "1").record().bytes(byteOrder: byteOrder)
    let reader = DescriptorReader(byteOrder: byteOrder, accessorsAreBound: true)
    #expect(
      reader.readAll((bytes + bare).span) == [
        .manifest(Self.manifest, offset: 0, byteCount: bytes.count, accessor: 7),
        .manifest(
          PluginManifest(name: "B", version: "1"), offset: bytes.count, byteCount: bare.count,
          accessor: 0),
      ])
  }

  @Test("What does not fit a record is an error")
  func unwritable() {
    #expect(throws: DescriptorEncodingError.self) {
      try PluginManifest(name: "", version: "1").record()
    }
    for name in ["", "a b"] {
      #expect(throws: DescriptorEncodingError.self) {
        try PluginManifest(name: "N", version: "1", needs: [.init(name)]).record()
      }
    }
  }

  /// A record whose strings nobody has checked.
  private static func bytes(_ strings: [String], constraints: UInt8 = 0) -> [UInt8] {
    var text: [UInt8] = []
    for string in strings { text += Array(string.utf8) + [0] }
    text += [UInt8](repeating: 0, count: (8 - text.count % 8) % 8)
    let requirements = UInt8(strings.count - 3) - constraints
    var bytes: [UInt8] = [UInt8(24 + text.count), 0, 0, 0, 1, 0, 4, 0]
    bytes += [UInt8](repeating: 0, count: 12)
    bytes += [constraints, 0, requirements, 0]
    return bytes + text
  }

  @Test("A manifest that makes no sense is a flaw, for the loader in C too")
  func flaws() throws {
    func check(_ bytes: [UInt8], _ number: UInt32) {
      let flaw = DescriptorFlaw(.malformedManifest, offset: 0, value: number)
      #expect(
        DescriptorReader(accessorsAreBound: true).readAll(bytes.span) == [.flaw(flaw)])
      #expect(LoaderScan(bytes) == LoaderScan(records: [], manifests: [], flaws: [flaw]))
    }
    for text in Self.noVersions where !text.isEmpty {
      check(Self.bytes(["N", text, ""]), 1)
      check(Self.bytes(["N", "1", "a", "name " + text, ""]), 3)
    }
    check(Self.bytes(["N", "1", " 1", ""]), 2)
    check(Self.bytes(["N", "1", "name ", ""]), 2)
    check(Self.bytes(["N", "1", "Named", ""], constraints: 1), 2)
  }

  @Test("The loader in C finds sound ones beside the descriptors")
  func scan() throws {
    let descriptor = try ExtensionDescriptor(protocolName: "P", extensionName: "M.E").encoded(
      accessor: 1)
    let manifest = try Self.manifest.record().bytes()
    #expect(
      LoaderScan(descriptor + manifest + descriptor)
        == LoaderScan(
          records: [0, descriptor.count + manifest.count], manifests: [descriptor.count],
          flaws: []))
  }
}

/// The result of `graft_scan_records`.
struct LoaderScan: Equatable {
  var records: [Int]
  var manifests: [Int]
  var flaws: [DescriptorFlaw]
}

extension LoaderScan {
  init(_ bytes: [UInt8]) {
    // Records are aligned to 8 bytes.
    let words = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    defer { words.deallocate() }
    words.copyBytes(from: bytes)
    var scan = graft_scan()
    #expect(graft_scan_records(words.baseAddress, words.count, &scan))
    records = (0..<scan.record_count).map { Int(scan.records[$0]) }
    manifests = (0..<scan.manifest_count).map { Int(scan.manifests[$0]) }
    flaws = (0..<scan.flaw_count).map {
      let flaw = scan.flaws[$0]
      return DescriptorFlaw(
        DescriptorFlaw.Code(rawValue: flaw.code)!, offset: Int(flaw.offset), value: flaw.value)
    }
  }
}
