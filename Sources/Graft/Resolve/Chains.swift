// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The chains of the extensions that apply to a subject.
final class Chains: Sendable {
  /// The extensions that apply, without duplicates.
  let candidates: [Candidate]
  /// Duplicates, each with the image whose copy counts.
  let duplicates: [(candidate: Candidate, image: ExtensionImage)]
  /// The order of each requirement's chain.
  let ranked: [RankedOrder.Chain]
  /// The first node of each requirement's chain.
  let heads: [ChainNode?]
  /// The extension that answers each requirement.
  let answers: [RecordID?]
  let diagnostics: [RegistryDiagnostic]
  /// The decisions between neighbours that only the names of plug-ins make.
  let decisionsByName: [Decision]
  private let order: RankedOrder
  /// The node of each candidate; nil if it is in no chain.
  private let nodes: [ChainNode?]

  /// A decision for one extension over the next one in a requirement's chain.
  struct Decision: Hashable {
    let requirement: Int
    let first: RecordID
    let second: RecordID
  }

  init(_ all: [Candidate], requirementCount: Int, in links: LinkTable) {
    diagnostics = all.flatMap(\.diagnostics)
    let found = Duplicates(all.map(\.registered))
    duplicates = found.among(all).map { ($0.item, $0.image) }
    let candidates = found.without(all)
    let order = RankedOrder(candidates)
    let ranked = (0..<requirementCount).map { requirement in
      order.chain { candidates[$0].requirements.contains(requirement) }
    }
    var isLinked = candidates.map { _ in false }
    for chain in ranked { for link in chain.links { isLinked[link] = true } }
    var nodes: [ChainNode?] = Array(repeating: nil, count: candidates.count)
    // Goes from the lowest to the highest, since a node needs its successors.
    for candidate in order.linearOrder.reversed() where isLinked[candidate] {
      let successors = Self.successors(of: candidate, order, ranked, nodes)
      nodes[candidate] = links.node(candidates[candidate].record, successors)
    }
    (self.candidates, self.order, self.ranked, self.nodes) = (candidates, order, ranked, nodes)
    heads = ranked.map { $0.links.first.flatMap { nodes[$0] } }
    answers = ranked.map { $0.links.first.map { candidates[$0].record.id } }
    decisionsByName = ranked.enumerated().flatMap { requirement, chain in
      zip(chain.rules, zip(chain.links, chain.links.dropFirst())).compactMap { rule, pair in
        guard rule == .name else { return nil }
        return Decision(
          requirement: requirement, first: candidates[pair.0].record.id,
          second: candidates[pair.1].record.id)
      }
    }
  }

  /// The first node below the extension for each requirement, also for those that it does not
  /// implement: a call on `self` goes there.
  private static func successors(
    of candidate: Int, _ order: RankedOrder, _ ranked: [RankedOrder.Chain], _ nodes: [ChainNode?]
  ) -> [ChainNode?] {
    ranked.map { chain in
      chain.links.first { order.precedes(candidate, $0) }.flatMap { nodes[$0] }
    }
  }

  /// All extensions that implement a requirement, in a linear order.
  ///
  /// Includes those in conflict, and no default of the protocol.
  ///
  /// - Returns: each with its node, or with its successors if it is in no chain.
  func implementing(
    _ requirement: Int
  ) -> [(record: ExtensionRecord, node: ChainNode?, successors: [ChainNode?])] {
    order.linearOrder.filter {
      candidates[$0].requirements.contains(requirement)
        && !candidates[$0].registered.descriptor.isOfProtocol
    }.map {
      (
        candidates[$0].record, nodes[$0], Self.successors(of: $0, order, ranked, nodes)
      )
    }
  }

  /// All diagnostics.
  ///
  /// - Parameter subject: the subject's name.
  func diagnostics(
    for subject: @autoclosure () -> String, of extended: GeneratedCode.ExtensibleProtocol
  ) -> [RegistryDiagnostic] {
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
