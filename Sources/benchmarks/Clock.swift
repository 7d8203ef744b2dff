// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Keeps results in use.
let consumed = Atomic<Int>(0)

func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// How long something takes, in seconds of this process.
func duration(_ body: () async -> Int) async -> Double {
  let start = seconds(CLOCK_MONOTONIC)
  let result = await body()
  let end = seconds(CLOCK_MONOTONIC)
  consumed.wrappingAdd(result, ordering: .relaxed)
  return end - start
}

func duration(_ body: () -> Int) -> Double {
  let start = seconds(CLOCK_MONOTONIC)
  let result = body()
  let end = seconds(CLOCK_MONOTONIC)
  consumed.wrappingAdd(result, ordering: .relaxed)
  return end - start
}

/// Two things in turn, many short rounds of each: what disturbs the machine
/// disturbs both.
struct Comparison {
  /// The median of the rounds' ratios.
  let ratio: Double
  /// The least of all rounds, in seconds.
  let reference: Double
  let measured: Double

  init(
    rounds: Int, of measured: () async -> Int, with reference: () async -> Int
  ) async {
    _ = await (duration(reference), duration(measured))
    var ratios: [Double] = []
    var least = (reference: Double.infinity, measured: Double.infinity)
    for _ in 0..<rounds {
      let one = await duration(reference)
      let other = await duration(measured)
      ratios.append(other / one)
      least = (min(least.reference, one), min(least.measured, other))
    }
    ratio = median(ratios)
    self.reference = least.reference
    self.measured = least.measured
  }
}
