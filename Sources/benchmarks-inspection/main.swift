// SPDX-License-Identifier: Apache-2.0
//
// The figures of inspect-sections: `swift build -c release`, then
// `.build/release/benchmarks-inspection [RUNS]`. Exits 1 if a bound is missed.

import Glibc

let figures = Figures(runs: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 40)
var missed = 0
for comparison in figures.all {
  switch comparison.measure() {
  case .some(true): break
  case .some(false): missed += 1
  case nil: print("skip \(comparison.what): \(comparison.rival[0]) or the command can't be run")
  }
}
exit(missed == 0 ? 0 : 1)
