// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects
import Graft
import Synchronization

/// The cost of calling all implementations of a requirement, compared with an
/// array of closures.
enum CollectionFigures {
  private static let processCount = 9
  private static let roundCount = 2_000
  private static let counts = (few: 500, many: 20_500)

  static func figures() -> [Figure] {
    let runs = (0..<processCount).compactMap { _ in
      Process.again("collecting", "time")?.split(whereSeparator: \.isWhitespace)
        .compactMap { Double($0) }
    }
    let ratios = runs.map { $0[0] }
    return [
      Figure(
        "10 implementations of a list that is kept, in 10 closures of an array", median(ratios),
        spread: spread(ratios), atMost: 1.5,
        "\(median(runs.map { $0[1] }).text(0)) ns → \(median(runs.map { $0[2] }).text(0)) ns"),
      Figure(
        "to ask for such a list, in calls of all of it", median(runs.map { $0[3] }),
        spread: spread(runs.map { $0[3] })),
    ] + instructions()
  }

  /// Measures one kind in its own process: `time`, or `run KIND kept COUNT`
  /// under callgrind.
  static func run(_ arguments: [String]) {
    if arguments[0] == "time" { return measure() }
    let count = Int(arguments[3])!
    consumed.store(
      arguments[1] == "closures" ? callClosures(count) : callAll(kept(), count), ordering: .relaxed)
  }

  private static func kept() -> Implementations<CollectingExtension<Collector>> {
    CollectingExtension<Collector>.implementations(of: .contribution)
  }

  @inline(never)
  private static func callAll(
    _ list: Implementations<CollectingExtension<Collector>>, _ count: Int
  ) -> Int {
    let collector = Collector()
    var sum = 0
    for round in 0..<count {
      for each in list { sum &+= each.link.contribution(collector, round) }
    }
    return sum
  }

  @inline(never)
  private static func callClosures(_ count: Int) -> Int {
    let collector = Collector()
    var sum = 0
    for round in 0..<count {
      for contribute in contributions { sum &+= contribute(collector, round) }
    }
    return sum
  }

  private static func measure() {
    let list = kept()
    precondition(list.count == contributions.count && callAll(list, 3) == callClosures(3))
    let calls = Comparison(
      rounds: 200, of: { callAll(list, roundCount) }, with: { callClosures(roundCount) })
    let asking = Comparison(
      rounds: 50, of: { (0..<100).reduce(0) { sum, _ in sum + kept().count } },
      with: { callAll(list, 100) })
    let scale = 1e9 / Double(roundCount)
    print(calls.ratio, calls.reference * scale, calls.measured * scale, asking.ratio)
  }

  private static func instructions() -> [Figure] {
    Profiler.figures("instructions of a list", verb: "collecting run") { profiler in
      guard
        let closures = profiler.profile("closures", "kept", counts.few, counts.many),
        let list = profiler.profile("list", "kept", counts.few, counts.many)
      else { return [Figure("instructions of a list", skipped: "callgrind failed")] }
      return [
        Figure(
          "instructions: 10 implementations, in 10 closures",
          list.instructions / closures.instructions,
          "\(closures.instructions.text(0)) → \(list.instructions.text(0))"),
        Figure(
          "allocations: 10 implementations", list.allocations, digits: 0, atMost: 0,
          "functions called: \(list.libraryCalls.joined(separator: ", "))"),
      ]
    }
  }
}
