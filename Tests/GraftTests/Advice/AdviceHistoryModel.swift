// SPDX-License-Identifier: Apache-2.0

/// Advice as the page tells it, for one thread: what runs in a call, and what a running call sees
/// of changes.
struct AdviceHistoryModel {
  enum Requirement: String, CaseIterable {
    case tell, size
  }

  enum Kind: Int, CaseIterable {
    case after, before, around
  }

  /// Subjects from the outside in; an object has a number.
  enum Scope: Hashable {
    case every, type
    case object(Int)

    var rank: Int {
      switch self {
      case .every: 0
      case .type: 1
      case .object: 2
      }
    }
  }

  struct Advice: Hashable {
    let number: Int
    let requirement: Requirement
    let kind: Kind
    let precedence: Int
    let scope: Scope
  }

  /// A class with `@Advice`: it advises or, if it is a pointcut, is among the closures.
  struct AdviceClass {
    let name: String
    let priority: Int
    let requirements: [Requirement]
    var isPointcut = false
  }

  enum Change {
    case install(Advice)
    case remove(Int)
    case block(String)
    case unblock(String)
    case call(Requirement, object: Int)
  }

  let classes: [AdviceClass]
  /// The extensions of a requirement, the first called first.
  let extensions: [Requirement: [String]]
  /// The requirement that some code calls before it goes on.
  let calls: [String: Requirement]

  private(set) var blocked: Set<String> = []
  private(set) var installed: [Advice] = []
  private var links: [Link: [Entry]] = [:]

  /// What was noted, and the changes to make once a number of notes were made.
  private(set) var notes: [String] = []
  private var plan: [Int: [Change]] = [:]

  init(classes: [AdviceClass], extensions: [Requirement: [String]], calls: [String: Requirement]) {
    (self.classes, self.extensions, self.calls) = (classes, extensions, calls)
    publish()
  }

  // MARK: Chains

  /// A place where advice of closures runs: in front of one successor, behind one class.
  private struct Link: Hashable {
    let requirement: Requirement
    let above: String?
    let successor: Node
  }

  /// A part of a chain, with all behind it.
  private indirect enum Node: Hashable {
    case link(Link)
    case adviceClass(String, [Node])
    case extensions([String])
  }

  private enum Entry: Hashable {
    case advice(Advice)
    /// The advice of single objects of one precedence and kind, found by object in a call.
    case objects(Requirement, precedence: Int, Kind)
    case pointcut(String)
  }

  private struct Placed {
    let order: [Int]
    let name: String
    let requirements: [Requirement]
    /// Nil for a class that is a link itself.
    let entry: Entry?
  }

  /// All advice, the outermost first.
  private var placed: [Placed] {
    var placed: [Placed] = []
    for each in classes where !blocked.contains(each.name) {
      placed.append(
        Placed(
          order: [-each.priority, Kind.around.rawValue, 0, -1], name: each.name,
          requirements: each.requirements, entry: each.isPointcut ? .pointcut(each.name) : nil))
    }
    var known: Set<Entry> = []
    for advice in installed {
      var entry = Entry.advice(advice)
      if case .object = advice.scope {
        entry = .objects(advice.requirement, precedence: advice.precedence, advice.kind)
      }
      if !known.insert(entry).inserted { continue }
      placed.append(
        Placed(
          order: [-advice.precedence, advice.kind.rawValue, advice.scope.rank, advice.number],
          name: "", requirements: [advice.requirement], entry: entry))
    }
    return placed.sorted {
      $0.order == $1.order ? $0.name < $1.name : $0.order.lexicographicallyPrecedes($1.order)
    }
  }

  /// The chain of each requirement, and what its links run.
  private var chains: (heads: [Requirement: Node], lists: [Link: [Entry]]) {
    var lists: [Link: [Entry]] = [:]
    var waiting: [Requirement: [Entry]] = [:]
    var heads = extensions.mapValues { names in
      Node.extensions(names.filter { !blocked.contains($0) })
    }
    let placed = placed
    let hasClasses = placed.contains { $0.entry == nil }
    func link(above name: String?) {
      for requirement in Requirement.allCases {
        let entries = waiting[requirement] ?? []
        guard hasClasses || !entries.isEmpty else { continue }
        let link = Link(requirement: requirement, above: name, successor: heads[requirement]!)
        lists[link] = entries.reversed()
        heads[requirement] = .link(link)
        waiting[requirement] = nil
      }
    }
    for each in placed.reversed() {
      guard each.entry == nil else {
        for requirement in each.requirements {
          waiting[requirement, default: []].append(each.entry!)
        }
        continue
      }
      link(above: each.name)
      let node = Node.adviceClass(each.name, Requirement.allCases.map { heads[$0]! })
      for requirement in each.requirements { heads[requirement] = node }
    }
    link(above: nil)
    return (heads, lists)
  }

  private mutating func publish() {
    links.merge(chains.lists) { $1 }
  }

  // MARK: Calls

  /// Makes a change, and the planned ones while it is made.
  mutating func make(_ change: Change, plan: [Int: [Change]]) {
    (notes, self.plan) = ([], plan)
    make(change)
  }

  private mutating func make(_ change: Change) {
    switch change {
    case .install(let advice): installed.append(advice)
    case .remove(let number):
      installed.removeAll { $0.number == number }
      links = links.mapValues { list in
        list.filter { if case .advice(let advice) = $0 { advice.number != number } else { true } }
      }
    case .block(let name): blocked.insert(name)
    case .unblock(let name): blocked.remove(name)
    case .call(let requirement, let object):
      run(chains.heads[requirement]!, requirement, object)
      return
    }
    publish()
  }

  private mutating func note(_ text: String) {
    notes.append(text)
    for change in plan.removeValue(forKey: notes.count) ?? [] { make(change) }
  }

  private mutating func run(_ node: Node, _ requirement: Requirement, _ object: Int) {
    switch node {
    case .extensions(let names):
      for name in names {
        note(name)
        if let other = calls[name] { make(.call(other, object: object)) }
      }
    case .adviceClass(let name, let successors):
      note("\(name) begins")
      // A class calls another requirement on itself: the call goes on behind it.
      if let other = calls[name] {
        run(successors[Requirement.allCases.firstIndex(of: other)!], other, object)
      }
      run(
        successors[Requirement.allCases.firstIndex(of: requirement)!], requirement, object)
      note("\(name) ends")
    case .link(let link): run(links[link]![...], before: link, object)
    }
  }

  private mutating func run(_ entries: ArraySlice<Entry>, before link: Link, _ object: Int) {
    guard let entry = entries.first else {
      return run(link.successor, link.requirement, object)
    }
    let rest = entries.dropFirst()
    switch entry {
    case .advice(let advice): run(advice, rest, before: link, object)
    case .objects(let requirement, let precedence, let kind):
      let found = installed.filter {
        $0.requirement == requirement && $0.precedence == precedence && $0.kind == kind
          && $0.scope == .object(object)
      }
      run(found.map(Entry.advice) + rest, before: link, object)
    case .pointcut(let name):
      note("\(name) begins")
      run(rest, before: link, object)
      note("\(name) ends")
    }
  }

  private mutating func run(
    _ advice: Advice, _ rest: ArraySlice<Entry>, before link: Link, _ object: Int
  ) {
    let label = "\(advice.kind) \(advice.number)"
    switch advice.kind {
    case .before:
      note(label)
      run(rest, before: link, object)
    case .after:
      run(rest, before: link, object)
      note(label)
    case .around:
      note("\(label) begins")
      run(rest, before: link, object)
      note("\(label) ends")
    }
  }
}
