// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects

/// The cost of alternatives to Graft, compared with the same native call.
enum AlternativeFigures {
  private static let callCount = 6_400

  /// Closures that are registered by hand.
  private final class Registry {
    var closures: [ObjectIdentifier: (Any, Int) -> Int] = [:]

    init() {
      for subject in manySubjects {
        closures[ObjectIdentifier(type(of: subject))] = { _, number in number &+ 1 }
      }
      closures[ObjectIdentifier(type(of: subjects[0]))] = { _, number in number &+ 1 }
    }

    @inline(never)
    func loop(_ subject: any Native, _ count: Int) -> Int {
      var number = 0
      for _ in 0..<count {
        number = closures[ObjectIdentifier(type(of: subject))]!(subject, number)
      }
      return number
    }
  }

  @inline(never)
  private static func castingLoop(_ subject: Any, _ count: Int) -> Int {
    var number = 0
    for _ in 0..<count {
      if let native = subject as? any Native { number = native.native(number) }
    }
    return number
  }

  static func figures() -> [Figure] {
    let registry = Registry()
    let subject = subjects[0] as any Native
    let dictionary = Comparison(
      rounds: 200, of: { registry.loop(subject, callCount) },
      with: { CallKind.structure.native(callCount) })
    let cast = Comparison(
      rounds: 50, of: { castingLoop(subject, callCount) },
      with: { CallKind.structure.native(callCount) })
    return [
      figure("today: closure in a dictionary by type", dictionary),
      figure("today: cast `as? any P` and native call", cast),
      Figure(
        "today: swift-testing's discovery of 100,000 records",
        skipped: "the interface of _TestDiscovery in the toolchain declares nothing"),
    ]
  }

  private static func figure(_ what: String, _ comparison: Comparison) -> Figure {
    let scale = 1e9 / Double(callCount)
    return Figure(
      what, comparison.ratio,
      "\((comparison.reference * scale).text(1)) ns → \((comparison.measured * scale).text(1)) ns")
  }
}
