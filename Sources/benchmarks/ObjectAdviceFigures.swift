// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects
import Graft

/// The cost of advice on single objects for calls on others, and its growth.
enum ObjectAdviceFigures {
  private static let callCount = 20_000
  private static let roundCount = 200
  private static let counts = [500, 1000, 2000]

  static func figures() -> [Figure] { [calls()] + installations() }

  /// Calls on an object without advice.
  private static func calls() -> Figure {
    let other: any GraftedObject = Lamp()
    let few = advised(1)
    _ = loop(other, 1)
    var least = Double.infinity
    for _ in 0..<roundCount { least = min(least, duration { loop(other, callCount) }) }
    let many = advised(counts[2])
    var ratios: [Double] = []
    for _ in 0..<roundCount { ratios.append(duration { loop(other, callCount) } / least) }
    remove(few + many)
    let nanoseconds = least / Double(callCount) * 1e9
    return Figure(
      "a call on an object without advice, beside \(counts[2]) with it: in calls beside one",
      median(ratios), spread: spread(ratios), atMost: 2,
      "\(nanoseconds.text(1)) ns beside one")
  }

  /// Installs each number of objects while all others are removed.
  private static func installations() -> [Figure] {
    var times = counts.map { _ in Double.infinity }
    // Take turns, so that disturbances affect all.
    for _ in 0..<20 {
      for (index, count) in counts.enumerated() {
        var advice: [(Lamp, AdviceToken)] = []
        let seconds = duration {
          advice = advised(count)
          return advice.count
        }
        remove(advice)
        times[index] = min(times[index], seconds / Double(count))
      }
    }
    return [
      Figure(
        "to advise each of \(counts[2]) objects, in those of \(counts[0])", times[2] / times[0],
        atMost: 1.5,
        zip(counts, times).map { "\($0): \(($1 * 1e6).text(1)) µs" }.joined(separator: ", "))
    ]
  }

  private static func advised(_ count: Int) -> [(Lamp, AdviceToken)] {
    (0..<count).map { _ in
      let lamp = Lamp()
      let point = GraftedObjectExtension<Lamp>.joinPoints(of: lamp).graftedObject
      guard let token = try? point.around(run: { _, number, proceed in proceed(number) &+ 1 })
      else {
        fatalError("an advice without a name can't be refused")
      }
      // Resolve the object, as the calls of a program would.
      _ = lamp.graftedObject(1)
      return (lamp, token)
    }
  }

  private static func remove(_ advice: [(Lamp, AdviceToken)]) {
    for (_, token) in advice {
      guard (try? token.remove()) != nil else { fatalError("the advice was not installed") }
    }
  }
}
