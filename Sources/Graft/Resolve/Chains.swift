// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The extensions that apply to a subject, in their order, and the chains of them.
final class Chains: Sendable {
  /// Those that apply, without duplicates.
  let candidates: [Candidate]
  /// What does not count, each with the image whose copy of it does.
  let duplicates: [(candidate: Candidate, image: ExtensionImage)]
  /// For each requirement.
  let ranked: [RankedOrder.Chain]
  /// For each requirement the first node; nil where nothing answers.
  let heads: [ChainNode?]
  /// For each requirement the extension that answers, or nil.
  let answers: [RecordID?]
  /// What is wrong with any that apply.
  let diagnostics: [RegistryDiagnostic]
  private let order: RankedOrder
  /// For each candidate its node; nil for one that is in no chain.
  private let nodes: [ChainNode?]

  init(_ all: [Candidate], requirementCount: Int, in links: LinkTable) {
    diagnostics = all.flatMap(\.diagnostics)
    let found = Duplicates(all.map(\.registered))
    duplicates = found.images.pairs.inOrder { $0.0 < $1.0 }.map { (all[$0], $1) }
    let candidates = found.without(all)
    let order = RankedOrder(candidates)
    let ranked = (0..<requirementCount).map { requirement in
      order.chain { candidates[$0].requirements.contains(requirement) }
    }
    var isLinked = candidates.map { _ in false }
    for chain in ranked { for link in chain.links { isLinked[link] = true } }
    var nodes: [ChainNode?] = Array(repeating: nil, count: candidates.count)
    // The lowest first: what is below a node is there before it.
    for candidate in order.linearOrder.reversed() where isLinked[candidate] {
      let successors = Self.successors(of: candidate, order, ranked, nodes)
      nodes[candidate] = links.node(candidates[candidate].record, successors)
    }
    (self.candidates, self.order, self.ranked, self.nodes) = (candidates, order, ranked, nodes)
    heads = ranked.map { $0.links.first.flatMap { nodes[$0] } }
    answers = ranked.map { $0.links.first.map { candidates[$0].record.id } }
  }

  /// The first node for each requirement that the extension comes before, also of requirements
  /// that it does not implement: a call on `self` goes on there.
  private static func successors(
    of candidate: Int, _ order: RankedOrder, _ ranked: [RankedOrder.Chain], _ nodes: [ChainNode?]
  ) -> [ChainNode?] {
    ranked.map { chain in
      chain.links.first { order.precedes(candidate, $0) }.flatMap { nodes[$0] }
    }
  }

  /// All that implement a requirement, those that are in conflict too: what comes before another
  /// stands before it, and otherwise names and images decide.
  ///
  /// - Returns: each with its node, or with what is below it if it is in no chain.
  func implementing(
    _ requirement: Int
  ) -> [(record: ExtensionRecord, node: ChainNode?, successors: [ChainNode?])] {
    order.linearOrder.filter { candidates[$0].requirements.contains(requirement) }.map {
      (
        candidates[$0].record, nodes[$0], Self.successors(of: $0, order, ranked, nodes)
      )
    }
  }

  /// What is wrong with these chains for a subject.
  ///
  /// - Parameter subject: its name.
  func diagnostics(
    for subject: @autoclosure () -> String, of extended: GeneratedCode.ExtensibleProtocol
  )
    -> [RegistryDiagnostic]
  {
    var all = diagnostics
    for (candidate, image) in duplicates {
      all.append(RegistryDiagnostic(.duplicate(of: image), extension: candidate.registered))
    }
    for (requirement, chain) in zip(extended.requirements, ranked) where !chain.conflicts.isEmpty {
      all += chain.conflicts.map { conflict in
        let parties = conflict.map { candidates[$0].registered }
        return RegistryDiagnostic(
          .conflict(
            subject: subject(), requirement: requirement.name, with: Array(parties.dropFirst())),
          extension: parties[0])
      }
    }
    return all
  }
}
