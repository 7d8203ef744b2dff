// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Builds fixtures from the sources beside the tests.
struct Fixture: Sendable {
  let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  static let sources = Folders.package + "Tests/InspectSectionsTests/Fixtures/"
  static let headers = Folders.sources + "CGraft/include"

  /// An object of a source, such as `greetings.c`.
  func object(
    _ source: String, as name: String? = nil, target: String? = nil, _ flags: [String] = []
  ) throws -> String {
    let result = scratch.path(name ?? (source as NSString).deletingPathExtension + ".o")
    // Free-standing: for other architectures there are no headers but clang's.
    let machine = target.map { ["--target=\($0)"] } ?? []
    try Command.run(
      "clang",
      machine + ["-ffreestanding", "-fPIC", "-O1", "-I", Self.headers] + flags
        + ["-c", Self.sources + source, "-o", result])
    return result
  }

  /// - Parameter flags: of the link, such as `-shared` and `-fuse-ld=lld`.
  func link(_ inputs: [String], as name: String, _ flags: [String]) throws -> String {
    let result = scratch.path(name)
    try Command.run("clang", flags + inputs + ["-o", result])
    return result
  }

  func sharedObject(
    _ sources: [String] = ["greetings.c"], as name: String = "libfixture.so", _ flags: [String] = []
  ) throws -> String {
    try link(try sources.map { try object($0) }, as: name, ["-shared"] + flags)
  }

  func archive(_ members: [String], as name: String, _ operation: String = "rcs") throws -> String {
    let result = scratch.path(name)
    try Command.run("ar", [operation, result] + members)
    return result
  }

  /// A copy without its section table, as some packers leave it.
  func withoutSectionTable(_ path: String) throws -> String {
    var bytes = try scratch.bytes(path)
    let is64Bit = bytes[4] == 2
    for index in is64Bit ? Array(40..<48) + Array(58..<64) : Array(32..<36) + Array(46..<52) {
      bytes[index] = 0
    }
    return try scratch.write(bytes, to: (path as NSString).lastPathComponent + ".bare")
  }

  func copy(_ path: String, as name: String, _ tool: String, _ flags: [String]) throws -> String {
    let result = scratch.path(name)
    try FileManager.default.copyItem(atPath: path, toPath: result)
    try Command.run(tool, flags + [result])
    return result
  }
}
