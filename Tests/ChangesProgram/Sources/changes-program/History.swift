// SPDX-License-Identifier: Apache-2.0

/// An operation as it happened.
struct Event: Sendable {
  var operation: Operation
  let thread: Int
  let begin: Int
  var end = Int.max
  var result = ""
  /// The event in which it happened, and the build whose `onLoad` did it.
  var parent: Int?
  var within: Build?
  /// The builds whose `onLoad` it called, and that returned.
  var begun: [Build] = []

  var line: String {
    "  \(begin)–\(end) thread \(thread): \(operation): \(result)"
      + (within.map { ", in onLoad of \($0.name)" } ?? "")
  }
}

/// The search for an order of a round's events that explains their results.
struct History {
  private struct Step {
    let event: Event
    /// The number of its event, and the file of it.
    let number: Int
    var file: Build?
    /// Whether it finds a chain, which the next step of this event goes along.
    var finds = false
    /// The steps that come before it.
    var before: UInt64 = 0

    var isJudged: Bool { if case .judged = event.operation { true } else { false } }

    /// Whether another event happened in an `onLoad` that this step called.
    func holds(_ other: Event) -> Bool {
      other.parent == number && (file == nil || file == other.within)
    }
  }

  private struct Place: Hashable {
    var done: UInt64 = 0
    var state: Model
    /// The chains that calls have found, by the numbers of their events.
    var found: [Int: Model.Found] = [:]
  }

  private var steps: [Step]
  private let now: Circumstances
  private var seen: Set<Place> = []
  private var ends: Set<Model> = []
  /// The place with the most steps, to be shown if no order is possible.
  private var farthest: Place?

  /// - Parameter splitsCalls: whether a call finds its chain earlier than it goes along it. There are
  ///   far more orders then.
  init(_ events: [Event], _ now: Circumstances, splitsCalls: Bool) {
    self.now = now
    let isAlone = events.count == 1
    steps = events.indices.flatMap {
      Self.steps(of: events[$0], $0, isAlone: isAlone, splitsCalls: splitsCalls)
    }
    let failed = steps.filter { $0.event.result == "failed" }
    steps.removeAll { step in
      // The change that a thread makes in an `onLoad` is refused if it needs that of another one;
      // and nothing is left of what a plug-in did that was refused.
      if case .block(_, by: .some) = step.event.operation {
        return failed.contains { $0.holds(step.event) }
      }
      return step.event.result == "entangled"
    }
    precondition(steps.count <= 64)
    for one in steps.indices {
      for (place, other) in steps.enumerated() {
        let isOver = other.event.end < steps[one].event.begin
        // What an `onLoad` does comes before its image counts, and so do earlier files.
        let isInside = steps[one].holds(other.event) && steps[one].event.result != "failed"
        let isEarlier =
          other.number == steps[one].number && place < one && !other.isJudged
          && !steps[one].isJudged
        if isOver || isInside || isEarlier { steps[one].before |= 1 << UInt64(place) }
      }
    }
  }

  /// One step, or one for each file of `loadAll`, or two for a call that advice concerns.
  private static func steps(
    of event: Event, _ number: Int, isAlone: Bool, splitsCalls: Bool
  ) -> [Step] {
    let step = Step(event: event, number: number)
    if event.operation == .call(.dog, .greet), splitsCalls {
      return [Step(event: event, number: number, finds: true), step]
    }
    guard case .loadAll(let choice) = event.operation, !isAlone else { return [step] }
    let parts = event.result.split(separator: "\n").map { line in
      let words = line.split(separator: ": ", maxSplits: 1).map(String.init)
      let build = Build(named: words[0])!
      var part = event
      part.result = words[1]
      part.begun = event.begun.filter { $0 == build }
      part.operation =
        Model.judgements.contains(part.result)
        ? .judged(build, part.result) : .file(build, choice)
      return Step(event: part, number: number, file: build)
    }
    // An older version comes after a newer one that can't be loaded.
    func place(_ part: Step) -> (Int, Int) {
      let build = part.file!
      let last = parts.lastIndex { other in
        other.file!.plugin == build.plugin && other.file! >= build && !other.isJudged
      }
      return (last ?? 0, -build.version)
    }
    return parts.sorted { place($0) < place($1) }
  }

  /// The states after the events; none if no order explains them.
  mutating func ends(from states: Set<Model>) -> Set<Model> {
    for state in states { visit(Place(state: state)) }
    return ends
  }

  private mutating func visit(_ place: Place) {
    guard seen.insert(place).inserted else { return }
    if place.done.nonzeroBitCount >= farthest?.done.nonzeroBitCount ?? 0 { farthest = place }
    if place.done.nonzeroBitCount == steps.count { ends.insert(place.state) }
    for number in enabled(at: place) {
      var next = place
      next.done |= 1 << UInt64(number)
      let result = result(of: number, &next)
      if result == nil || result == steps[number].event.result { visit(next) }
    }
  }

  private func enabled(at place: Place) -> [Int] {
    steps.indices.filter {
      place.done & (1 << UInt64($0)) == 0 && steps[$0].before & ~place.done == 0
    }
  }

  /// Takes a step.
  ///
  /// - Returns: its result; nil if it has none.
  private func result(of step: Int, _ place: inout Place) -> String? {
    let (step, event) = (steps[step], steps[step].event)
    if step.finds {
      place.found[step.number] = place.state.greeting
      return nil
    }
    if let found = place.found.removeValue(forKey: step.number) { return found.answer }
    let result = place.state.apply(event.operation, begun: event.begun, now)
    place.found = place.found.mapValues(place.state.updated)
    return result
  }

  /// What the model expects instead, where most of the steps are explained.
  var alternative: String {
    guard let farthest else { return "" }
    let done = steps.indices.filter { farthest.done & (1 << UInt64($0)) != 0 }
    let expected = enabled(at: farthest).map { number in
      var place = farthest
      let expected = result(of: number, &place) ?? "any"
      return "\(steps[number].event.line)\n    expected: \(expected)"
    }
    return
      (["explained:"] + done.map { steps[$0].event.line } + ["not explained, as in this order:"]
      + expected + ["state: \(farthest.state)"]).joined(separator: "\n")
  }
}
