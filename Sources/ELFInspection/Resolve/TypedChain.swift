// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension ResolvedFiles {
  /// The same chain by the types in the files; nil where they do not say enough of one of its
  /// extensions, or of which protocol they are.
  public func typed(_ chain: NamedChain) -> NamedChain? {
    let named = protocols.filter { $0.unqualifiedName == chain.protocolName }
    guard named.count == 1, let extended = named.first else { return nil }
    let reader = candidates
    var found: [FileCandidate] = []
    for (number, step) in chain.steps.enumerated() {
      guard let one = reader.candidate(step.descriptor, number: number, of: extended),
        one.obstacle == nil
      else { return nil }
      found.append(one)
    }
    var typed = chain
    typed.usesTypes = true
    typed.conflicts = []
    typed.steps = TypedSteps(found).steps
    return typed
  }
}

/// Puts candidates in order without a subject: which of them apply is not known.
private struct TypedSteps {
  private let candidates: [FileCandidate]
  private let order: RankedOrder

  init(_ candidates: [FileCandidate]) {
    self.candidates = candidates
    order = RankedOrder(candidates)
  }

  var steps: [NamedChain.Step] {
    let layers = layers
    return layers.enumerated().flatMap { index, layer in
      layer.sorted().map { member in
        NamedChain.Step(
          descriptor: candidates[member].located, position: index + 1,
          standing: standing(
            member, in: layer, above: index + 1 < layers.count ? layers[index + 1] : []))
      }
    }
  }

  /// First those that nothing comes before, then those that only these come before, and so on.
  private var layers: [[Int]] {
    var depths: [Int: Int] = [:]
    for candidate in order.linearOrder {
      let above = depths.filter { order.precedes($0.key, candidate) }.map(\.value)
      depths[candidate] = (above.max() ?? -1) + 1
    }
    let layers = Dictionary(grouping: depths.keys) { depths[$0] ?? 0 }
    return layers.sorted { $0.key < $1.key }.map(\.value)
  }

  private func standing(
    _ member: Int, in layer: [Int], above next: [Int]
  ) -> NamedChain.Standing {
    guard layer.count > 1 else {
      let rules = next.compactMap { candidates[member].precedes(candidates[$0]) }
      return rules.first.map { .before($0) } ?? .last
    }
    let same = layer.filter { $0 != member && isSame(member, $0) }
    return same.isEmpty
      ? .undecided(with: others(layer.filter { $0 != member })) : .conflict(with: others(same))
  }

  /// Whoever one applies to, the other does too.
  private func isSame(_ one: Int, _ other: Int) -> Bool {
    let (one, other) = (candidates[one], candidates[other])
    return !one.hasPredicate && !other.hasPredicate
      && one.implies(other, byDetermining: true) && other.implies(one, byDetermining: true)
  }

  private func others(_ members: [Int]) -> NamedChain.Others {
    NamedChain.Others(
      named: members.sorted().prefix(NamedChain.Others.namedLimit).map {
        candidates[$0].located
      }, count: members.count)
  }
}
