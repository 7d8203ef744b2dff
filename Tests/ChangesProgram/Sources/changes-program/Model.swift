// SPDX-License-Identifier: Apache-2.0

import Graft

enum Operation: Hashable, Sendable {
  case load(Build, ConflictChoice)
  case withdraw(Build)
  case reinstate(Build, allowing: Bool)
  case rollBack(Build, allowing: Bool)
  /// By the program, or in a build's `onLoad`.
  case block(String, by: Build?)
  case unblock(String, allowing: Bool)
  case advise(String)
  case unadvise(String)
  case call(Subject, Requirement)
  case loadAll(ConflictChoice)
  /// One file of `loadAll`, while other things happened.
  case file(Build, ConflictChoice)
  /// One that it did not load, while other things happened.
  case judged(Build, String)
  case sync
}

/// What does not change in a round.
struct Circumstances: Sendable {
  var behaviours: [Behaviour] = Array(repeating: Behaviour(), count: 12)
  /// The builds in the folder, in the order of the files' names.
  var files: [Build] = []
  /// The builds that were mapped, in the order of their arrival.
  var arrived: [Build] = []
  /// Those that were mapped from the folder.
  var ofFolder: [Build] = []
  /// The builds that are now where they were mapped from.
  var places: [Build: Build] = [:]
}

/// The pages about images and resolution as a state.
struct Model: Hashable {
  struct Entry: Hashable {
    let build: Build
    var isWithdrawn = false
  }

  /// For each plug-in, the builds that were accepted and not rolled back. The last one is active
  /// or withdrawn, the others are superseded.
  var stacks: [[Entry]] = Array(repeating: [], count: 4)
  private var rolledBack: Set<Build> = []
  /// The blocked names, with the builds that block them; nil for the program.
  private var blocks: [String: Set<Build?>] = [:]
  /// The program's advice by name, the oldest first.
  private(set) var advice: [String] = []
  /// The builds with an advice.
  private var advising: Set<Build> = []
  /// The builds that `PluginFolder` took back, and that nobody has reinstated.
  var takenBack: Set<Build> = []
  /// The builds that last began to count again, rather than for the first time, by the program.
  var reinstated: Set<Build> = []

  // MARK: What counts

  func isActive(_ build: Build) -> Bool {
    stacks[build.plugin].last.map { $0.build == build && !$0.isWithdrawn } ?? false
  }

  func isAccepted(_ build: Build) -> Bool {
    rolledBack.contains(build) || stacks[build.plugin].contains { $0.build == build }
  }

  func state(of build: Build) -> ImageState? {
    if rolledBack.contains(build) { return .rolledBack }
    let stack = stacks[build.plugin]
    guard let place = stack.firstIndex(where: { $0.build == build }) else { return nil }
    return place < stack.count - 1 ? .superseded : stack[place].isWithdrawn ? .withdrawn : .active
  }

  var blocked: Set<String> { Set(blocks.keys.filter(isBlocked)) }

  func isBlocked(_ name: String) -> Bool {
    blocks[name]?.contains { $0.map(isActive) ?? true } ?? false
  }

  var adviceCount: Int { advice.count + advising.count }

  // MARK: Resolution

  struct Chain {
    var links: [RankedExtension] = []
    var conflicts: Set<String> = []
    var byName: Set<String> = []
  }

  func chain(_ subject: Subject, _ requirement: Requirement) -> Chain {
    var rest = Build.all.filter { isActive($0) && !isBlocked($0.pluginName) }.flatMap(\.extensions)
    rest.append(.ground)
    rest.removeAll {
      !$0.requirements.contains(requirement) || !subject.meets.isSuperset(of: $0.constraints)
        || isBlocked($0.name)
    }
    let place = "\(subject) \(requirement): "
    var chain = Chain()
    while !rest.isEmpty {
      let firsts = rest.filter { one in !rest.contains { $0.precedes(one) } }
      let plugins = firsts.compactMap(\.build?.plugin)
      let next = firsts.filter { $0.build?.plugin == plugins.min() }
      if next.count == 1 {
        chain.links += next
      } else {
        chain.conflicts.insert(place + next.map(\.name).sorted().joined(separator: ", "))
      }
      rest.removeAll(where: next.contains)
    }
    for (one, next) in zip(chain.links, chain.links.dropFirst()) where !one.precedes(next) {
      guard let plugin = one.build?.plugin, let other = next.build?.plugin, plugin != other else {
        continue
      }
      chain.byName.insert(place + "\(one.name) over \(next.name)")
    }
    return chain
  }

  func answer(_ subject: Subject, _ requirement: Requirement) -> String {
    let words = chain(subject, requirement).links.map(\.name)
    return ((subject == .dog && requirement == .greet ? adviceWords : []) + words)
      .joined(separator: " ")
  }

  /// The advice of a dog's greeting, the outermost first.
  private var adviceWords: [String] {
    advising.sorted().reversed().map { "advice of \($0.name)" } + advice
  }

  /// The chain that a call has found and not gone along yet.
  struct Found: Hashable {
    let extensions: [String]
    fileprivate(set) var advice: [String]

    var answer: String { (advice + extensions).joined(separator: " ") }
  }

  /// What a call of a dog's greeting finds.
  var greeting: Found {
    Found(extensions: chain(.dog, .greet).links.map(\.name), advice: adviceWords)
  }

  /// What a call goes along that found a chain earlier: that chain, without advice that was removed
  /// since. Advice is added only to the chain that is found now.
  func updated(_ found: Found) -> Found {
    let now = greeting
    if found.advice.isEmpty || found.extensions == now.extensions {
      return found.advice.isEmpty ? found : now
    }
    var found = found
    found.advice.removeAll { !now.advice.contains($0) }
    return found
  }

  /// The conflicts, and what names decide, of all declared types.
  var conflicts: (Set<String>, byName: Set<String>) {
    Subject.declared.reduce(into: ([], [])) { found, subject in
      for requirement in Requirement.allCases {
        let chain = chain(subject, requirement)
        found.0.formUnion(chain.conflicts)
        found.1.formUnion(chain.byName)
      }
    }
  }

  // MARK: Operations

  /// - Parameter begun: the builds whose `onLoad` was called and returned.
  /// - Returns: the result.
  mutating func apply(
    _ operation: Operation, begun: [Build] = [], _ now: Circumstances
  ) -> String {
    let result = apply(operation, now)
    for build in begun where !isActive(build) { removeInstalled(by: build) }
    return result
  }

  private mutating func apply(_ operation: Operation, _ now: Circumstances) -> String {
    switch operation {
    case .load(let build, let choice): return load(build, choice, now)
    case .file(let build, let choice): return load(build, choice, now)
    case .withdraw(let build):
      guard isActive(build) else { return "impossible" }
      return change(nil, now) { $0.withdraw(build) }
    case .reinstate(let build, let allowing):
      guard [.withdrawn, .rolledBack].contains(state(of: build)) else { return "impossible" }
      return change(allowing ? nil : .firstByName, now) { $0.accept(build) }
    case .rollBack(let build, let allowing):
      guard [.active, .withdrawn].contains(state(of: build)) else { return "impossible" }
      return change(allowing ? nil : .firstByName, now) {
        $0.rollBack(build)
        $0.takenBack.remove(build)
      }
    case .block(let name, let owner): blocks[name, default: []].insert(owner)
    case .unblock(let name, let allowing):
      return change(allowing ? nil : .firstByName, now) { $0.blocks[name] = nil }
    case .advise(let name):
      if advice.contains(name) { return "taken" }
      advice.append(name)
    case .unadvise(let name):
      guard advice.contains(name) else { return "none" }
      advice.removeAll { $0 == name }
    case .call(let subject, let requirement): return answer(subject, requirement)
    case .loadAll(let choice): return loadAll(choice, now)
    case .judged(let build, let result): return isPossible(result, for: build) ? result : "loaded"
    case .sync: return sync(now)
    }
    return "done"
  }

  /// Makes an edit, unless it brings a conflict that the choice refuses or an `onLoad` throws.
  ///
  /// - Parameter choice: nil to allow conflicts.
  /// - Returns: "done", "conflict" or "failed".
  mutating func change(
    _ choice: ConflictChoice?, _ now: Circumstances, listing: Bool = false,
    _ edit: (inout Model) -> Void
  ) -> String {
    var new = self
    edit(&new)
    let coming = Build.all.filter { new.isActive($0) && !isActive($0) }
    let (conflicts, byName) = new.conflicts
    let brought = conflicts.subtracting(self.conflicts.0)
    let decided = byName.subtracting(self.conflicts.byName)
    if choice == .firstByName && !brought.isEmpty
      || choice == .refuse && !(brought.isEmpty && decided.isEmpty)
    {
      return "conflict"
    }
    if coming.contains(where: { now.behaviours[$0.number].isThrowing }) { return "failed" }
    for build in coming where now.behaviours[build.number].step == .advise {
      new.advising.insert(build)
    }
    self = new
    return listing
      ? (["loaded"] + brought.union(decided).sorted()).joined(separator: "; ") : "done"
  }

  private mutating func removeInstalled(by build: Build) {
    advising.remove(build)
    blocks = blocks.mapValues { $0.filter { $0 != build } }.filter { !$0.value.isEmpty }
  }

  mutating func withdraw(_ build: Build) {
    stacks[build.plugin][stacks[build.plugin].count - 1].isWithdrawn = true
    removeInstalled(by: build)
  }

  mutating func accept(_ build: Build) {
    if isAccepted(build) { reinstated.insert(build) }
    takenBack.remove(build)
    rolledBack.remove(build)
    let before = stacks[build.plugin].last
    stacks[build.plugin].removeAll { $0.build == build }
    stacks[build.plugin].append(Entry(build: build))
    // Things that a withdrawn one has installed are of an `onLoad` that is under way.
    if let before, before.build != build, !before.isWithdrawn { removeInstalled(by: before.build) }
  }

  mutating func rollBack(_ build: Build) {
    let entry = stacks[build.plugin].removeLast()
    rolledBack.insert(build)
    if !entry.isWithdrawn { removeInstalled(by: build) }
  }

  mutating func load(
    _ build: Build, _ choice: ConflictChoice, _ now: Circumstances
  ) -> String {
    isActive(build) ? "loaded" : change(choice, now, listing: true) { $0.accept(build) }
  }
}
