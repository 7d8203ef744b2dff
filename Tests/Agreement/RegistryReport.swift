// SPDX-License-Identifier: Apache-2.0

internal import ELFInspection
import GraftDescriptors

/// The answers of a running program's registry, to compare with those of its
/// files.
public struct RegistryReport {
  /// The outcomes by subject, protocol and requirement; types in functions can
  /// share a name.
  public var outcomes: [String: [String]] = [:]
  /// The files that the process has mapped.
  public var images: [String] = []

  /// One without any.
  public init() {}

  /// - Parameter text: as the oracle writes it.
  public init(_ text: String) {
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if cells[0] == "image" { images.append(cells[1]) }
      guard cells[0] == "entry" else { continue }
      outcomes[Self.key(cells[1], cells[2], cells[3]), default: []]
        .append("\(cells[4]) \(cells[5])")
    }
  }

  /// - Parameter subject: `Module.(unknown context at $7f…).Name` for what is private.
  public static func key(
    _ subject: String, _ protocolName: String, _ requirement: String
  ) -> String {
    let plain = [subject, protocolName].map {
      $0.replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
        .replacing(#/^any |<Self: .*>/#, with: "")
    }
    return "\(plain[0]) \(plain[1]).\(requirement)"
  }

  /// Asks the files of the images, and compares.
  public func compare() -> Agreement {
    var agreement = Agreement()
    var entries: [ScanEntry] = []
    var descriptors: [LocatedDescriptor] = []
    var builds = PluginBuilds()
    for image in images {
      let entry = ScanEntry(Path(image))
      let found = FoundDescriptors(entry)
      agreement.disagreements += found.problems.all.map { "\($0)" }
      entries.append(entry)
      descriptors += found.descriptors
      builds.append(found, at: entry.origin, isInProcess: false)
    }
    let superseded = Set(builds.superseded(among: entries).map(\.origin))
    entries.removeAll { superseded.contains($0.origin) }
    descriptors.removeAll { superseded.contains($0.origin) }
    var problems: [String] = []
    let files = ResolvedFiles(entries, descriptors) { problems.append("\($0)") }
    var answers: [String: [ResolvedAnswer]] = [:]
    files.eachAnswer { answer in
      let key = Self.key(answer.subject, answer.protocolName, answer.requirement.text)
      answers[key, default: []].append(answer)
    }
    var rest = outcomes
    for (key, answers) in answers.sorted(by: { $0.key < $1.key }) {
      agreement.compare(key, answers, rest.removeValue(forKey: key) ?? [])
    }
    agreement.disagreements += problems
    agreement.disagreements += rest.keys.sorted().map { "\($0): only the program knows it" }
    return agreement
  }
}
