// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Forms that a later compiler may write: each is one patched byte of a file.
@Suite("resolve of forms that are not known")
struct UnknownFormTests {
  let swift: SwiftFixture
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
    swift = try SwiftFixture.shared.get()
  }

  private func resolve(
    _ path: String, _ patch: (inout PatchedImage) throws -> Void
  ) throws -> Command.Outcome {
    var image = try PatchedImage(path)
    try patch(&image)
    let name = (path as NSString).lastPathComponent
    let patched = try fixture.scratch.write(image.bytes, to: name)
    let files = [swift.program, swift.api].map {
      ($0 as NSString).lastPathComponent == name ? patched : $0
    }
    return try InspectSections.run(["resolve", "--format", "json"] + files)
  }

  /// It is an error, by what can't be read.
  private func expectSaid(
    _ text: String, in path: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ patch: (inout PatchedImage) throws -> Void
  ) throws {
    let run = try resolve(path ?? swift.program, patch)
    let report = try JSONValue.parse(run.output)
    let texts = report["diagnostics"]?.elements?.compactMap { $0["text"]?.text } ?? []
    #expect(
      run.status == 2 && texts.contains { $0.contains(text) }, "\(run)",
      sourceLocation: sourceLocation)
  }

  /// All answers in which an extension stands depend, and say so.
  private func expectDependence(
    of name: String, on text: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ patch: (inout PatchedImage) throws -> Void
  ) throws {
    let run = try resolve(swift.program, patch)
    let answers = try JSONValue.parse(run.output)["results"]?.elements ?? []
    #expect(!answers.isEmpty, "\(run)", sourceLocation: sourceLocation)
    var found = 0
    for answer in answers {
      let chain = answer["chain"]?.elements?.compactMap { $0["extension"]?.text } ?? []
      #expect(!chain.contains(name), "\(answer)", sourceLocation: sourceLocation)
      for dependency in answer["dependsOn"]?.elements ?? []
      where dependency["extension"]?.text == name {
        #expect(
          dependency["reason"]?.text?.contains(text) == true, "\(answer)",
          sourceLocation: sourceLocation)
        found += 1
      }
    }
    #expect(found > 0, "\(run)", sourceLocation: sourceLocation)
  }

  @Test("the version and the kind of a descriptor")
  func descriptors() throws {
    let text = "a Swift descriptor of an unknown kind or version"
    try expectSaid(text) { try $0.patch(try $0.address("$s7Program5GuestVMn") + 1) { _ in 1 } }
    try expectSaid(text) { try $0.patch(try $0.address("$s7Program6OfHostCMn")) { $0 & ~0x1f | 5 } }
  }

  @Test("the opaque type of a result is known, and no type that could conform")
  func opaque() throws {
    let run = try resolve(swift.program) {
      try $0.patch(try $0.address("$s7Program6OfHostCMn")) { $0 & ~0x1f | 4 }
    }
    #expect(!run.output.contains("unknown kind or version"), "\(run)")
    #expect(run.status != 2, "\(run)")
  }

  @Test("flags of a conformance, and how it names its type")
  func conformances() throws {
    let record = "$s7Program5GuestV5Graft7GreeterAAMc"
    try expectSaid("a Swift conformance with unknown flags") {
      try $0.patch(try $0.address(record) + 14) { $0 | 0x80 }
    }
    // Those that no Swift sets, and a conformance of all types of a protocol.
    for (byte, bit): (Int, UInt8) in [(12, 1), (12, 4), (14, 0x20), (14, 4)] {
      try expectSaid("a Swift conformance with unknown flags") {
        try $0.patch(try $0.address(record) + byte) { $0 | bit }
      }
    }
    for kind: UInt8 in [2, 5] {
      try expectSaid("a Swift conformance of an unknown kind of type") {
        try $0.patch(try $0.address(record) + 12) { $0 & ~0x38 | kind << 3 }
      }
    }
  }

  @Test("how a list of types names one")
  func types() throws {
    let row = try #require(
      Readelf.sections(swift.program).first { $0.name == "swift5_type_metadata" })
    try expectSaid("a Swift type with an unknown kind of reference") {
      try $0.patch(Int(row.numbers[0])) { $0 | 2 }
    }
  }

  @Test("flags of a generic class, of its parameter, and of what it asks")
  func signatures() throws {
    // A class's eleven words and two pointers come before the counts of
    // parameters and of requirements, another count, flags, and a byte for each
    // parameter.
    let header = try PatchedImage(swift.program).address("$s7Program6OfHostCMn") + 52
    let text = "a generic type with unknown flags"
    try expectDependence(of: "Program.OfHost", on: text) { try $0.patch(header + 6) { $0 | 1 } }
    try expectDependence(of: "Program.OfHost", on: text) { try $0.patch(header + 8) { $0 | 2 } }
    for kind: UInt8 in [3, 4, 7] {
      try expectDependence(of: "Program.OfHost", on: "a requirement with the flags") {
        try $0.patch(header + 12) { $0 & ~0x1f | kind }
      }
    }
    try expectDependence(of: "Program.OfHost", on: "a requirement with the flags") {
      try $0.patch(header + 13) { $0 | 1 }
    }
  }

  @Test("an operator of a mangled type")
  func mangledTypes() throws {
    // The subject of the class's second requirement: `Subject.Item`.
    let header = try PatchedImage(swift.program).address("$s7Program9OfIntItemCMn") + 52
    try expectDependence(of: "Program.OfIntItem", on: "a type that is not understood") { image in
      for index in 0..<3 {
        let name = try image.relative(header + 12 + 12 * index + 4)
        if try image.bytes[image.offset(name)] == UInt8(ascii: "x") { continue }
        try image.patch(name) { _ in UInt8(ascii: "~") }
      }
    }
  }

  @Test("a list of associated types")
  func records() throws {
    let row = try #require(Readelf.sections(swift.api).first { $0.name == "swift5_assocty" })
    try expectSaid("associated types in an unknown form", in: swift.api) {
      try $0.patch(Int(row.numbers[0]) + 12) { _ in 12 }
    }
  }
}
