// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension HTMLText {
  private static let trap = "a call traps"

  /// Adds an answer as a row of tiles: conflicts and open questions, then the
  /// extension that answers, then its successors.
  mutating func tiles(_ answer: ResolvedAnswer) {
    raw("<ol class=\"chain\">")
    switch answer.outcome {
    case .nobody: tile("bad", "nobody", nil, Self.trap)
    case .conflict:
      for party in answer.conflict { tile("bad", "conflict", party, "passed over") }
      if answer.chain.isEmpty { tile("bad", "nobody", nil, Self.trap) }
    case .depends:
      for dependency in answer.dependencies {
        tile("open", "depends", dependency.descriptor, "on \(dependency.reason)")
      }
    case .answered: break
    }
    for (index, link) in answer.chain.enumerated() {
      let isWinner = index == 0 && (answer.outcome == .answered || answer.outcome == .conflict)
      let mark = isWinner ? "answers" : index == 0 ? "otherwise" : "then"
      let rule = link.rule.map { "before the next by \($0.rawValue)" } ?? "nothing is below it"
      if index > 0 { raw("<li class=\"arrow\" aria-hidden=\"true\">→</li>") }
      tile(isWinner ? "winner" : "", mark, link.descriptor, rule)
    }
    raw("</ol>")
    let left = answer.exclusions.filter { exclusion in
      !answer.conflict.contains(exclusion.descriptor)
    }
    guard !left.isEmpty else { return }
    raw("<details><summary class=\"quiet\">\(left.count) left out</summary><ul>")
    for exclusion in left {
      raw("<li>")
      element("span", class: "name", exclusion.descriptor.descriptor.extensionName)
      add(": \(exclusion.reason)")
      raw("</li>")
    }
    raw("</ul></details>")
  }

  private mutating func tile(
    _ style: String, _ mark: String, _ located: LocatedDescriptor?, _ reason: String
  ) {
    raw("<li class=\"tile \(style)\">")
    element("span", class: "mark", mark)
    if let located {
      name("name", located.descriptor.extensionName)
      let constraints = located.descriptor.constraints.joined(separator: ", ")
      if !constraints.isEmpty { name("quiet", "where \(constraints)") }
      name("quiet", "\(located.descriptor.source) in \(located.origin.shortDisplay)")
    }
    name("quiet", reason)
    raw("</li>")
  }
}

extension ResolvedAnswer {
  /// The text that the filter searches.
  var searchText: String {
    let extensions = (chain.map(\.descriptor) + conflict).flatMap {
      [$0.descriptor.extensionName, $0.origin.shortDisplay]
    }
    return ([subject, "\(protocolName).\(requirement)", outcome.rawValue] + extensions)
      .joined(separator: " ")
  }
}
