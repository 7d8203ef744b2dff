// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import GraftDescriptors
import Testing

@Suite("Diagnostics, each once")
struct DistinctDiagnosticsTests {
  private func unanswered(_ name: String, at offset: Int) -> RegistryDiagnostic {
    let image = ExtensionImage(
      path: "/lib/a.so", identity: "a.so", isExecutable: false, loadBias: 0, sectionAddress: 0,
      sectionByteCount: 0, number: 0)
    let descriptor = ExtensionDescriptor(protocolName: "P", extensionName: name)
    return RegistryDiagnostic(
      .unanswered,
      extension: RegisteredExtension(descriptor: descriptor, image: image, offset: offset))
  }

  @Test("What is said of two records in the same words is kept for both, and said once for each")
  func alike() {
    let (one, other) = (unanswered("M.E", at: 0), unanswered("M.E", at: 64))
    let first = unanswered("M.D", at: 128)
    #expect(one.description == other.description)
    #expect([one, other, one, first, other].distinct == [first, one, other])
  }
}
