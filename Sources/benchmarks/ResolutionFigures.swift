// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects

/// The cost of the first call for a subject: it asks the accessors, orders the
/// answers, makes the links and publishes them.
enum ResolutionFigures {
  private static let subjectCount = 32

  static func figures() -> [Figure] {
    [
      figure("1 extension", measure(Nest<Int>(), subjectCount, Call.one)),
      figure("10 extensions", measure(Nest<Int>(), subjectCount, Call.ten)),
      figure("100 extensions", measure(Nest<Int>(), subjectCount, Call.hundred)),
    ]
  }

  private static func figure(_ count: String, _ seconds: [Double]) -> Figure {
    // The very first call also reads the loader's table.
    let microseconds = seconds.dropFirst().map { $0 * 1e6 }
    return Figure(
      "first resolution of a subject, \(count) in its chain (µs)", median(microseconds), digits: 1,
      spread: spread(microseconds), "of \(microseconds.count) subjects")
  }

  private enum Call {
    case one, ten, hundred

    func callAsFunction<Inner>(_ subject: Nest<Inner>) -> Int {
      switch self {
      case .one: subject.one()
      case .ten: subject.ten()
      case .hundred: subject.hundred()
      }
    }
  }

  /// Measures first calls; each subject is a new type.
  private static func measure<Inner>(
    _ subject: Nest<Inner>, _ rest: Int, _ call: Call
  ) -> [Double] {
    guard rest > 0 else { return [] }
    let next = Nest<Nest<Inner>>()
    return [duration { call(subject) }] + measure(next, rest - 1, call)
  }
}
