// SPDX-License-Identifier: Apache-2.0

/// The rank of an extension among those that apply to a subject.
///
/// A running program compares constraints by metadata; a reader of files by
/// metadata in files, or by name.
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
public enum ResolutionRule: String, Hashable, Sendable {
  /// Its priority is higher.
  case priority
  /// It has a constraint that refines the extended protocol.
  case refined
  /// Its constraints imply those of the other.
  case specific
  /// A plug-in brings it, and the other is of the program: the executable and what that needs.
  case plugin = "plug-in"
  /// The name of its plug-in comes first in the order of bytes.
  case name
  /// It is the only or last one.
  case only
}

extension ExtensionRank {
  /// The rule other than `plugin` and `name` by which this extension comes before another; nil if
  /// it does not.
  ///
  /// Priority and refinement are total preorders and specificity is a partial
  /// order, so the whole is transitive.
  @inlinable
  package func precedes(_ other: Self) -> ResolutionRule? {
    if priority != other.priority { return priority > other.priority ? .priority : nil }
    if isRefined != other.isRefined { return isRefined ? .refined : nil }
    let isImplying = implies(other, byDetermining: true)
    let isImplied = other.implies(self, byDetermining: true)
    if isImplying != isImplied { return isImplying ? .specific : nil }
    // A redundant constraint still makes an extension more specific.
    return isImplying && implies(other, byDetermining: false)
      && !other.implies(self, byDetermining: false) ? .specific : nil
  }
}

/// Orders the candidates for one subject.
///
/// A chain continues with the one candidate that comes before all others. If
/// several are maximal, they conflict: all of them are skipped, and the chain
/// continues with the candidates that rank below every one of them.
package struct RankedOrder: Sendable {
  /// The chain of one requirement.
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

  @usableFromInline let order: [[ResolutionRule?]]
  /// All candidates, each after those that come before it.
  package let linearOrder: [Int]

  /// Compares all pairs of extensions.
  ///
  /// Inlinable: specialised code is ten times as fast as generic code.
  @inlinable
  package init(_ candidates: [some ExtensionRank]) {
    var order = candidates.map { first in candidates.map { first.precedes($0) } }
    let plugins = candidates.map(\.plugin)
    if plugins.contains(where: { $0 != plugins[0] }) { Self.order(plugins, &order) }
    // Precedence is transitive, so later candidates have more before them.
    let before = order.indices.map { candidate in order.count { $0[candidate] != nil } }
    self.init(
      order, linearOrder: order.indices.sorted { (before[$0], $0) < (before[$1], $1) })
  }

  /// Adds the decisions between plug-ins, and between them and the program, to an order.
  ///
  /// Takes the candidates that no other precedes, again and again: those of the first plug-in by
  /// name, or of the program if no plug-in has one. What is taken from one plug-in without another
  /// in between keeps its order; all of it precedes what is taken later.
  @usableFromInline
  static func order(_ plugins: [String?], _ order: inout [[ResolutionRule?]]) {
    var before = order.indices.map { candidate in order.count { $0[candidate] != nil } }
    var rest = Set(order.indices)
    var runs: [(plugin: String?, members: [Int])] = []
    while !rest.isEmpty {
      let next = first(of: rest.filter { before[$0] == 0 }, plugins, order, rest)
      rest.subtract(next)
      for one in next {
        for other in rest where order[one][other] != nil { before[other] -= 1 }
      }
      let plugin = plugins[next[0]]
      if let last = runs.last, last.plugin == plugin {
        runs[runs.count - 1].members += next
      } else {
        runs.append((plugin, next))
      }
    }
    var later = order.indices.map { _ in true }
    for run in runs {
      for one in run.members { later[one] = false }
      for one in run.members {
        for other in order.indices where later[other] && order[one][other] == nil {
          let isOfPlugins = plugins[one] != nil && plugins[other] != nil
          order[one][other] = isOfPlugins ? .name : .plugin
        }
      }
    }
  }

  /// The candidates to take next, all of one plug-in or of the program.
  ///
  /// - Parameter maximal: the candidates of the rest that no other precedes.
  private static func first(
    of maximal: Set<Int>, _ plugins: [String?], _ order: [[ResolutionRule?]], _ rest: Set<Int>
  ) -> [Int] {
    if let name = maximal.compactMap({ plugins[$0] }).min() {
      return maximal.filter { plugins[$0] == name }
    }
    // An extension of the program comes late, unless a plug-in's has to come after it.
    let early = maximal.filter { one in
      rest.contains { plugins[$0] != nil && order[one][$0] != nil }
    }
    return Array(early.isEmpty ? maximal : early)
  }

  /// Creates an order.
  ///
  /// It is separate because inlinable code can't set properties that a library may
  /// change.
  @usableFromInline
  init(_ order: [[ResolutionRule?]], linearOrder: [Int]) {
    (self.order, self.linearOrder) = (order, linearOrder)
  }

  /// Whether one candidate comes before another.
  package func precedes(_ first: Int, _ second: Int) -> Bool { rule(first, second) != nil }

  /// The rule by which one candidate comes before another; nil if it does not.
  package func rule(_ first: Int, _ second: Int) -> ResolutionRule? { order[first][second] }

  /// The chain of the candidates that implement a requirement.
  package func chain(where implements: (Int) -> Bool) -> Chain {
    var chain = Chain()
    var rest = linearOrder.filter(implements)[...]
    // The first is maximal. It is the only maximal one if it comes before all
    // others.
    while let first = rest.popFirst() {
      if rest.allSatisfy({ precedes(first, $0) }) {
        if let last = chain.links.last { chain.rules.append(order[last][first]!) }
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
