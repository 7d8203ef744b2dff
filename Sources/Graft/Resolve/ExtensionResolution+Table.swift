// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

extension ExtensionResolution: CustomStringConvertible {
  /// A table with each requirement's advice, chain and exclusions.
  public var description: String {
    var table = TextTable(
      columns: ["requirement", "", "implementation", "rule", "source", "image"])
    for requirement in requirements {
      var label = requirement.name.text
      for advice in requirement.advice {
        table.add([
          label, advice.kind.rawText, advice.label, "advice",
          advice.extension?.descriptor.source ?? advice.source ?? "",
          advice.extension?.image.fileName ?? "",
        ])
        label = ""
      }
      for (index, answer) in requirement.chain.enumerated() {
        table.add([
          label, index == 0 ? "answers" : "then", answer.extension.descriptor.label,
          answer.rule.rawValue,
          answer.extension.descriptor.source, answer.extension.image.fileName,
        ])
        label = ""
      }
      if requirement.chain.isEmpty {
        table.add([label, "nobody", "a call traps unless \(subject) implements it"])
      }
      for exclusion in requirement.exclusions {
        table.add([
          "", "not", exclusion.extension.descriptor.label, "—",
          exclusion.extension.descriptor.source,
          exclusion.extension.image.fileName,
        ])
        table.add(["", "", "  since \(exclusion.reason)"])
      }
    }
    // Only the reader can know what the subject implements.
    let advised =
      requirements.allSatisfy(\.advice.isEmpty)
      ? "" : "; where it does, the compiler calls it directly, past advice, unless it is @Advisable"
    return "\(subject): \(protocolName), where it does not implement a requirement itself"
      + "\(advised)\n\(table)"
  }

  /// The message of a call before it traps.
  func unansweredMessage(_ name: RequirementName) -> String {
    let considered =
      self[name].map { requirement in
        requirement.chain.map {
          "  \($0.extension): it is in the chain, but called super with nothing below"
        } + requirement.exclusions.map { "  \($0.extension): \($0.reason)" }
      } ?? []
    let list =
      considered.isEmpty
      ? "No loaded image has an extension of \(protocolName) that implements it."
      : "Considered:\n" + considered.joined(separator: "\n")
    return """
      Graft: nothing implements \(protocolName).\(name) for \(subject).
      \(list)
      \(isConflict(name) ? "Give one of those in conflict a priority, or a further constraint. " : "")\
      Implement it in \(subject), or load an image with an extension that applies to it.
      A class of yours that is not listed has no @Extension, or its image is not loaded.
      """
  }

  private func isConflict(_ name: RequirementName) -> Bool {
    self[name]?.exclusions.contains { if case .conflict = $0.reason { true } else { false } }
      ?? false
  }
}

extension ExtensionResolution.Advice {
  fileprivate var label: String {
    if let `extension` { return `extension`.descriptor.label }
    let outside = precedence.map { $0 == 0 ? "" : ", precedence \($0)" } ?? ""
    return "\(name ?? "a closure") for \(subjects ?? "")\(outside)"
  }
}

extension AdviceKind {
  fileprivate var rawText: String { self == .pointcut ? "around" : String(describing: self) }
}
