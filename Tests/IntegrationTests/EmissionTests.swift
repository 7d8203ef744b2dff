// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraftDescriptors
import TestSupport
import Testing

@Suite struct EmissionTests {
  @Test("Swift and C emit the same bytes", arguments: Mode.allCases)
  func bytes(mode: Mode) async throws {
    let fixture = Fixture(name: "Emission", modules: [Module("Emission", of: "Emission")])
    let objects = try await fixture.compiled(mode)
    let folder = try Folders.make("Emission/C-\(mode)")
    let fromSwift = try records(in: objects["Emission"][0], folder: folder)
    let fromC = try records(
      in: CGraft.compile("Emission/emission.c", into: folder, mode), folder: folder)
    #expect(fromSwift.count == 3)
    #expect(fromSwift.keys.sorted() == fromC.keys.sorted())
    for (name, bytes) in fromSwift { #expect(bytes == fromC[name], "\(name)") }
  }

  @Test("Records without an accessor can be written as others can", arguments: Mode.allCases)
  func flags(mode: Mode) async throws {
    let fixture = Fixture(
      name: "EmittedProtocol", modules: [Module("EmittedProtocol", of: "Emission")])
    let object = try await fixture.compiled(mode)["EmittedProtocol"][0]
    let sections = try Command.run("readelf", ["-SW", object]).split(separator: "\n")
      .filter { $0.contains(" \(RecordLayout.sectionName) ") }
      .map { String($0.split(separator: " ").suffix(4).first!) }
    #expect(!sections.isEmpty)
    // Linkers such as mold would make two sections of one that is read-only and one that is not.
    #expect(sections.allSatisfy { $0.hasPrefix("WA") }, "\(sections)")
  }

  /// The bytes of each extension's record that do not depend on where it is
  /// declared: without size, accessor and source.
  private func records(in object: String, folder: String) throws -> [String: [UInt8]] {
    let section = folder + URL(filePath: object).lastPathComponent + ".section"
    // An object has the section twice: with its records, and the anchor's empty one.
    let merged = section + ".o"
    try Command.run("ld.bfd", ["-r", object, "-o", merged])
    try Command.run(
      "llvm-objcopy",
      ["--dump-section", "\(RecordLayout.sectionName)=\(section)", merged, "/dev/null"])
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: section)))
    var found: [String: [UInt8]] = [:]
    for element in DescriptorReader(accessorsAreBound: false).readAll(bytes.span) {
      guard case .descriptor(let descriptor, let offset, let byteCount, _) = element else {
        Issue.record("\(element)")
        continue
      }
      let record = bytes[offset..<offset + byteCount]
      let padding = record.reversed().prefix { $0 == 0 }.count
      let textEnd = record.endIndex - padding - descriptor.source.utf8.count
      found[descriptor.extensionName] =
        Array(record[offset + 4..<offset + 8]) + Array(record[offset + 16..<textEnd])
      #expect(byteCount % RecordLayout.alignment == 0 && padding <= RecordLayout.alignment)
      #expect(!descriptor.source.isEmpty)
    }
    return found
  }
}
