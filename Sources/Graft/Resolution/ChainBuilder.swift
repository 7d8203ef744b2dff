// SPDX-License-Identifier: Apache-2.0

/// Orders the candidates of one subject and requirement.
///
/// A chain goes on with the one candidate that comes before all others. Where
/// several are maximal they are in conflict: they are passed over, and the chain
/// goes on with what stands below every one of them.
struct ChainBuilder {
  struct Chain {
    /// Indices of candidates, most specific first.
    var links: [Int] = []
    /// The rule between each link and the next; one less than links.
    var rules: [ResolutionRule] = []
    var conflicts: [[Int]] = []
    /// True if a conflict stands before the first link.
    var isConflictFirst = false
    /// Passed over because they do not stand below all of a conflict.
    var belowConflict: [(candidate: Int, conflict: Int)] = []
  }

  private let order: [[ResolutionRule?]]

  init(_ candidates: [Candidate]) {
    order = candidates.map { first in candidates.map { first.precedes($0) } }
  }

  /// Whether one candidate comes before another.
  func precedes(_ first: Int, _ second: Int) -> Bool { order[first][second] != nil }

  /// All candidates, each after those that come before it.
  var linearOrder: [Int] {
    // By transitivity, who comes later has more candidates before it.
    let before = order.indices.map { candidate in
      order.indices.count { precedes($0, candidate) }
    }
    return order.indices.sorted { (before[$0], $0) < (before[$1], $1) }
  }

  /// The chain of those of the candidates that implement a requirement.
  func chain(of candidates: [Int]) -> Chain {
    var chain = Chain()
    var rest = candidates
    while !rest.isEmpty {
      let maximal = rest.filter { candidate in !rest.contains { precedes($0, candidate) } }
      if maximal.count == 1 {
        if let last = chain.links.last { chain.rules.append(order[last][maximal[0]]!) }
        chain.links.append(maximal[0])
        rest.removeAll { $0 == maximal[0] }
      } else {
        for candidate in rest where !maximal.contains(candidate) && !isBelow(maximal, candidate) {
          chain.belowConflict.append((candidate, chain.conflicts.count))
        }
        if chain.links.isEmpty { chain.isConflictFirst = true }
        chain.conflicts.append(maximal)
        rest.removeAll { !isBelow(maximal, $0) }
      }
    }
    return chain
  }

  private func isBelow(_ all: [Int], _ candidate: Int) -> Bool {
    all.allSatisfy { precedes($0, candidate) }
  }
}
