// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Synchronization

/// A sink that keeps results in use.
let consumed = Atomic<Int>(0)

func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The duration of a closure, in seconds.
func duration(_ body: () -> Int) -> Double {
  let start = seconds(CLOCK_MONOTONIC)
  let result = body()
  let end = seconds(CLOCK_MONOTONIC)
  consumed.wrappingAdd(result, ordering: .relaxed)
  return end - start
}

/// Compares two closures in many short rounds, in turn, so that disturbances
/// affect both.
struct Comparison {
  /// The median of the rounds' ratios.
  let ratio: Double
  /// The shortest round, in seconds.
  let reference: Double
  let measured: Double

  init(
    rounds: Int, of measured: () -> Int, with reference: () -> Int
  ) {
    _ = (duration(reference), duration(measured))
    var ratios: [Double] = []
    var least = (reference: Double.infinity, measured: Double.infinity)
    for _ in 0..<rounds {
      let one = duration(reference)
      let other = duration(measured)
      ratios.append(other / one)
      least = (min(least.reference, one), min(least.measured, other))
    }
    ratio = median(ratios)
    self.reference = least.reference
    self.measured = least.measured
  }
}

/// Waits for asynchronous work. The program is otherwise synchronous, since
/// callgrind fails on an asynchronous main function.
func waiting(_ body: @escaping @Sendable () async -> Int) -> Int {
  final class Result: Sendable {
    let value = Atomic<Int>(0)
    let isDone = Atomic<Bool>(false)
  }
  let result = Result()
  Task {
    result.value.store(await body(), ordering: .relaxed)
    result.isDone.store(true, ordering: .releasing)
  }
  while !result.isDone.load(ordering: .acquiring) { sched_yield() }
  return result.value.load(ordering: .relaxed)
}
