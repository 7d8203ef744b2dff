// SPDX-License-Identifier: Apache-2.0

import Agreement
import Foundation
import TestSupport
import Testing

/// Whether `inspect-sections` says of files what `load` does, and what the registry answers then.
@Suite struct FitTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// How many sets; `Tests/commands/fit` takes more.
  private static let count = environment["GRAFT_FIT_SETS"].flatMap { Int($0) } ?? 200
  private static let seed = environment["GRAFT_FIT_SEED"].flatMap { UInt64($0) } ?? 1
  /// A build of the command that does the same sooner.
  private static let inspector =
    environment["GRAFT_INSPECTOR"] ?? Folders.products + "inspect-sections"

  /// A plug-in's verdict: a reason and its text, or that there is none.
  private struct Verdict: Equatable, CustomStringConvertible {
    let reason: String
    let text: String
    /// Of files: that they do not say whether there is a conflict.
    var isOpen = false

    /// - Parameters:
    ///   - loaded: what a program says.
    ///   - hidesTypes: whether a file of the set hides its types, which can have further conflicts.
    func agrees(with loaded: Verdict, hidesTypes: Bool) -> Bool {
      self == loaded || isOpen && loaded.reason == "conflict"
        || hidesTypes && reason == "conflict" && reason == loaded.reason
          && conflicts.isSubset(of: loaded.conflicts)
    }

    private var conflicts: Set<Substring> {
      let list = text.split(separator: ": would bring a conflict: ", maxSplits: 1).last ?? ""
      return Set(list.split(separator: "; "))
    }

    static func == (one: Verdict, other: Verdict) -> Bool {
      (one.reason, one.text) == (other.reason, other.text)
    }

    var description: String { text.isEmpty ? reason : "\(reason): \(text)" }
  }

  @Test(
    "Files and programs agree on plug-ins, versions of the API and damage, set by set",
    .onThisMachine(because: "files are judged for a start here, programs start elsewhere"))
  func sets() async throws {
    let files = try await FitFiles.all()
    let folder = try Folders.make("fit-sets")
    var random = Generator(seed: Self.seed)
    var counts: [String: Int] = [:]
    var undecided = 0
    var answers = Agreement()
    // What is made is removed again after so many.
    for first in stride(from: 0, to: Self.count, by: 100) {
      let sets = try (first..<min(first + 100, Self.count)).map { number in
        try FitSet(files, &random, into: folder + "\(number)")
      }
      let loaded = try self.loaded(sets, files)
      let judged = try await self.judged(sets, files)
      for (set, (loaded, judged)) in zip(sets, zip(loaded, judged)) {
        #expect(
          judged.elementsEqual(loaded) { $0.agrees(with: $1, hidesTypes: set.hidesTypes) },
          "\(set)\n\(loaded)\n\(judged)")
        undecided += zip(judged, loaded).count { $0 != $1 }
        for verdict in loaded { counts[verdict.reason, default: 0] += 1 }
        guard loaded.allSatisfy({ $0.reason == "accepted" }) else { continue }
        let resolved = try resolved(set, files)
        #expect(resolved.disagreements.isEmpty, "\(set)\n\(resolved.disagreements)")
        answers += resolved
      }
      for set in sets.indices {
        try FileManager.default.removeItem(atPath: folder + "\(first + set)")
      }
    }
    print("\(Self.count) sets of seed \(Self.seed), \(counts.values.reduce(0, +)) plug-ins:")
    for (reason, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      print("  \(count) \(reason)")
    }
    print("  of those that are accepted together, \(answers)")
    #expect(answers.compared > Self.count)
    print("  \(undecided) conflicts that fit said to depend on types whose sections were cut off")
    // Each reason that files can tell is there.
    #expect(
      Set(counts.keys).isSuperset(of: [
        "accepted", "conflict", "epochDiffers", "graftTwice", "malformedManifest", "moduleTwice",
        "libraryRefused", "needsMissing", "newerRecord", "notELF", "notLoaded", "otherArchitecture",
        "otherCompiler", "shapeDiffers", "swiftRuntimeTwice", "truncated", "unresolvedSymbol",
      ]))
  }

  @Test(
    "Plug-ins that the dynamic linker refuses are refused in its words",
    .onThisMachine(because: "files are judged for a start here, programs start elsewhere"),
    arguments: [
      (["relr"], ["notLoaded"]),
      (["tls-2000"], ["notLoaded"]),
      (["tls-1000", "tls-900"], ["accepted", "notLoaded"]),
      (["tls-900", "tls-2000", "tls-1000"], ["accepted", "notLoaded", "notLoaded"]),
      (["versioned-FitSame"], ["accepted"]),
      (["versioned-FitMoved"], ["unresolvedSymbol"]),
      (["text"], ["libraryRefused"]),
      (["missing"], ["libraryRefused"]),
    ] as [([String], [String])])
  func refusedByLinker(names: [String], reasons: [String]) async throws {
    try await chosen(names: names, provided: nil, reasons: reasons)
  }

  @Test(
    "Builds that are superseded, needs of plug-ins, generic and nested types are judged as by load",
    arguments: [
      (["FitBuild-OLDER", "FitBuild-NEWER"], nil, ["accepted", "accepted"]),
      (
        ["FitBuild-NEWER", "FitBuild-OLDER", "FitBuild-NEWER", "FitLoud"], nil,
        ["accepted", "accepted", "accepted", "accepted"]
      ),
      (["FitBuild-NEWER", "FitBuild-OLDER"], "", ["accepted", "olderVersion"]),
      (["FitNeeding-ONLY", "FitBuild-OLDER"], "", ["needsMissing", "accepted"]),
      (
        ["FitBuild-OLDER", "FitNeeding-ONLY", "FitBuild-NEWER"], "",
        ["accepted", "accepted", "neededOtherwise"]
      ),
      (["FitBuild-NEWER", "FitNeeding-ONLY"], "", ["accepted", "needsMissing"]),
      (["FitTypes-GENERIC"], nil, ["accepted"]),
      (["FitTypes-OPEN"], nil, ["accepted"]),
      (["FitTypes-NESTED"], nil, ["conflict"]),
    ] as [([String], String?, [String])])
  func chosen(names: [String], provided: String?, reasons: [String]) async throws {
    let files = try await FitFiles.all()
    let folder = try Folders.make() + "set"
    let set = try FitSet(names, providing: provided, of: files, into: folder)
    let (loaded, judged) = (try loaded([set], files)[0], try judged(set, files))
    #expect(loaded.map(\.reason) == reasons, "\(loaded)")
    #expect(judged == loaded, "\(judged)")
    // The host may call a generic type of its own.
    #expect(judged.contains(where: \.isOpen) == names.contains("FitTypes-OPEN"))
  }

  @Test("Libraries of a program that is named by a symbolic link are beside the program")
  func links() async throws {
    let files = try await FitFiles.all()
    let program = files.hosts[.first]!.folder + "fit"
    let link = try Folders.make() + "fit"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
    for arguments in [
      ["fit", program, files.plugins[0].path], ["resolve", "--format", "json", "Speaker", program],
    ] {
      func output(_ path: String) throws -> String {
        let words = arguments.map { $0 == program ? path : $0 }
        let (command, all) = OtherMachine.reading(Self.inspector, words)
        let outcome = try Command.outcome(command, all)
        #expect(outcome.succeeded, "\(outcome)")
        return outcome.output.replacing(path, with: "")
      }
      #expect(try output(link) == output(program))
    }
  }

  @Test("A note that a tool has left, but nothing maps, is none", arguments: [nil, ""])
  func unmapped(provided: String?) async throws {
    let files = try await FitFiles.all()
    let folder = try Folders.make() + "set"
    let set = try FitSet(["graft-twice"], providing: provided, of: files, into: folder)
    // Another file: the set has a link to the one that all sets have.
    let path = folder + "/chosen-0.so"
    try Command.run("objcopy", ["-R", ".note.graft", path, folder + "/bare.so"])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: folder + "/bare.so", toPath: path)
    let (loaded, judged) = (try loaded([set], files)[0], try judged(set, files))
    #expect(loaded.map(\.reason) == ["graftTwice"], "\(loaded)")
    #expect(judged == loaded, "\(judged)")
  }

  /// What the files of accepted plug-ins answer, beside the program that has loaded them.
  private func resolved(_ set: FitSet, _ files: FitFiles) throws -> Agreement {
    guard set.areTypesThere, !set.replacesNewerBuilds else { return Agreement() }
    var report = RegistryReport(
      try String(contentsOfFile: set.plugins[0].path + ".report", encoding: .utf8))
    let host = files.hosts[set.host]!.folder
    // `loadAll` maps copies of the files.
    report.images = report.images.filter { $0.hasPrefix(host) } + set.plugins.map(\.path)
    return report.compare()
  }

  // MARK: What programs say

  private func loaded(_ sets: [FitSet], _ files: FitFiles) throws -> [[Verdict]] {
    var verdicts: [[Verdict]] = sets.map { _ in [] }
    for version in FitFiles.Version.allCases {
      let numbers = sets.indices.filter { sets[$0].host == version }
      let input = try Folders.make() + "sets"
      try numbers.map { sets[$0].line + "\n" }.joined()
        .write(toFile: input, atomically: true, encoding: .utf8)
      var command = try Command(files.hosts[version]!.folder + "fit")
      command.input = input
      let outcome = try command.run()
      #expect(outcome.succeeded, "\(outcome)")
      var rest = numbers[...]
      for line in outcome.output.split(separator: "\n") {
        let fields = line.split(separator: "\t", maxSplits: 1).map(String.init)
        if fields[0] == "end" {
          let ended = rest.popFirst()
          let number = try #require(ended)
          #expect(fields[1] == "0", "\(sets[number]) ended the program")
        } else if let number = rest.first {
          verdicts[number].append(
            Verdict(reason: fields[0], text: fields.count > 1 ? fields[1] : ""))
        }
      }
      #expect(rest.isEmpty)
    }
    return verdicts
  }

  // MARK: What files say

  private struct Report: Decodable {
    struct Result: Decodable {
      let isAccepted: Bool
      let reason: String?
      let text: String?
      let conditions: [String]
    }
    let results: [Result]
  }

  /// Several at a time.
  private func judged(_ sets: [FitSet], _ files: FitFiles) async throws -> [[Verdict]] {
    try await withThrowingTaskGroup(of: (Int, [Verdict]).self) { group in
      let processors = ProcessInfo.processInfo.activeProcessorCount
      var verdicts: [[Verdict]] = sets.map { _ in [] }
      for (number, set) in sets.enumerated() {
        if number >= processors, let (done, found) = try await group.next() {
          verdicts[done] = found
        }
        group.addTask { (number, try judged(set, files)) }
      }
      for try await (done, found) in group { verdicts[done] = found }
      return verdicts
    }
  }

  private func judged(_ set: FitSet, _ files: FitFiles) throws -> [Verdict] {
    let host = files.hosts[set.host]!.folder + "fit"
    let (command, arguments) = OtherMachine.reading(
      Self.inspector,
      ["fit", "--format", "json"] + set.arguments + [host] + set.plugins.map(\.path))
    let outcome = try Command.outcome(command, arguments)
    guard [0, 1].contains(outcome.status), !outcome.wasKilled else {
      throw Command.Failure(description: "\(set): \(outcome)")
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    return report.results.map { result in
      Verdict(
        reason: result.isAccepted ? "accepted" : result.reason ?? "", text: result.text ?? "",
        isOpen: result.conditions.contains { $0.contains(" brings no conflict, ") })
    }
  }
}
