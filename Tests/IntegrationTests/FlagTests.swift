// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Options of the compiler that let it say more than it does by itself.
struct StrictOptions: CustomTestStringConvertible, Sendable {
  let language: String
  let options: [String]

  var testDescription: String { "Swift \(language) \(options.joined(separator: " "))" }

  private static func enabling(_ names: [String]) -> [String] {
    names.flatMap { ["-enable-upcoming-feature", $0] }
  }

  /// The languages, and all that will be in the next one.
  static func usual() throws -> [StrictOptions] {
    let upcoming = try Features.ofCompiler().upcoming.filter { $0.enabled_in != "6" }.map(\.name)
    return [
      StrictOptions(language: "5", options: []),
      StrictOptions(language: "6", options: enabling(upcoming)),
    ]
  }

  /// Others that `swiftc -help` lists, and each of what the compiler says of its features.
  static func others() throws -> [StrictOptions] {
    let features = try Features.ofCompiler()
    let upcoming = features.upcoming.filter { $0.enabled_in != "6" }.map(\.name)
    let known = features.upcoming.filter { $0.enabled_in == "6" }.map(\.name)
    // What the library evolution says is of `Graft`, which is built without it.
    let others = features.optional.map(\.flag_name).filter { $0 != "-enable-library-evolution" }
    return [
      StrictOptions(language: "5", options: enabling(known)),
      StrictOptions(language: "5", options: ["-strict-concurrency=complete"]),
      // Which SwiftPM passes on as the group of its warnings.
      StrictOptions(
        language: "6", options: ["-require-explicit-sendable", "-Wwarning", "ExplicitSendable"]),
      StrictOptions(language: "6", options: ["-warn-soft-deprecated"]),
      StrictOptions(language: "6", options: ["-warn-implicit-overrides"]),
    ]
      + (upcoming.map { enabling([$0]) } + others.map { [$0] }).map {
        StrictOptions(language: "6", options: $0)
      }
  }

  private struct Features: Decodable {
    struct Optional: Decodable { let flag_name: String }
    struct Upcoming: Decodable {
      let name: String
      let enabled_in: String
    }
    struct Known: Decodable {
      let optional: [Optional]
      let upcoming: [Upcoming]
    }
    let features: Known

    static func ofCompiler() throws -> Known {
      let outcome = try Command("swiftc", ["-print-supported-features"]).run()
      return try JSONDecoder().decode(Features.self, from: Data(outcome.output.utf8)).features
    }
  }
}

@Suite("Strict settings", .onThisMachine(because: "it compiles against the modules of these tests"))
struct FlagTests {
  /// Protocols of every kind, with what uses them.
  private static func sources() throws -> [String] {
    let folder = Folders.package + "Tests/DependencyTests/Fixtures/Strict/Sources/Protocols/"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { folder + $0 }
      + [Folders.fixtures + "Compiler/Flags/uses.swift"]
  }

  @Test(
    "Expansions for protocols of every kind compile without a warning",
    arguments: try StrictOptions.usual())
  func everyKind(settings: StrictOptions) throws {
    try check(settings)
  }

  @Test(
    "So they do whatever more the compiler is asked to say",
    .inWholeRuns(because: "it compiles the same for each option"),
    arguments: try StrictOptions.others())
  func everyOption(settings: StrictOptions) throws {
    try check(settings)
  }

  private func check(_ settings: StrictOptions) throws {
    let outcome = try Command.check(
      ["-wmo", "-module-name", "Protocols", "-package-name", "strict"]
        + ["-swift-version", settings.language] + settings.options + Self.sources())
    let found = outcome.errors.matches(of: #/(?m)^\S.*: (warning|error): .*$/#).map { $0.0 }
    // The compiler asks for `override` before an initialiser, and only if it asks takes it.
    let known = settings.options.contains("-warn-implicit-overrides") ? 1 : 0
    #expect(outcome.succeeded && found.count == known, "\(outcome)")
  }
}
