// SPDX-License-Identifier: Apache-2.0

import Agreement
import Foundation
import Graft
import TestSupport
import Testing

/// What files say of a process, and what the registry in the process does.
@Suite struct AgreementTests {
  private func expectAgreement(
    _ report: RegistryReport, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Agreement {
    let agreement = report.compare()
    print("\(name): \(agreement)")
    #expect(
      agreement.disagreements.isEmpty,
      "\(name): \(agreement.disagreements.joined(separator: "\n"))", sourceLocation: sourceLocation)
    #expect(agreement.compared > 0, "\(name)", sourceLocation: sourceLocation)
    return agreement
  }

  /// A program, and plug-ins for it.
  private struct Subject {
    let name: String
    let file: String
    var plugins: [String] = []
    let program: @Sendable () async throws -> Program
  }

  private static func subjects(_ mode: Mode) -> [Subject] {
    ["Constraints", "Ranking", "Requirements"].map { name in
      Subject(name: name, file: name) { try await Program.alone(name, mode) }
    } + [
      Subject(name: "Edges", file: "edges", plugins: ["libTwinA.so", "libTwinB.so"]) {
        try await EdgeTests.program(mode)
      },
      Subject(name: "RequirementKinds", file: "kinds", plugins: ["plugin.so"]) {
        try await Program.requirementKinds(mode)
      },
      Subject(name: "Subjects", file: "subjects", plugins: ["libplugin.so"]) {
        try await Program.subjects(mode, folder: "agreement-\(mode)")
      },
      Subject(name: "Host", file: "host", plugins: ["libplugin.so"]) {
        try await Program.host("v1", mode)
      },
      Subject(name: "Load", file: "load") { try await LoadHost.program(mode) },
    ]
  }

  /// Compiled in one mode only.
  private static let others: [Subject] = [
    Subject(name: "Advice", file: "advice", plugins: ["plugin.so"]) {
      try await Program.advising(.optimised)
    },
    Subject(name: "Images", file: "images") { try await ImageHost.program() },
    Subject(name: "Images, plug-ins", file: "images", plugins: ImageHost.quietPlugins) {
      try await ImageHost.program()
    },
    Subject(name: "Vendors", file: "shop", plugins: ["libBooksellers.so", "libClearance.so"]) {
      try await Program.vendors()
    },
    Subject(name: "Vendors, mended", file: "shop", plugins: ["libClearance-2.so"]) {
      try await Program.vendors()
    },
  ]

  @Test(
    "Files and program agree on every fixture, and less than 5 per cent depend",
    .enabled(if: !isAlone, "the other test of this process is to run alone"))
  func fixtures() async throws {
    var total = Agreement()
    for (suffix, subjects) in Mode.allCases.map({ (", \($0)", Self.subjects($0)) })
      + [("", Self.others)]
    {
      for subject in subjects {
        let program = try await subject.program()
        let report = try await Oracle.ask(
          program, subject.file, opening: subject.plugins.map { program.folder + $0 })
        total += expectAgreement(report, subject.name + suffix)
        let files = ([subject.file] + subject.plugins).map { program.folder + $0 }
        let (command, arguments) = OtherMachine.reading(
          Folders.products + "inspect-sections", ["check"] + files)
        // Macros write some of these classes, which need no record.
        let check = try Command.outcome(command, arguments)
        #expect(
          check.status < 2 && !check.output.contains("has no record"), "\(subject.name): \(check)")
      }
    }
    // Of what only a running program knows, nothing else.
    let isKnown: (String) -> Bool = {
      $0 == "what applies(to:) says"
        || $0.hasPrefix("whether the requirement is isolated to Swift.MainActor:")
    }
    #expect(total.reasons.allSatisfy(isKnown), "\(total.reasons)")
    total += try tests()
    print("All: \(total)")
    #expect(total.depending * 20 < total.compared, "\(total)")
  }

  /// A record can be made by hand, and then no class has its name.
  @Test("An extension whose class is not found depends, and nothing is guessed")
  func madeByHand() async throws {
    let program = try await LoadHost.program(.optimised)
    let report = try await Oracle.ask(program, "load", opening: [program.folder + "plugin.so"])
    let agreement = expectAgreement(report, "Load, plug-in")
    #expect(agreement.reasons == ["its class is not in the files"])
    #expect(agreement.depending == agreement.compared)
  }

  @Test("Files and program agree on a plug-in, by each linker", arguments: Linker.allCases)
  func plugin(linker: Linker) async throws {
    let program = try await Program.subjects(
      .optimised, linker: linker, folder: "agreement-\(linker)")
    let plugin = program.folder + "libplugin.so"
    func expectAgreement(_ name: String) async throws {
      // It calls, too.
      let report = try await Oracle.ask(program, "subjects", [plugin])
      let agreement = self.expectAgreement(report, "Subjects, \(linker)\(name)")
      #expect(agreement.depending * 20 < agreement.compared, "\(agreement)")
    }
    try await expectAgreement("")
    let files = ["libGraft-dynamic.so", "libSubjectsAPI.so", "subjects", "libplugin.so"]
    for file in files { try Command.run("strip", [program.folder + file]) }
    try await expectAgreement(", stripped")
  }

  private static let isAlone = ProcessInfo.processInfo.environment["AGREEMENT_ALONE"] != nil

  /// Of these tests themselves, in a process where no other test blocks or loads anything
  /// meanwhile.
  private func tests() throws -> Agreement {
    var command = try Command(
      ProcessInfo.processInfo.arguments[0],
      ["--testing-library", "swift-testing", "--filter", "AgreementTests/ownProcess"])
    command.environment = ["AGREEMENT_ALONE": "1"]
    let outcome = try command.run()
    #expect(outcome.succeeded, "\(outcome)")
    let counts = outcome.output.firstMatch(of: #/Tests: (\d+) answers compared, (\d+) depend/#)
    let found = try #require(counts, "\(outcome)")
    print(found.0)
    return Agreement(compared: try #require(Int(found.1)), depending: try #require(Int(found.2)))
  }

  @Test(
    "Files and program agree on this process",
    .enabled(if: isAlone, "the test of every fixture runs it in a process of its own"))
  func ownProcess() throws {
    var report = RegistryReport()
    for entry in ExtensionRegistry.validate().entries {
      let key = RegistryReport.key(entry.subject, entry.protocolName, entry.requirement.text)
      report.outcomes[key, default: []].append(entry.outcome.summary)
    }
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    let files = maps.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
    report.images = Set(files.filter { $0.hasPrefix(Folders.products) }).sorted()
    _ = expectAgreement(report, "Tests")
  }
}

extension RegistryValidation.Outcome {
  /// As the oracle writes it.
  fileprivate var summary: String {
    switch self {
    case .answered(let first): "answered \(first.name)"
    case .conflict(let parties, let next):
      "conflict \(parties.map(\.name).sorted().joined(separator: ",")):\(next?.name ?? "")"
    case .nobody: "nobody "
    }
  }
}
