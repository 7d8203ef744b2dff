// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Foundation
import GraftDescriptors
import Testing

extension Fixture {
  fileprivate static let oracle = Fixture(name: "Oracle", modules: [Module("Oracle", of: "Oracle")])
}

/// What the registry of a running program says, beside what its files say.
struct Oracle {
  /// By subject, protocol and requirement: types in functions can share a name.
  var outcomes: [String: [String]] = [:]
  var images: [String] = []

  /// Runs a program to its end with the oracle preloaded.
  init(_ program: Program, _ file: String, _ arguments: [String] = []) async throws {
    let objects = try await Fixture.oracle.compiled(program.objects.mode)
    let preload = try CGraft.compile("Oracle/preload.c", into: program.folder)
    let library = try program.link("libOracle.so", objects["Oracle"] + [preload])
    let report = program.folder + "oracle-report"
    let outcome = try program.run(
      file, arguments,
      environment: [
        "LD_PRELOAD": library, "ORACLE": report, "ORACLE_PROGRAM": program.folder + file,
      ])
    #expect(outcome.succeeded, "\(outcome)")
    for line in try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if cells[0] == "image" { images.append(cells[1]) }
      guard cells[0] == "entry" else { continue }
      outcomes[Self.key(cells[1], cells[2], cells[3]), default: []]
        .append("\(cells[4]) \(cells[5])")
    }
    images.removeAll { !$0.hasPrefix(program.folder) || $0 == library }
  }

  init(outcomes: [String: [String]], images: [String]) {
    self.outcomes = outcomes
    self.images = images
  }

  /// - Parameter subject: `Module.(unknown context at $7f…).Name` for what is private.
  static func key(_ subject: String, _ protocolName: String, _ requirement: String) -> String {
    let plain = [subject, protocolName].map {
      $0.replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
        .replacing(#/^any |<Self: .*>/#, with: "")
    }
    return "\(plain[0]) \(plain[1]).\(requirement)"
  }

  /// How many answers were compared, and how many of those depend.
  struct Agreement {
    var compared = 0
    var depending = 0
    var disagreements: [String] = []
  }

  func compare() -> Agreement {
    var agreement = Agreement()
    var entries: [ScanEntry] = []
    var descriptors: [LocatedDescriptor] = []
    var problems: [String] = []
    for image in images {
      let entry = ScanEntry(Path(image))
      let found = FoundDescriptors(entry)
      problems += found.problems.all.map { "\($0)" }
      entries.append(entry)
      descriptors += found.descriptors
    }
    let files = ResolvedFiles(entries, descriptors) { problems.append("\($0)") }
    agreement.disagreements = problems
    var rest = outcomes
    var answers: [String: [ResolvedAnswer]] = [:]
    files.eachAnswer { answer in
      let key = Self.key(answer.subject, answer.protocolName, answer.requirement.text)
      answers[key, default: []].append(answer)
    }
    for (key, answers) in answers.sorted(by: { $0.key < $1.key }) {
      var expected = rest.removeValue(forKey: key) ?? []
      // What a type implements itself settles who answers, whatever else is not known.
      let known = answers.filter {
        $0.outcome != .depends && ($0.outcome != .own || $0.dependencies.isEmpty)
      }
      // The registry lists generic types by name only.
      let depending = min(answers.count - known.count, expected.count)
      agreement.compared += known.count + depending
      agreement.depending += depending
      for answer in known {
        if let place = expected.firstIndex(of: answer.summary) {
          expected.remove(at: place)
        } else {
          agreement.disagreements.append(
            "\(key): the program says \(expected), its files \(answer.summary)")
        }
      }
      if expected.count > depending {
        agreement.disagreements.append("\(key): only the program says \(expected)")
      }
    }
    agreement.disagreements += rest.keys.sorted().map { "\($0): only the program knows it" }
    return agreement
  }
}

extension ResolvedAnswer {
  /// As the registry would be asked, which does not see what types implement themselves.
  fileprivate var summary: String {
    let first = chain.first?.descriptor.descriptor.extensionName
    guard conflict.isEmpty else {
      let names = conflict.map(\.descriptor.extensionName).sorted().joined(separator: ",")
      return "conflict \(names):\(first ?? "")"
    }
    return first.map { "answered \($0)" } ?? "nobody "
  }
}
