// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Versions of an API whose protocol grows, each with a host and a plug-in that was compiled
/// against it.
struct GrowingFiles: Sendable {
  /// A version of the API.
  struct Version: Hashable, Sendable {
    let name: String
    var requirements = ["func greet(_ coin: Coin) -> String", "func wave() -> String"]
    /// The stored properties of a structure.
    var fields = ["value: Int = 0", "pair: (Int, Mood)? = nil", "codes: [String: Mood] = [:]"]
    var cases = ["calm", "sad"]
    var evolves = true

    fileprivate var source: String {
      """
      public import Graft

      public struct Coin: Sendable {
      \(fields.map { "  public var \($0)\n" }.joined())  public init() {}
      }
      public enum Mood: Sendable { case \(cases.joined(separator: ", ")) }
      @Extensible(growing: true)
      public protocol Greeter {
      \(requirements.map { "  \($0)\n" }.joined())}

      """
    }
  }

  static let farewell = "func farewell(_ mood: Mood) -> String"
  static let first = Version(name: "first")
  static let grown = Version(name: "grown", requirements: first.requirements + [farewell])
  static let fixed = Version(name: "fixed", evolves: false)
  static let fixedGrown = Version(
    name: "fixed-grown", requirements: grown.requirements, evolves: false)
  static let removed = Version(name: "removed", requirements: [first.requirements[0]])
  static let moved = Version(name: "moved", requirements: first.requirements.reversed())
  static let inserted = Version(
    name: "inserted", requirements: [first.requirements[0], farewell, first.requirements[1]])

  static let versions = [first, grown, fixed, fixedGrown, removed, moved, inserted]

  private static let changedFields = [
    "codes: [String: Mood] = [:]", "value: Int32 = 0", "more: Mood? = nil",
  ]
  private static let changedCases = ["calm", "glad(Int)"]
  /// As `grown`, with other types; these have neither host nor plug-in.
  static let changed = Version(
    name: "changed", requirements: grown.requirements, fields: changedFields, cases: changedCases)
  static let fixedChanged = Version(
    name: "fixed-changed", requirements: grown.requirements, fields: changedFields,
    cases: changedCases, evolves: false)

  /// As `first`, with an overload at its end; it has no plug-in.
  static let overloaded = Version(
    name: "overloaded", requirements: first.requirements + ["func greet(_ mood: Mood) -> String"])

  private(set) var folders: [Version: String] = [:]

  func host(_ version: Version) -> String { folders[version]! + "growing" }
  func library(_ version: Version) -> String { folders[version]! + "libGrowingAPI.so" }
  func plugin(_ version: Version) -> String { folders[version]! + "plugin.so" }

  private static let once = Once<Mode, GrowingFiles>()

  static func all(_ mode: Mode) async throws -> GrowingFiles {
    try await once.value(for: mode) {
      var files = GrowingFiles()
      for version in versions + [changed, fixedChanged, overloaded] {
        try await files.add(version, mode)
      }
      return files
    }
  }

  private mutating func add(_ version: Version, _ mode: Mode) async throws {
    let name = "Growing-" + version.name
    // The other mode can be compiling its own at the same time.
    let source = try Folders.make("\(name)-\(mode)-source") + "GrowingAPI.swift"
    try version.source.write(toFile: source, atomically: true, encoding: .utf8)
    var api = Module("GrowingAPI", of: name, writtenTo: source)
    if version.evolves {
      // There is a warning that Graft has none.
      api.flags = ["-enable-library-evolution", "-no-warnings-as-errors"]
    }
    let plugin = Module("GrowingPlugin", of: "Growing", variant: "-" + version.name)
    let host = Module("growing", of: "Growing", "main.swift", variant: "-" + version.name)
    let isLoaded = Self.versions.contains(version)
    let hasHost = isLoaded || version == Self.overloaded
    let modules = [api] + (hasHost ? [host] : []) + (isLoaded ? [plugin] : [])
    let program = try await Program(Fixture(name: name, modules: modules), mode)
    folders[version] = program.folder
    try program.link("libGrowingAPI.so", program.objects["GrowingAPI"])
    let libraries = ["Graft-dynamic", "GrowingAPI"]
    if hasHost { try program.link("growing", program.objects["growing"], libraries: libraries) }
    if isLoaded {
      try program.link("plugin.so", program.objects["GrowingPlugin"], libraries: libraries)
    }
  }
}
