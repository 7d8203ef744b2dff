// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import ELFInspection
import GraftDescriptors
import Testing

@Suite("Proofs of links")
struct LinkProofTests {
  private func image(_ names: [String], type: UInt16 = 1) throws -> [UInt8] {
    var image = MadeImage(type: type)
    let records = try names.map { name in
      try ExtensionDescriptor(
        protocolName: "Greeter", extensionName: name, requirements: ["greet(_:)"]
      )
      .encoded(accessor: 1)
    }
    image.sections = [
      .init(name: "graft_descriptors", flags: 0x20_0003, bytes: records.flatMap { $0 })
    ]
    return image.bytes
  }

  @Test("finds what was lost, of many")
  func lost() throws {
    let names = (0..<2_000).map { "M.E\($0)" }
    let inputs = FoundInputs(ScanEntry(Path("a.o"), .memory(try image(names)))).inputs
    let input = try #require(inputs.first)
    for (kept, isLinked) in [([], false), (["M.E7"], true)] {
      let proof = try LinkProof(
        product: ELFFile(bytes: image(kept, type: 3)), origin: Origin(Path("product")))
      let findings = proof.lost(from: input)
      #expect(findings.count == names.count - kept.count)
      let cause: LinkProof.Cause = isLinked ? .collected : .noSymbols
      #expect(findings.allSatisfy { $0.text.hasSuffix(cause.explanation) })
    }
  }
}
