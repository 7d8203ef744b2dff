// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import GraftDescriptors
import Testing

@Suite("What is wrong with a section")
struct FlawTests {
  /// A good record, then one that is changed, then a good one.
  private static func section(_ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
    let good = try ExtensionDescriptor(
      protocolName: "Greeter", extensionName: "M.Good", requirements: ["greet(_:)"], source: "M/a:1"
    ).encoded(accessor: 1)
    var changed = try ExtensionDescriptor(
      protocolName: "Greeter", extensionName: "M.Changed", constraints: ["Named"], source: "M/b:2"
    ).encoded(accessor: 1)
    change(&changed)
    return good + changed + good
  }

  private func read(_ bytes: [UInt8]) -> [DescriptorReader.Element] {
    DescriptorReader(accessorsAreBound: true).readAll(bytes.span)
  }

  private func flaws(_ elements: [DescriptorReader.Element]) -> [DescriptorFlaw] {
    elements.compactMap { if case .flaw(let flaw) = $0 { flaw } else { nil } }
  }

  @Test(
    "A flawed record is skipped, and those around it are read",
    arguments: [
      (4, 9, DescriptorFlaw.Code.unknownVersion), (6, 77, .unknownKind), (20, 200, .missingText),
      (24, 0xff, .notUTF8), (24, 0, .missingText),
    ] as [(Int, UInt8, DescriptorFlaw.Code)])
  func skipped(offset: Int, byte: UInt8, code: DescriptorFlaw.Code) throws {
    let elements = read(try Self.section { $0[offset] = byte })
    #expect(elements.count == 3)
    #expect(flaws(elements).map(\.code) == [code])
    #expect(flaws(elements)[0].offset == elements[0].byteCount)
  }

  @Test("Text without an end, and a NULL accessor")
  func textAndAccessor() throws {
    let endless = read(
      try Self.section { bytes in
        for index in 24..<bytes.count { bytes[index] = 0x61 }
      })
    #expect(flaws(endless).map(\.code) == [.unterminatedText])
    let null = read(try Self.section { $0[8] = 0 })
    #expect(flaws(null).map(\.code) == [.nullAccessor])
  }

  @Test(
    "Of a size that makes no sense the rest of the section is given up",
    arguments: [
      (0, DescriptorFlaw.Code.sizeZero), (7, .sizeMisaligned), (16, .sizeTooSmall),
      (0xf8, .sizeBeyondSection),
    ] as [(UInt8, DescriptorFlaw.Code)])
  func givenUp(size: UInt8, code: DescriptorFlaw.Code) throws {
    let elements = read(try Self.section { $0[0] = size })
    #expect(elements.count == 2)
    #expect(flaws(elements).map(\.code) == [code])
    #expect(flaws(elements)[0].givesUpSection)
  }

  @Test("Padding is passed over")
  func padding() throws {
    let record = try ExtensionDescriptor(protocolName: "P", extensionName: "M.E").encoded(
      accessor: 1)
    let zeros = [UInt8](repeating: 0, count: 40)
    #expect(read(zeros + record + zeros + record + zeros).count == 2)
    #expect(read([]).isEmpty)
  }

  @Test("The loader in C finds the same in 20,000 damaged sections")
  func agreement() throws {
    var random = Generator(state: 42)
    let whole = try Self.section { _ in } + PluginManifestTests.manifest.record().bytes()
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      let elements = read(bytes)
      let found = LoaderScan(bytes)
      #expect(found.flaws == flaws(elements), "\(bytes)")
      #expect(found.records == elements.compactMap(\.offset), "\(bytes)")
      #expect(found.manifests == elements.compactMap(\.offsetOfManifest), "\(bytes)")
    }
  }
}

extension DescriptorReader.Element {
  fileprivate var byteCount: Int {
    if case .descriptor(_, _, let byteCount, _) = self { byteCount } else { 0 }
  }

  fileprivate var offset: Int? {
    if case .descriptor(_, let offset, _, _) = self { offset } else { nil }
  }

  fileprivate var offsetOfManifest: Int? {
    if case .manifest(_, let offset, _, _) = self { offset } else { nil }
  }
}

/// The same numbers in each run (SplitMix64).
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}
