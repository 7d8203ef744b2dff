// SPDX-License-Identifier: Apache-2.0

/// The rank of an extension among those that apply to a subject.
///
/// A running program compares constraints by metadata; a reader of files by
/// metadata in files, or by name.
@usableFromInline
package protocol ExtensionRank {
  /// The priority; higher ones come first.
  var priority: Int32 { get }
  /// Whether a constraint names a protocol that refines the extended one.
  var isRefined: Bool { get }
  /// The name of the plug-in that brings it; nil for an extension of the program.
  var plugin: String? { get }

  /// Whether its constraints imply every constraint of another extension, for a
  /// subject that meets both.
  ///
  /// - Parameters:
  ///   - other: the other extension.
  ///   - byDetermining: whether to include what follows from knowing a concrete
  ///     type.
  func implies(_ other: Self, byDetermining: Bool) -> Bool
}

/// The rule by which an extension comes before the next one in a chain.
public enum ResolutionRule: String, Hashable, Sendable, CaseIterable {
  /// Its priority is higher.
  case priority
  /// It has a constraint that refines the extended protocol.
  case refined
  /// Its constraints imply those of the other.
  case specific
  /// A plug-in's come before those of the program (the executable and what that needs), which come
  /// as late as other rules allow.
  case plugin = "plug-in"
  /// The name of its plug-in comes first in the order of bytes.
  case name
  /// It is the only or last one.
  case only
}

extension ExtensionRank {
  /// The rule other than `plugin` and `name` that decides between this extension and another, and
  /// whether this one comes first; nil if none does.
  ///
  /// Priority and refinement are total preorders and specificity is a partial
  /// order, so the whole is transitive.
  @inlinable
  package func decision(over other: Self) -> (rule: ResolutionRule, isFirst: Bool)? {
    if priority != other.priority { return (.priority, priority > other.priority) }
    if isRefined != other.isRefined { return (.refined, isRefined) }
    let isImplying = implies(other, byDetermining: true)
    if isImplying != other.implies(self, byDetermining: true) { return (.specific, isImplying) }
    guard isImplying else { return nil }
    // A redundant constraint still makes an extension more specific.
    let isLonger = implies(other, byDetermining: false)
    return isLonger == other.implies(self, byDetermining: false) ? nil : (.specific, isLonger)
  }
}

/// Orders the candidates for one subject.
///
/// A chain continues with the one candidate that comes before all others. If
/// several are maximal, they conflict: all of them are skipped, and the chain
/// continues with the candidates that rank below every one of them.
@usableFromInline
package struct RankedOrder: Sendable {
  /// The chain of one requirement.
  @usableFromInline
  package struct Chain: Sendable {
    /// Indices of candidates, most specific first.
    package var links: [Int] = []
    /// The rule between each link and the next; one fewer than links.
    package var rules: [ResolutionRule] = []
    /// The candidates in each conflict.
    package var conflicts: [[Int]] = []
    /// Whether a conflict comes before the first link.
    package var isConflictFirst = false
    /// The candidates that are skipped because they don't rank below all of a
    /// conflict.
    package var belowConflict: [(candidate: Int, conflict: Int)] = []

    package init() {}
  }

  /// The rule by which each candidate comes before each.
  @usableFromInline let rules: Rules
  /// All candidates, each after those that come before it.
  @usableFromInline package let linearOrder: [Int]

  /// The rule by which each of some candidates comes before each.
  @usableFromInline
  struct Rules: Sendable {
    @usableFromInline let count: Int
    @usableFromInline var rules: [ResolutionRule?]
    /// The number of candidates before each.
    @usableFromInline var before: [Int]

    @inlinable
    init(_ count: Int) {
      self.count = count
      rules = Array(repeating: nil, count: count * count)
      before = Array(repeating: 0, count: count)
    }

    @inlinable
    subscript(first: Int, second: Int) -> ResolutionRule? { rules[first * count + second] }

    @inlinable
    mutating func put(_ first: Int, before second: Int, by rule: ResolutionRule) {
      rules[first * count + second] = rule
      before[second] += 1
    }
  }

  /// Compares all pairs of extensions.
  ///
  /// Inlinable: specialised code is ten times as fast as generic code.
  @inlinable
  package init(_ candidates: [some ExtensionRank]) {
    var rules = Rules(candidates.count)
    for first in candidates.indices {
      let one = candidates[first]
      for second in first + 1..<max(first + 1, candidates.count) {
        guard let (rule, isFirst) = one.decision(over: candidates[second]) else { continue }
        isFirst
          ? rules.put(first, before: second, by: rule) : rules.put(second, before: first, by: rule)
      }
    }
    let plugins = candidates.map(\.plugin)
    if plugins.contains(where: { $0 != plugins[0] }) { rules.decide(between: plugins) }
    self.init(rules)
  }

  /// Creates an order.
  ///
  /// It is separate because inlinable code can't set properties that a library may
  /// change.
  @usableFromInline
  init(_ rules: Rules) {
    self.rules = rules
    // Precedence is transitive, so later candidates have more before them.
    linearOrder = rules.before.indices.sorted { (rules.before[$0], $0) < (rules.before[$1], $1) }
  }

  /// Whether one candidate comes before another.
  package func precedes(_ first: Int, _ second: Int) -> Bool { rule(first, second) != nil }

  /// The rule by which one candidate comes before another; nil if it does not.
  package func rule(_ first: Int, _ second: Int) -> ResolutionRule? { rules[first, second] }

  /// The chain of the candidates that implement a requirement.
  package func chain(where implements: (Int) -> Bool) -> Chain {
    var chain = Chain()
    var rest = linearOrder.filter(implements)[...]
    // The first is maximal. It is the only maximal one if it comes before all
    // others.
    while let first = rest.popFirst() {
      if rest.allSatisfy({ precedes(first, $0) }) {
        if let last = chain.links.last { chain.rules.append(rules[last, first]!) }
        chain.links.append(first)
      } else {
        passOver(maximal(of: [first] + rest), &rest, &chain)
      }
    }
    return chain
  }

  private func maximal(of candidates: [Int]) -> [Int] {
    candidates.filter { candidate in !candidates.contains { precedes($0, candidate) } }.sorted()
  }

  private func passOver(_ conflict: [Int], _ rest: inout ArraySlice<Int>, _ chain: inout Chain) {
    for candidate in rest.sorted() where !conflict.contains(candidate) {
      if !isBelow(conflict, candidate) {
        chain.belowConflict.append((candidate, chain.conflicts.count))
      }
    }
    if chain.links.isEmpty { chain.isConflictFirst = true }
    chain.conflicts.append(conflict)
    rest.removeAll { !isBelow(conflict, $0) }
  }

  private func isBelow(_ all: [Int], _ candidate: Int) -> Bool {
    all.allSatisfy { precedes($0, candidate) }
  }
}

extension RankedOrder.Rules {
  /// Adds the decisions between plug-ins, and between them and the program.
  ///
  /// Takes the candidates that no other precedes, again and again: those of the first plug-in by
  /// name, or of the program if no plug-in has one. What is taken from one plug-in without another
  /// in between keeps its order; all of it precedes what is taken later.
  @usableFromInline
  mutating func decide(between plugins: [String?]) {
    let names = Set(plugins.compactMap { $0 }).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    // The program is behind all plug-ins.
    let ranks = plugins.map { $0.map { numbers[$0]! } ?? names.count }
    var (left, rest) = (before, Array(0..<count))
    var runs: [(rank: Int, members: [Int])] = []
    while !rest.isEmpty {
      let next = first(of: rest.filter { left[$0] == 0 }, ranks, rest, program: names.count)
      rest.removeAll(where: next.contains)
      for one in next {
        for other in rest where self[one, other] != nil { left[other] -= 1 }
      }
      let rank = ranks[next[0]]
      if let last = runs.last, last.rank == rank {
        runs[runs.count - 1].members += next
      } else {
        runs.append((rank, next))
      }
    }
    var later = Array(repeating: true, count: count)
    for run in runs {
      for one in run.members { later[one] = false }
      for one in run.members {
        for other in 0..<count where later[other] && self[one, other] == nil {
          let isOfPlugins = run.rank < names.count && ranks[other] < names.count
          put(one, before: other, by: isOfPlugins ? .name : .plugin)
        }
      }
    }
  }

  /// The candidates to take next, all of one plug-in or of the program.
  ///
  /// - Parameters:
  ///   - maximal: the candidates of the rest that no other precedes.
  ///   - program: the rank of the program, behind all plug-ins.
  private func first(of maximal: [Int], _ ranks: [Int], _ rest: [Int], program: Int) -> [Int] {
    let rank = maximal.reduce(program) { min($0, ranks[$1]) }
    if rank < program { return maximal.filter { ranks[$0] == rank } }
    // An extension of the program comes late, unless a plug-in's has to come after it.
    let early = maximal.filter { one in
      rest.contains { ranks[$0] < program && self[one, $0] != nil }
    }
    return early.isEmpty ? maximal : early
  }
}
