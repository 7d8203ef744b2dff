// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// `check`: applies the rules to each file and among all of them.
enum Check {
  static func run(_ session: inout Session) {
    if let rule = session.arguments.explainedRule {
      return session.report.add(Explanation(rule: rule))
    }
    if let product = session.arguments.product { return Linked.run(product, &session) }
    let selection = session.selection
    var linked = ComparedDescriptors()
    var objects = ComparedDescriptors()
    var entries: [String: [ScanEntry]] = [:]
    var declaresProtocols = false
    let work: @Sendable (ScanEntry) -> CheckedFiles = { entry in
      CheckedFiles(entry) { selection.selects(architecture: $0) }
    }
    session.scan(session.arguments.operands, merging: .links, work: work) { session, checked in
      for problem in checked.problems.all { session.problem(problem) }
      for finding in checked.findings { session.report(finding) }
      linked.append(checked.linked)
      objects.append(checked.objects)
      declaresProtocols = declaresProtocols || checked.declaresProtocols
      entries.merge(checked.entries) { $0 + $1 }
    }
    for problem in [linked.problem, objects.problem].compactMap(\.self) {
      session.problem(problem)
    }
    let chosen = (linked.all + objects.all).count { selection.selects($0.descriptor) }
    let isSelected = { (located: LocatedDescriptor) in selection.selects(located.descriptor) }
    for finding in Finding.among(linked.all, typesIn: entries, where: isSelected) {
      session.report(finding)
    }
    for finding in Finding.among(objects.all, where: isSelected) { session.report(finding) }
    // Without a protocol no class is known to be a base, and no types are read.
    if declaresProtocols, linked.problem == nil {
      for (_, entries) in entries.sorted(by: { $0.key < $1.key }) {
        for finding in Finding.unregistered(in: entries, linked.all) { session.report(finding) }
      }
    }
    session.countFound(chosen + linked.uncompared + objects.uncompared)
  }

  /// Applies the rules to one product of a link.
  static func product(_ entry: ScanEntry, _ session: inout Session) {
    let selection = session.selection
    let checked = CheckedFiles(entry)
    for problem in checked.problems.all + [checked.linked.problem].compactMap(\.self) {
      session.problem(problem)
    }
    let found = Finding.among(checked.linked.all, typesIn: checked.entries) {
      selection.selects($0.descriptor)
    }
    for finding in checked.findings + found { session.report(finding) }
  }
}

extension Finding: Reportable {
  var lines: [String] {
    let places = [source, offset.map { "offset \($0.hex)" }, value.map { "value \($0.hex)" }]
      .compactMap { $0 }.filter { !$0.isEmpty }
    let place = places.isEmpty ? "" : " (\(places.joined(separator: ", ")))"
    return ["\(origin.display): \(rule.severity.rawValue): \(rule.rawValue): \(text)\(place)"]
  }
}

/// The output of `--explain`.
struct Explanation: Encodable, Reportable {
  private let type = "explanation"
  let rule: String
  let text: String

  init(rule: Rule) {
    self.rule = rule.rawValue
    text = rule.explanation
  }

  var lines: [String] {
    [rule, ""] + text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
