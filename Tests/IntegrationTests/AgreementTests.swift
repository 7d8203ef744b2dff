// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Foundation
import Graft
import GraftDescriptors
import Testing

/// What files say of a process, and what the registry in the process does.
@Suite struct AgreementTests {
  private func expectAgreement(
    _ oracle: Oracle, _ name: String, mayDepend: Double = 0.05,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let agreement = oracle.compare()
    print(
      "\(name): \(agreement.compared) answers compared, \(agreement.depending) depend")
    #expect(
      agreement.disagreements.isEmpty,
      "\(name): \(agreement.disagreements.joined(separator: "\n"))", sourceLocation: sourceLocation)
    #expect(agreement.compared > 0, sourceLocation: sourceLocation)
    #expect(
      Double(agreement.depending) <= mayDepend * Double(agreement.compared), "\(name)",
      sourceLocation: sourceLocation)
  }

  // Of the fixture of constraints, every seventh requirement is of predicates.
  @Test(
    "Files and program agree on fixtures of one program",
    arguments: ["Constraints", "Ranking", "Requirements"], Mode.allCases)
  func alone(name: String, mode: Mode) async throws {
    let oracle = try await Oracle(Program.alone(name, mode), name)
    expectAgreement(
      oracle, "\(name), \(mode)", mayDepend: name == "Constraints" ? 1 / 7 : 0.05)
  }

  @Test("Files and program agree on a plug-in, by each linker", arguments: Linker.allCases)
  func plugin(linker: Linker) async throws {
    let program = try await Program.subjects(
      .release, linker: linker, folder: "agreement-\(linker)")
    let plugin = program.folder + "libplugin.so"
    expectAgreement(try await Oracle(program, "subjects", [plugin]), "Subjects, \(linker)")
    for file in ["libGraft-dynamic.so", "libSubjectsAPI.so", "subjects", "libplugin.so"] {
      try Command.run("strip", [program.folder + file])
    }
    expectAgreement(
      try await Oracle(program, "subjects", [plugin]), "Subjects, \(linker), stripped")
  }

  private static let isAlone = ProcessInfo.processInfo.environment["AGREEMENT_ALONE"] != nil

  @Test("Files and program agree on these tests", .enabled(if: !isAlone))
  func tests() throws {
    // In a process where no other test blocks or loads anything meanwhile.
    var command = try Command(
      ProcessInfo.processInfo.arguments[0],
      ["--testing-library", "swift-testing", "--filter", "AgreementTests/ownProcess"])
    command.environment = ["AGREEMENT_ALONE": "1"]
    let outcome = try command.run()
    #expect(outcome.succeeded, "\(outcome)")
    let line = outcome.output.split(separator: "\n").first { $0.hasPrefix("Tests: ") }
    print(try #require(line, "\(outcome)"))
  }

  @Test("Files and program agree on this process", .enabled(if: isAlone))
  func ownProcess() throws {
    var oracle = Oracle(outcomes: [:], images: [])
    for entry in ExtensionRegistry.validate().entries {
      let key = Oracle.key(entry.subject, entry.protocolName, entry.requirement.text)
      oracle.outcomes[key, default: []].append(entry.outcome.summary)
    }
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    let files = maps.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
    oracle.images = Set(files.filter { $0.hasPrefix(Folders.products) }).sorted()
    expectAgreement(oracle, "Tests")
  }
}

extension RegistryValidation.Outcome {
  /// As `Oracle` has it.
  fileprivate var summary: String {
    switch self {
    case .answered(let first): "answered \(first.name)"
    case .conflict(let parties, let next):
      "conflict \(parties.map(\.name).sorted().joined(separator: ",")):\(next?.name ?? "")"
    case .nobody: "nobody "
    }
  }
}
