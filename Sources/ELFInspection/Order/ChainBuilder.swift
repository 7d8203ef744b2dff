// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Puts the extensions that implement a requirement in order, by their constraint
/// sets: not in pairs, since a file can have any number of them.
struct ChainBuilder {
  let protocolName: String
  let extensions: [LocatedDescriptor]
  /// The number of each one's set.
  let sets: [Int]
  let order: ConstraintOrder
}

extension ChainBuilder {
  /// Extensions of the same constraint set.
  private struct Group {
    let set: Int
    var members: [Int]
    /// From 0, in its priority.
    var depth = 0
  }

  func chain(_ requirement: RequirementName, _ places: [Int]) -> NamedChain {
    var chain = NamedChain(
      protocolName: protocolName, requirement: requirement, steps: [], conflicts: [])
    let groups = Dictionary(grouping: places) { sets[$0] }
      .map { Group(set: $0.key, members: $0.value) }
    let priorities = Dictionary(grouping: groups) { order.sets[$0.set].priority }
      .sorted { $0.key > $1.key }
    var position = 1
    for (number, (_, groups)) in priorities.enumerated() {
      let layers = layers(of: groups)
      for (depth, layer) in layers.enumerated() {
        let isLowest = depth == layers.count - 1
        let next: RankingRule? =
          !isLowest ? .specific : number < priorities.count - 1 ? .priority : nil
        add(layer, at: position, next, to: &chain)
        position += 1
      }
    }
    return chain
  }

  /// The groups of one priority: first those that nothing comes before, then those
  /// that only these come before, and so on.
  private func layers(of all: [Group]) -> [[Group]] {
    // By transitivity, what comes later has more before it; the empty set, for which none
    // are listed, comes last.
    func rank(_ group: Group) -> (Int, Int, Int) {
      let set = order.sets[group.set]
      return (set.isEmpty ? 1 : 0, order.isComplete ? order.before[group.set].count : 0, group.set)
    }
    var groups = all.sorted { rank($0) < rank($1) }
    var depths: [Int: Int] = [:]
    var deepest = -1
    for index in groups.indices {
      let set = groups[index].set
      if order.isComplete {
        // The empty set comes last, and every other one before it.
        let above =
          order.sets[set].isEmpty
          ? deepest : order.before[set].compactMap { depths[$0] }.max() ?? -1
        groups[index].depth = above + 1
      }
      depths[set] = groups[index].depth
      deepest = max(deepest, groups[index].depth)
    }
    var layers: [[Group]] = Array(repeating: [], count: deepest + 1)
    for group in groups { layers[group.depth].append(group) }
    return layers
  }

  private func add(
    _ layer: [Group], at position: Int, _ next: RankingRule?, to chain: inout NamedChain
  ) {
    let all = layer.flatMap(\.members).sorted()
    var standings: [Int: NamedChain.Standing] = [:]
    let few = OtherNames(all, extensions)
    for group in layer {
      // A predicate is implied by itself only: no other's is known to be the same.
      let mayConflict = !order.sets[group.set].hasPredicate
      let bySpelling = Dictionary(grouping: group.members) {
        extensions[$0].descriptor.protocolName
      }
      for members in bySpelling.values {
        let rivals = OtherNames(members, extensions)
        for member in members {
          standings[member] =
            all.count == 1
            ? next.map { .before($0) } ?? .last
            : mayConflict && members.count > 1
              ? .conflict(with: rivals.without(member)) : .undecided(with: few.without(member))
        }
      }
      if mayConflict { chain.conflicts += conflicts(bySpelling) }
    }
    chain.steps += all.map {
      NamedChain.Step(
        descriptor: extensions[$0], position: position, standing: standings[$0] ?? .last)
    }
  }

  /// The conflicts of extensions that have the same constraints and priority, by how the
  /// protocol is written.
  private func conflicts(_ bySpelling: [String: [Int]]) -> [NamedChain.Conflict] {
    func conflict(_ members: [Int], _ names: [String]) -> NamedChain.Conflict {
      NamedChain.Conflict(
        first: extensions[members[0]],
        others: OtherNames(members, extensions).without(members[0]), protocolNames: names)
    }
    var found = bySpelling.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
      .map { conflict($0, []) }
    let alike = Qualifiers.thatMayBeOne(bySpelling.keys)
    if alike.count > 1 {
      let first = alike.compactMap { bySpelling[$0]?.first }.sorted()
      let names = alike.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
      found.append(conflict(first, Array(names.prefix(NamedChain.Others.namedLimit))))
    }
    return found
  }
}

/// The first few of several extensions, for each of them.
private struct OtherNames {
  private let first: [Int]
  private let named: [LocatedDescriptor]
  /// One array for all that are not among the first.
  private let shared: [LocatedDescriptor]
  private let count: Int

  init(_ members: [Int], _ extensions: [LocatedDescriptor]) {
    first = Array(members.prefix(NamedChain.Others.namedLimit + 1))
    named = first.map { extensions[$0] }
    shared = Array(named.prefix(NamedChain.Others.namedLimit))
    count = members.count
  }

  func without(_ member: Int) -> NamedChain.Others {
    let place = first.firstIndex(of: member)
    let others = place.map { place in
      named.indices.filter { $0 != place }.map { named[$0] }
    }
    return NamedChain.Others(named: others ?? shared, count: count - 1)
  }
}
