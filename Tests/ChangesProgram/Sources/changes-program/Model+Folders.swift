// SPDX-License-Identifier: Apache-2.0

import Graft

// The page about folders of plug-ins.
extension Model {
  /// The results for files that are not loaded.
  static let judgements = ["already", "blocked", "older"]

  /// Whether a file can have been judged so, as its judgement takes some time.
  func isPossible(_ judgement: String, for build: Build) -> Bool {
    switch judgement {
    case "already": isAccepted(build)
    case "blocked": isBlocked(build.pluginName)
    default: true
    }
  }

  /// Files of a folder, of which the newest of each plug-in is to count that can.
  private struct Plan {
    let files: [Build]
    /// The results for files that can't count.
    var results: [Build: String] = [:]
    /// Builds that can't count, so that older ones may.
    var failed: Set<Build> = []
    /// Builds that are no reason to refuse older ones.
    var removed: Set<Build> = []
    /// The builds of the process that the plan decides about.
    var own: Set<Build> = []

    /// The builds whose files are gone, and those that were taken back, or could not be.
    var gone: [Build] = []
    var handled: Set<Build> = []
    /// Those that do not count any more, and those that count again.
    var taken: [Build] = []
    var back: [Build] = []

    /// Leaves a build out that could not be reinstated.
    mutating func settle(_ build: Build) {
      results[build] = "already"
      failed.insert(build)
    }

    /// Whether a build is to count.
    func has(_ build: Build, _ model: Model) -> Bool {
      guard files.contains(build), results[build] == nil else { return false }
      let isNewest = !files.contains { other in
        other.plugin == build.plugin && other > build && !failed.contains(other)
      }
      let last = model.stacks[build.plugin].last?.build
      let isRefused = last.map { $0 > build && !removed.contains($0) && !own.contains($0) } ?? false
      return isNewest && !isRefused
    }
  }

  private func plan(_ now: Circumstances) -> Plan {
    var plan = Plan(files: now.files)
    for build in now.files {
      if isAccepted(build) {
        plan.results[build] = "already"
      } else if isBlocked(build.pluginName) {
        plan.results[build] = "blocked"
        plan.failed.insert(build)
      }
    }
    return plan
  }

  mutating func loadAll(_ choice: ConflictChoice, _ now: Circumstances) -> String {
    var plan = plan(now)
    carryOut(&plan, choice, now)
    return plan.files.map { "\($0.name): \(plan.results[$0] ?? "older")" }.joined(separator: "\n")
  }

  /// Brings what a plan has, and makes another one without what can't be brought.
  private mutating func carryOut(
    _ plan: inout Plan, _ choice: ConflictChoice, _ now: Circumstances
  ) {
    while true {
      takeBack(&plan, now)
      for build in plan.files where plan.results[build] == "blocked" {
        if isBlocked(build.pluginName) { continue }
        plan.results[build] = nil
        plan.failed.remove(build)
      }
      let next = plan.files.first { plan.has($0, self) && !isActive($0) }
      guard let build = next else { return }
      if plan.own.contains(build) {
        if change(choice, now, { $0.accept(build) }) == "done" {
          reinstated.remove(build)
          plan.back.append(build)
        } else {
          plan.settle(build)
        }
      } else {
        plan.results[build] = load(build, choice, now)
        if isActive(build) { plan.own.insert(build) } else { plan.failed.insert(build) }
      }
    }
  }

  mutating func sync(_ now: Circumstances) -> String {
    // A file that is not loaded yet may supersede the image from its path.
    let gone = now.ofFolder.filter { build in
      !now.files.contains(build) && now.places[build].map(isAccepted) ?? true
    }
    var plan = plan(now)
    plan.own = Set(now.files.filter { takenBack.contains($0) || isOwn($0, now) })
    plan.removed = takenBack.union(gone).subtracting(plan.own)
    for build in plan.own { plan.results[build] = nil }
    plan.gone = gone
    carryOut(&plan, .firstByName, now)
    let results = now.files.map { build in
      plan.results[build] ?? (isAccepted(build) ? "already" : "older")
    }
    return Self.syncResult(gone: plan.taken, back: plan.back.filter(isActive), results)
  }

  /// Takes back what is gone, the newest image first.
  private mutating func takeBack(_ plan: inout Plan, _ now: Circumstances) {
    func before(_ build: Build) -> Build? {
      stacks[build.plugin].dropLast().last.flatMap { plan.has($0.build, self) ? $0.build : nil }
    }
    while let build = plan.gone.last(where: { build in
      isActive(build) && !plan.handled.contains(build)
        || state(of: build) == .withdrawn && takenBack.contains(build) && before(build) != nil
    }) {
      let (hasCounted, before) = (isActive(build), before(build))
      plan.handled.insert(build)
      let result = change(nil, now) { before != nil ? $0.rollBack(build) : $0.withdraw(build) }
      guard result == "done" else {
        plan.removed.remove(build)
        if let before { plan.settle(before) }
        continue
      }
      if hasCounted {
        takenBack.insert(build)
        plan.taken.append(build)
      }
      if let before, isActive(before) { plan.back.append(before) }
    }
  }

  /// Whether the folder has made a build count, or superseded it, and no change of the program did.
  private func isOwn(_ build: Build, _ now: Circumstances) -> Bool {
    guard let last = stacks[build.plugin].last?.build else { return false }
    switch state(of: build) {
    case .active: return !reinstated.contains(build)
    case .superseded:
      return isActive(last)
        ? now.ofFolder.contains(last) && !reinstated.contains(last) : takenBack.contains(last)
    default: return false
    }
  }

  static func syncResult(gone: [Build], back: [Build], _ results: [String]) -> String {
    "gone \(gone.map(\.name)), back \(back.map(\.name)), \(results)"
  }
}
