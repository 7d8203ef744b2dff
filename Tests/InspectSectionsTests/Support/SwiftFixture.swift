// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Images of Swift modules with records: a program, its API and two vendors' plug-ins. The
/// API stands for Graft, so that nothing else has to be compiled.
struct SwiftFixture: Sendable {
  let fixture: Fixture
  let api: String
  let program: String
  let first: String
  let second: String
  /// The second plug-in after its vendor has agreed on a priority.
  let secondWithPriority: String
  /// The first vendor's, with a record that would like to be more than text.
  let hostile: String

  /// Compiled once: what changes a file copies it first.
  static let shared: Result<SwiftFixture, any Error> = Result {
    let made = try SwiftFixture()
    // Static values are never released.
    atexit {
      guard let folder = try? SwiftFixture.shared.get().fixture.scratch.path else { return }
      try? FileManager.default.removeItem(atPath: folder)
    }
    return made
  }

  /// - Parameter flags: of all links.
  private init(_ flags: [String] = ["-use-ld=lld"]) throws {
    fixture = try Fixture()
    api = try Self.image(fixture, "Graft", "graft.c", ["-module-link-name", "Graft"] + flags)
    program = try Self.image(fixture, "Program", "program.c", flags)
    first = try Self.image(fixture, "VendorA", "vendor-a.c", flags)
    second = try Self.image(fixture, "VendorB", "vendor-b.c", flags)
    secondWithPriority = try Self.image(
      fixture, "VendorB", "vendor-b.c", flags, ["-DPRIORITY=10"], as: "libVendorB-2.so")
    hostile = try Self.image(
      fixture, "VendorA", "vendor-a.c", flags, ["-DHOSTILE"], as: "libVendorA-2.so")
  }

  var all: [String] { [program, api, first, second] }

  /// A library of more classes, without a record.
  ///
  /// - Parameter flags: of the link, such as an object with records.
  func library(
    _ module: String, of text: String, _ flags: [String] = [], in scratch: Fixture
  ) throws -> String {
    let source = scratch.scratch.path(module + ".swift")
    try text.write(toFile: source, atomically: true, encoding: .utf8)
    let path = scratch.scratch.path("lib\(module).so")
    let folder = fixture.scratch.path
    try Command.run(
      "swiftc",
      ["-emit-library", "-module-name", module, "-o", path, "-I", folder, "-L", folder]
        + ["-parse-as-library", source, "-Xlinker", "-rpath", "-Xlinker", folder, "-use-ld=lld"]
        + flags,
      in: scratch.scratch.path)
    return path
  }

  private static func image(
    _ fixture: Fixture, _ module: String, _ records: String?, _ flags: [String],
    _ definitions: [String] = [], as name: String? = nil
  ) throws -> String {
    let folder = fixture.scratch.path
    let result = fixture.scratch.path(name ?? "lib\(module).so")
    let objects = try records.map {
      [try fixture.object("Resolve/" + $0, as: $0 + ".o", definitions)]
    }
    try Command.run(
      "swiftc",
      ["-emit-library", "-emit-module", "-module-name", module, "-o", result]
        + ["-emit-module-path", folder + "/\(module).swiftmodule", "-I", folder, "-L", folder]
        + ["-parse-as-library", Fixture.sources + "Resolve/\(module).swift"]
        + (module == "Graft" ? [] : ["-Xlinker", "-rpath", "-Xlinker", "$ORIGIN"])
        + (objects ?? []) + flags, in: folder)
    return result
  }
}
