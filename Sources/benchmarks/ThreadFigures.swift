// SPDX-License-Identifier: Apache-2.0

import BenchmarkSubjects
import CLibrary
import Synchronization

/// Whether threads with different subjects slow each other down. It measures
/// processor time, so that waiting for a processor does not count.
enum ThreadFigures {
  private static let callCount = 2_000_000
  private static let roundCount = 15

  static func figures() -> [Figure] {
    let kinds: [CallKind] = [.structure, .enumeration]
    for kind in kinds { _ = kind.grafted(1) }
    let native = kinds.map { kind in { @Sendable in kind.native(callCount) } }
    let grafted = kinds.map { kind in { @Sendable in kind.grafted(callCount) } }
    let figures = [
      figure("2 threads with 2 subjects, per thread, in 1 thread", grafted, atMost: 1.1),
      figure("the same of native calls", native, atMost: nil),
    ]
    Watching.isOn = true
    return figures + [figure("the same of calls with a pointcut", grafted, atMost: 1.1)]
  }

  private static func figure(
    _ what: String, _ bodies: [@Sendable () -> Int], atMost bound: Double?
  ) -> Figure {
    var ratios: [Double] = []
    var least = Double.infinity
    for _ in 0..<roundCount {
      let alone = run([bodies[0]])[0] + run([bodies[1]])[0]
      let together = run(bodies).reduce(0, +)
      ratios.append(together / alone)
      least = min(least, together / 2)
    }
    return Figure(
      what, median(ratios), spread: spread(ratios), atMost: bound,
      "\((least / Double(callCount) * 1e9).text(1)) ns a call")
  }

  private final class Work: @unchecked Sendable {
    let body: @Sendable () -> Int
    var seconds = 0.0

    init(_ body: @escaping @Sendable () -> Int) { self.body = body }
  }

  /// Runs each body on a thread, all at the same time.
  private static func run(_ bodies: [@Sendable () -> Int]) -> [Double] {
    let works = bodies.map(Work.init)
    let threads = works.map { work in
      var thread = pthread_t()
      let argument = Unmanaged.passUnretained(work).toOpaque()
      pthread_create(
        &thread, nil,
        { argument in
          let work = Unmanaged<Work>.fromOpaque(argument!).takeUnretainedValue()
          let start = benchmarks.seconds(CLOCK_THREAD_CPUTIME_ID)
          consumed.wrappingAdd(work.body(), ordering: .relaxed)
          work.seconds = benchmarks.seconds(CLOCK_THREAD_CPUTIME_ID) - start
          return nil
        }, argument)
      return thread
    }
    for thread in threads { pthread_join(thread, nil) }
    return works.map(\.seconds)
  }
}
