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
  /// One file of `loadAll`.
  case file(Build, ConflictChoice, isAlone: Bool)
  /// One that it did not load, while other things happened.
  case judged(Build, String)
  case sync
}

/// What does not change in a round.
struct Circumstances: Sendable {
  var behaviours: [Behaviour] = Array(repeating: Behaviour(), count: 12)
  /// The builds in the folder, in the order of the files' names.
  var files: [Build] = []
  /// The builds that were mapped from the folder, in the order of their arrival.
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
  private var stacks: [[Entry]] = Array(repeating: [], count: 4)
  private var rolledBack: Set<Build> = []
  /// The blocked names, with the builds that block them; nil for the program.
  private var blocks: [String: Set<Build?>] = [:]
  /// The program's advice by name, the oldest first.
  private(set) var advice: [String] = []
  /// The builds with an advice.
  private var advising: Set<Build> = []
  /// The builds that `PluginFolder` took back, and that nobody has reinstated.
  private var takenBack: Set<Build> = []

  // MARK: What counts

  func isActive(_ build: Build) -> Bool {
    stacks[build.plugin].last.map { $0.build == build && !$0.isWithdrawn } ?? false
  }

  private func isAccepted(_ build: Build) -> Bool {
    rolledBack.contains(build) || stacks[build.plugin].contains { $0.build == build }
  }

  func state(of build: Build) -> ImageState? {
    if rolledBack.contains(build) { return .rolledBack }
    let stack = stacks[build.plugin]
    guard let place = stack.firstIndex(where: { $0.build == build }) else { return nil }
    return place < stack.count - 1 ? .superseded : stack[place].isWithdrawn ? .withdrawn : .active
  }

  var blocked: Set<String> { Set(blocks.keys.filter(isBlocked)) }

  private func isBlocked(_ name: String) -> Bool {
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
    case .file(let build, let choice, let isAlone):
      return isAlone ? load(fileOf: build, choice, now) : load(build, choice, now)
    case .withdraw(let build):
      guard isActive(build) else { return "impossible" }
      return change(nil, now) { $0.withdraw(build) }
    case .reinstate(let build, let allowing):
      guard [.withdrawn, .rolledBack].contains(state(of: build)) else { return "impossible" }
      return change(allowing ? nil : .firstByName, now) { $0.accept(build) }
    case .rollBack(let build, let allowing):
      guard [.active, .withdrawn].contains(state(of: build)) else { return "impossible" }
      return change(allowing ? nil : .firstByName, now) { $0.rollBack(build) }
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
    case .loadAll: preconditionFailure("loadAll is one operation for each file")
    case .judged(let build, let result): return isPossible(result, for: build) ? result : "loaded"
    case .sync: return sync(now)
    }
    return "done"
  }

  /// Makes an edit, unless it brings a conflict that the choice refuses or an `onLoad` throws.
  ///
  /// - Parameter choice: nil to allow conflicts.
  /// - Returns: "done", "conflict" or "failed".
  private mutating func change(
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

  private mutating func withdraw(_ build: Build) {
    stacks[build.plugin][stacks[build.plugin].count - 1].isWithdrawn = true
    removeInstalled(by: build)
  }

  private mutating func accept(_ build: Build) {
    takenBack.remove(build)
    rolledBack.remove(build)
    let before = stacks[build.plugin].last
    stacks[build.plugin].removeAll { $0.build == build }
    stacks[build.plugin].append(Entry(build: build))
    // Things that a withdrawn one has installed are of an `onLoad` that is under way.
    if let before, before.build != build, !before.isWithdrawn { removeInstalled(by: before.build) }
  }

  private mutating func rollBack(_ build: Build) {
    let entry = stacks[build.plugin].removeLast()
    rolledBack.insert(build)
    if !entry.isWithdrawn { removeInstalled(by: build) }
  }

  private mutating func load(
    _ build: Build, _ choice: ConflictChoice, _ now: Circumstances
  ) -> String {
    isActive(build) ? "loaded" : change(choice, now, listing: true) { $0.accept(build) }
  }

  // MARK: Folders

  /// One file, while nothing else happens.
  private mutating func load(
    fileOf build: Build, _ choice: ConflictChoice, _ now: Circumstances
  ) -> String {
    passOver(build, now) ?? load(build, choice, now)
  }

  /// The results for files that are not loaded.
  static let judgements = ["already", "blocked", "older"]

  /// Whether a file can have been judged so, as its judgement takes some time.
  private func isPossible(_ judgement: String, for build: Build) -> Bool {
    switch judgement {
    case "already": isAccepted(build)
    case "blocked": isBlocked(build.pluginName)
    default: true
    }
  }

  /// The reason not to load a file; nil if there is none.
  ///
  /// - Parameter removed: builds that older ones may take the place of.
  func passOver(_ build: Build, _ now: Circumstances, besides removed: [Build] = []) -> String? {
    if isAccepted(build) { return "already" }
    if isBlocked(build.pluginName) { return "blocked" }
    let isNewest = !now.files.contains { $0.plugin == build.plugin && $0 > build }
    if !isNewest { return "older" }
    let newest = stacks[build.plugin].last?.build
    return newest.map { $0 > build && !removed.contains($0) } ?? false ? "older" : nil
  }

  private mutating func sync(_ now: Circumstances) -> String {
    // A file that is not loaded yet may supersede the image from its path.
    let removed = now.ofFolder.filter { build in
      !now.files.contains(build) && now.places[build].map(isAccepted) ?? true
    }
    var (gone, back): ([Build], [Build]) = ([], [])
    let ownWithdrawn = takenBack
    var rest = removed
    // One that was superseded can count again meanwhile, and be gone too.
    while let index = rest.lastIndex(where: { build in
      isActive(build)
        || state(of: build) == .withdrawn && ownWithdrawn.contains(build)
          && hasBefore(build, now)
    }) {
      let build = rest.remove(at: index)
      let hasCounted = isActive(build)
      let result =
        hasBefore(build, now)
        ? change(nil, now) { $0.rollBack(build) } : change(nil, now) { $0.withdraw(build) }
      guard result == "done" else { continue }
      if hasCounted {
        takenBack.insert(build)
        gone.append(build)
      } else {
        let before = stacks[build.plugin].last { now.files.contains($0.build) }
        if let before, isActive(before.build) { back.append(before.build) }
      }
    }
    for build in now.ofFolder where takenBack.contains(build) && isFitting(build, now) {
      if change(.firstByName, now, { $0.accept(build) }) == "done" { back.append(build) }
    }
    // All files are judged before the first is loaded.
    let judgements = now.files.map { passOver($0, now, besides: removed) }
    let results = zip(now.files, judgements).map { $1 ?? load($0, .firstByName, now) }
    return Self.syncResult(gone: gone, back: back, results)
  }

  /// Whether a build superseded one whose file is there.
  private func hasBefore(_ build: Build, _ now: Circumstances) -> Bool {
    stacks[build.plugin].dropLast().contains { now.files.contains($0.build) }
  }

  /// Whether the file of a build that was taken back is there, it does not count, and no newer one
  /// of the folder does; if it was superseded, no newer one may have been accepted last.
  private func isFitting(_ build: Build, _ now: Circumstances) -> Bool {
    guard now.files.contains(build), !isActive(build) else { return false }
    if state(of: build) == .superseded, let last = stacks[build.plugin].last {
      return last.build < build
    }
    return !now.files.contains { $0.plugin == build.plugin && $0 > build && isActive($0) }
  }

  static func syncResult(gone: [Build], back: [Build], _ results: [String]) -> String {
    "gone \(gone.map(\.name)), back \(back.map(\.name)), \(results)"
  }
}
